// The text of a reply says what the object says, also where it is longer than the buffer that texts
// are written into.
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, expect, it } from 'vitest';
import { search, searchText } from '../search.ts';
import { smallIndex } from '../testing/small-index.ts';
import { replyObject, replyText } from './reply-text.ts';

const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const DOCS = Array.from({ length: 5000 }, (_, i) => ({
  id: `d${i}`,
  code: `a-code-of-some-length-${i}`,
  group: `g${i % 7}`,
}));
const index = smallIndex({ code: { type: 'keyword' }, group: { type: 'keyword' } }, DOCS, [
  'group',
]);
afterAll(index.close);

it('the text of thousands of buckets has each of them, with its counts', () => {
  const groups = { cardinality: { field: 'group' } };
  const aggs = { codes: { terms: { field: 'code', size: 5000 }, aggs: { groups } } };
  const body = parseSearchBody({ size: 0, aggs });
  if (!body.ok) throw new Error(body.problem.reason);
  const limits = { milliseconds: 60_000, now: 0 };
  const { took: _, ...text } = read(searchText(index.segment, 'test', body.body, limits));
  const { took: __, ...object } = search(index.segment, 'test', body.body, limits);
  expect(text).toEqual(object);
  expect(text.aggregations.codes.buckets).toHaveLength(5000);
});

it('the text leaves out members without a value, and says null in lists', () => {
  const draft = { first: undefined, list: [1, undefined, null], last: { none: undefined } };
  expect(read(replyText({ draft }))).toEqual({ list: [1, null, null], last: {} });
  expect(replyObject({ draft })).toEqual(draft);
});
