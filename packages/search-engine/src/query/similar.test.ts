// Similar words: fuzzy, match with fuzziness, word~1 and both kinds of suggestions; refused where
// they have no meaning.
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SegmentBuilder } from '../build/build.ts';
import { search } from '../search.ts';
import { openSegment, type Segment } from '../segment/segment.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobar-similar-'));
const TITLES = [
  'radar',
  'radars',
  'rader',
  'lidar',
  'cloud radar',
  'ceilometer',
  'Über radar',
  'rad',
];
let segment: Segment;
let close: () => void;

beforeAll(() => {
  const path = join(folder, 'one.segment');
  const mapping = { title: { type: 'text' }, size: { type: 'integer' } } as const;
  const builder = new SegmentBuilder(path, mapping, []);
  TITLES.forEach((title, i) => {
    builder.add(JSON.stringify({ id: title, title, size: i }));
  });
  const data = builder.finish();
  segment = openSegment(data);
  close = () => closeSync(data.file);
});
afterAll(() => {
  close();
  rmSync(folder, { recursive: true });
});

function ask(input: unknown) {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.reason}`);
  return search(segment, 'test', parsed.body, { milliseconds: 60_000, now: 0 });
}
const ids = (query: unknown) => ask({ query, size: 20 }).hits.hits.map(({ _id }) => _id);
const sorted = (query: unknown) => ids(query).toSorted();

it('similar words have at most the given number of edits; two exchanged neighbours are one edit', () => {
  expect(sorted({ fuzzy: { title: { value: 'radar', fuzziness: 1 } } })).toEqual(
    ['cloud radar', 'radar', 'radars', 'rader', 'Über radar'].toSorted(),
  );
  expect(sorted({ fuzzy: { title: { value: 'raadr', fuzziness: 1 } } })).toContain('radar');
  const apart = { value: 'raadr', fuzziness: 1, transpositions: false };
  expect(ids({ fuzzy: { title: apart } })).toEqual([]);
  expect(ids({ fuzzy: { title: { value: 'ab', fuzziness: 'AUTO' } } })).toEqual([]);
});

it('score the word itself above those that are only similar', () => {
  const [first, ...others] = ids({ fuzzy: { title: { value: 'radars', fuzziness: 2 } } });
  expect(first).toBe('radars');
  expect(others).toContain('radar');
});

it('similar words begin with the letters that have to be right, and are no more than asked for', () => {
  expect(ids({ fuzzy: { title: { value: 'lidarr', prefix_length: 2 } } })).toEqual(['lidar']);
  expect(ids({ fuzzy: { title: { value: 'xidar', prefix_length: 1 } } })).toEqual([]);
  expect(ids({ fuzzy: { title: { value: 'rade', max_expansions: 1 } } })).toHaveLength(1);
});

it('similar words are found by match and in query strings, and as whole values', () => {
  const match = { query: 'clod raddar', fuzziness: 'AUTO', operator: 'and' };
  expect(ids({ match: { title: match } })).toEqual(['cloud radar']);
  expect(ids({ query_string: { query: 'title:CEILOMETR~1' } })).toEqual(['ceilometer']);
  expect(ids({ query_string: { query: 'ceilomtr~', fields: ['title'] } })).toEqual(['ceilometer']);
  expect(ids({ fuzzy: { 'title.keyword': 'cloud rader' } })).toEqual(['cloud radar']);
});

it('similar words are marked', () => {
  const reply = ask({
    query: { fuzzy: { title: 'ceilometr' } },
    highlight: { fields: { title: {} } },
  });
  expect(reply.hits.hits[0]?.highlight).toEqual({ title: ['<em>ceilometer</em>'] });
});

it('similar words are refused of numbers', () => {
  expect(() => ask({ query: { fuzzy: { size: '1' } } })).toThrow('not on [size]');
});

it('suggestions for words that do not occur list the nearest and the more common first', () => {
  const { suggest } = ask({
    size: 0,
    suggest: { text: 'celiometer radar', a: { term: { field: 'title' } } },
  });
  expect(suggest?.a).toEqual([
    {
      text: 'celiometer',
      offset: 0,
      length: 10,
      options: [{ text: 'ceilometer', score: Math.fround(0.9), freq: 1 }],
    },
    { text: 'radar', offset: 11, length: 5, options: [] },
  ]);
});

it('suggestions for phrases mark what changed', () => {
  const { suggest } = ask({
    size: 0,
    suggest: {
      p: {
        text: 'cloud raddar',
        phrase: { field: 'title', highlight: { pre_tag: '<', post_tag: '>' } },
      },
    },
  });
  expect(suggest?.p?.[0]?.options[0]).toMatchObject({
    text: 'cloud radar',
    highlighted: 'cloud <radar>',
  });
});

it('suggestions need a text, and a field of words', () => {
  expect(() => ask({ suggest: { a: { term: { field: 'title' } } } })).toThrow('text option');
  expect(() => ask({ suggest: { text: 'x', a: { term: { field: 'size' } } } })).toThrow('[size]');
  expect(() => ask({ suggest: { a: { text: 'x', completion: {} } } })).toThrow('suggest.a');
});
