// Searches that are small to write and long to answer: each looks at the clock within its loops,
// and ends when the time is over.
import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { SegmentBuilder } from './build/build.ts';
import { search } from './search.ts';
import { openSegment, type Segment } from './segment/segment.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobar-budget-'));
const files: number[] = [];
afterAll(() => {
  files.forEach(closeSync);
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());

function built(mapping: Mapping, count: number, made: (n: number) => object): Segment {
  const builder = new SegmentBuilder(join(folder, `${count}.segment`), mapping, []);
  for (let n = 0; n < count; n++) builder.add(JSON.stringify({ id: `d${n}`, ...made(n) }));
  const data = builder.finish();
  files.push(data.file);
  return openSegment(data);
}

const range = <T>(count: number, made: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => made(n));
const ring = (corners: number) =>
  range(corners + 1, (n) => {
    const angle = (2 * Math.PI * (n % corners)) / corners;
    return [10 + 5 * Math.cos(angle), 10 + 5 * Math.sin(angle)];
  });

/** Within the same bounds as the ring, and nowhere near it. */
const inside = ([x = 0, y = 0]: number[]) => [10 + (x - 10) * 0.9, 10 + (y - 10) * 0.9];

/** Few documents with long texts, and many with short ones. */
let [long, many]: Segment[] = [];
const [LONG, MANY] = [60, 40_000];
beforeAll(() => {
  const text = (n: number) => `${'a gamma zeta '.repeat(30)}${n}`;
  long = built({ text: { type: 'text' }, area: { type: 'geo_shape' } }, LONG, (n) => ({
    text: text(n),
    area: { type: 'Polygon', coordinates: [ring(40).map(([x = 0, y = 0]) => [x, y + n / 1000])] },
  }));
  many = built(
    { name: { type: 'keyword' }, n: { type: 'integer' }, day: { type: 'date' } },
    MANY,
    (n) => ({
      name: `name ${(n * 7919) % MANY}`,
      n: n % 5000,
      day: new Date(n * 3_600_000).toISOString(),
    }),
  );
});

const parsed = (input: unknown) => {
  const { ok, ...rest } = parseSearchBody(input);
  if (!ok) throw new Error(JSON.stringify(rest));
  return (rest as Extract<ReturnType<typeof parseSearchBody>, { ok: true }>).body;
};

/**
 * How often a search looks at the clock. The clock stands still until look number `last`, and is
 * past any time limit afterwards.
 */
function looks(segment: Segment, input: unknown, last = Number.POSITIVE_INFINITY) {
  const body = parsed(input);
  let count = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (++count > last ? 1e9 : 0));
  let refused: unknown = null;
  try {
    search(segment, 'test', body, { milliseconds: 1000, now: 0 });
  } catch (error) {
    refused = error;
  }
  vi.restoreAllMocks();
  return { count, refused };
}

const filters = range(100, (n) => ({ term: { name: `name ${n}` } }));
const HOSTILE: readonly [string, 'long' | 'many', object, number][] = [
  [
    'a pattern of a thousand signs against long texts',
    'long',
    { query: { wildcard: { 'text.keyword': `${'*a'.repeat(500)}*x` } } },
    50,
  ],
  [
    'one word hundreds of times as a loose phrase',
    'long',
    { query: { match_phrase: { text: { query: 'a '.repeat(120), slop: 5 } } } },
    30,
  ],
  [
    'a regular expression of thousands of states for the names of buckets',
    'long',
    {
      size: 0,
      aggs: { one: { terms: { field: 'text.keyword', include: '(a?b?c?){300}(.*z){300}' } } },
    },
    60,
  ],
  [
    'long patterns to be marked in long texts',
    'long',
    {
      size: 20,
      query: {
        bool: {
          should: [
            { match_all: {} },
            ...range(60, (n) => ({ wildcard: { text: `*a*b*c*d*e*f*${n}` } })),
          ],
        },
      },
      highlight: { fields: { text: {} } },
    },
    40,
  ],
  [
    'an area of thousands of corners against areas',
    'long',
    {
      query: {
        geo_shape: {
          area: { shape: { type: 'LineString', coordinates: ring(2000).map(inside) } },
        },
      },
    },
    15,
  ],
  [
    'hundreds of filters and what none of them takes',
    'many',
    { size: 0, aggs: { one: { filters: { filters, other_bucket: true } } } },
    130,
  ],
  [
    'hundreds of clauses with scores',
    'many',
    { query: { bool: { should: range(150, (n) => ({ range: { n: { gte: n } } })) } } },
    180,
  ],
  ['thousands of numbers', 'many', { query: { terms: { n: range(4000, (n) => n) } } }, 30],
  [
    'all values as buckets, by what is below them',
    'many',
    {
      size: 0,
      aggs: {
        one: {
          terms: { field: 'name', size: 10, order: [{ low: 'asc' }, { _key: 'desc' }] },
          aggs: { low: { min: { field: 'n' } } },
        },
      },
    },
    MANY + 10,
  ],
  [
    'what comes after a document',
    'many',
    { sort: [{ name: 'asc' }], search_after: ['name 3'], track_total_hits: false },
    4,
  ],
];

it.each(HOSTILE)('%s', (_, which, body, least) => {
  const segment = which === 'long' ? long : many;
  if (!segment) throw new Error('not built');
  const { count, refused } = looks(segment, body);
  expect(refused).toBeNull();
  expect(count).toBeGreaterThan(least);
  const half = looks(segment, body, Math.floor(count / 2));
  expect(half.refused).toMatchObject({ status: 408, type: 'search_timeout_exception' });
  expect(half.count).toBe(Math.floor(count / 2) + 1);
});

it('words that have to be similar take their time from that of the search when they are marked', () => {
  const fuzzy = range(20, (n) => ({ fuzzy: { text: { value: `gamm${n}`, fuzziness: 2 } } }));
  const body = { query: { bool: { should: fuzzy } }, highlight: { fields: { text: {} } } };
  const { count } = looks(long as Segment, body);
  for (let last = 2; last < count; last++)
    expect(looks(long as Segment, body, last).count).toBe(last + 1);
});

it('an order by many keys', () => {
  const [first, ...others] = ['name', 'n', 'day'].map((name) => ({ [name]: 'desc' }));
  const sort = range(16, (n) => (n % 2 ? first : others[n % others.length]) ?? {});
  expect(looks(many as Segment, { sort }, 8).refused).toMatchObject({ status: 408 });
  expect(looks(many as Segment, { sort }).refused).toBeNull();
});

it('the memory of a search holds: thousands of words in all fields are refused, not passed over', () => {
  const words = 'a '.repeat(1000);
  const one = { simple_query_string: { query: words } };
  const { refused } = looks(many as Segment, {
    query: { bool: { should: range(32, () => one) } },
  });
  expect(refused).toMatchObject({ status: 400, type: 'too_many_clauses' });
  expect(
    looks(many as Segment, { query: { simple_query_string: { query: 'name 12 13' } } }).refused,
  ).toBeNull();
});
