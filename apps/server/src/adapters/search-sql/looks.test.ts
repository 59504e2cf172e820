// The more comparisons a row of the file index needs, the more often the clock is looked at, so
// that no search exceeds two seconds.
import { join } from 'node:path';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openReader } from '../../store/reader.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { temporaryStore } from '../../store/testing/temporary-store.ts';
import { searchFiles } from './search.ts';

const store = await temporaryStore('sqlite');
await storeFiles(store.db, dayFiles('sgpmetE13.b1', 600));
let looks = 0;
let last = Number.POSITIVE_INFINITY;
const reader = await openReader({ file: join(store.folder, 'isobar.sqlite') }, () => {
  looks += 1;
  return looks > last;
});
beforeEach(() => {
  last = Number.POSITIVE_INFINITY;
});
afterAll(async () => {
  await reader.close();
  await store.close();
});

const many = <T>(count: number, made: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => made(n));

function ask(input: object) {
  const body = parseSearchBody({ size: 0, track_total_hits: true, ...input });
  if (!body.ok) throw new Error(body.problem.reason);
  looks = 0;
  return searchFiles({ ...reader, dialect: reader.kind }, body.body, 0);
}

async function looksOf(patterns: number): Promise<number> {
  const query = many(patterns, (n) => `*x${n}*`).join(' ');
  await ask({ query: { query_string: { query, default_field: 'file_name' } } });
  return looks;
}

it('one pattern is asked of hundreds of rows between two looks, hundreds of patterns of a few', async () => {
  const one = await looksOf(1);
  expect(one).toBeGreaterThan(0);
  expect(one).toBeLessThan(10);
  expect(await looksOf(500)).toBeGreaterThanOrEqual(600 / 8);
});

it('each of many statements looks at the clock before it is made, also where it looks at no row', async () => {
  const filters = many(100, (n) => ({ term: { file_name: `nosuch.b1.${n}.nc` } }));
  const wanted = {
    query: { term: { datastream: 'nosuch.b1' } },
    aggs: { a: { filters: { filters } } },
  };
  await ask(wanted);
  expect(looks).toBeGreaterThanOrEqual(100);
  last = 50;
  await expect(ask(wanted)).rejects.toSatisfy((error) => reader.isStopped(error));
  expect(looks).toBe(51);
});

it('hundreds of negated query strings are as few comparisons as there are fields', async () => {
  const negated = many(900, (n) => ({ query_string: { query: `a${n} OR b${n}` } }));
  const reply = await ask({ query: { bool: { must_not: negated } } });
  expect(reply.hits.total).toEqual({ value: 600, relation: 'eq' });
  const [, name = ''] = dayFiles('sgpmetE13.b1', 2).map(({ file_name: file }) => file);
  const without = [...negated, { query_string: { query: `"${name}"` } }];
  expect((await ask({ query: { bool: { must_not: without } } })).hits.total?.value).toBe(599);
});

it('more comparisons than a statement is quickly prepared with are refused before it is made', async () => {
  const pairs = (count: number) => ({
    query_string: {
      query: many(count, (n) => `(a${n} OR b${n})`).join(' AND '),
      default_field: 'file_name',
    },
  });
  const strings = (count: number) => ({ query: { bool: { must: many(count, () => pairs(300)) } } });
  await ask(strings(6));
  await expect(ask(strings(7))).rejects.toMatchObject({ type: 'too_many_clauses' });
});
