import { closeSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mapping } from '@isobar/query-language/mapping.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import { parseSearchBody, type SearchBody } from '@isobar/query-language/search-body.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { AggregationCache } from './aggregate/aggregation-cache.ts';
import { SegmentBuilder } from './build/build.ts';
import { search, searchText } from './search.ts';
import { openSegment, type Segment } from './segment/segment.ts';
import { body, document, documents, GROUPS, MAPPING, typed } from './testing/random-search.ts';
import { type Doc, Reference } from './testing/reference.ts';

const folder = mkdtempSync(join(tmpdir(), 'isobar-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));

function built(mapping: Mapping, groups: readonly string[], docs: readonly Doc[]) {
  const path = join(folder, `${Math.random()}.segment`);
  const builder = new SegmentBuilder(path, mapping, groups);
  for (const doc of docs) builder.add(JSON.stringify(doc));
  const data = builder.finish();
  rmSync(path);
  return { segment: openSegment(data), close: () => closeSync(data.file) };
}

const LIMITS = { milliseconds: 60_000, now: Date.parse('2026-11-21T10:00:00Z') };

function answer(segment: Segment, input: unknown, cache?: AggregationCache): SearchReply {
  const parsed = parseSearchBody(input);
  if (!parsed.ok) throw new Error(`${parsed.problem.path}: ${parsed.problem.reason}`);
  const limits = { ...LIMITS, ...(cache ? { cache } : {}) };
  const reply = search(segment, 'test', parsed.body, limits);
  const text = Buffer.from(searchText(segment, 'test', parsed.body, limits)).toString();
  expect({ ...JSON.parse(text), took: 0 }).toEqual({
    ...JSON.parse(JSON.stringify(reply)),
    took: 0,
  });
  return reply;
}

/** A part of a reply in the form in which the reference gives it. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  const { hits } = value as { hits?: { hits: { _id: string }[] } };
  if (hits) return hits.hits.map((hit) => hit._id);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'doc_count_error_upper_bound' && !key.endsWith('_as_string'))
      .map(([key, inner]) => [key, told(inner)]),
  );
}

const GROUP_COUNT = { groups: { cardinality: { field: 'group' } } };

const outline = (reply: SearchReply) => ({
  total: reply.hits.total?.value,
  ids: reply.hits.hits.map((hit) => hit._id),
  aggregations: told(reply.aggregations),
});

it('a search answers as the reference does, whatever the documents and the search', () => {
  // Without ISOBAR_SEED each run draws others.
  const usual = process.env.ISOBAR_TESTS === 'all' ? 10_000 : 2500;
  const numRuns = Number(process.env.ISOBAR_SEARCH_RUNS ?? usual);
  fc.assert(
    fc.property(documents, fc.array(body, { minLength: 4, maxLength: 4 }), (docs, bodies) => {
      const { segment, close } = built(MAPPING, GROUPS, docs);
      try {
        const reference = new Reference(MAPPING, docs);
        for (const one of bodies) {
          expect(outline(answer(segment, one))).toEqual(reference.answer(one));
        }
      } finally {
        close();
      }
    }),
    { numRuns: Math.ceil(numRuns / 4) },
  );
}, 600_000);

it('a search answers so over many documents too, where counts are taken from a few that stand for others', () => {
  const many = fc.array(document, { minLength: 100, maxLength: 250, size: 'max' });
  fc.assert(
    fc.property(many, fc.array(body, { minLength: 8, maxLength: 8 }), (docs, bodies) => {
      const own = docs.map((doc, i) => ({ ...doc, id: `m${i}` }));
      const { segment, close } = built(MAPPING, GROUPS, own);
      try {
        const reference = new Reference(MAPPING, own);
        for (const one of bodies)
          expect(outline(answer(segment, one))).toEqual(reference.answer(one));
      } finally {
        close();
      }
    }),
    { numRuns: 40 },
  );
}, 600_000);

it('a search answers so where filters keep values whole, whose numbers are kept from the search before', () => {
  fc.assert(
    fc.property(documents, fc.array(typed, { minLength: 4, maxLength: 4 }), (docs, bodies) => {
      const { segment, close } = built(MAPPING, GROUPS, docs);
      try {
        const reference = new Reference(MAPPING, docs);
        for (const one of [...bodies, ...bodies])
          expect(outline(answer(segment, one))).toEqual(reference.answer(one));
      } finally {
        close();
      }
    }),
    { numRuns: 250 },
  );
}, 600_000);

it('a search answers so where aggregations were counted for another page, sort or set of rows', () => {
  const bodies = fc.array(fc.tuple(body, body), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(documents, documents, bodies, (docs, later, pairs) => {
      const cache = new AggregationCache(3000); // so few bytes that new texts overwrite old ones
      for (const some of [docs, later]) {
        const { segment, close } = built(MAPPING, GROUPS, some);
        try {
          const reference = new Reference(MAPPING, some);
          for (const [one, rows] of pairs) {
            const { query = { match_all: {} }, aggs = GROUP_COUNT } = one;
            const other = { ...rows, query, aggs };
            const sorted = { query, aggs, sort: [{ code: { order: 'desc', missing: '_last' } }] };
            for (const asked of [one, other, sorted] as const)
              expect(outline(answer(segment, asked, cache))).toEqual(
                // SearchBody lets its sort list be changed; nothing changes it here
                reference.answer(asked as SearchBody),
              );
          }
        } finally {
          close();
        }
      }
    }),
    { numRuns: 150 },
  );
}, 600_000);

it('pages to the end with search_after as with one long list', () => {
  fc.assert(
    fc.property(documents, body, fc.integer({ min: 1, max: 7 }), (docs, one, size) => {
      const { segment, close } = built(MAPPING, GROUPS, docs);
      try {
        const sort = [...[one.sort ?? []].flat(), { _doc: 'asc' }];
        const whole = answer(segment, { query: one.query, sort, size: 1000 });
        const paged: string[] = [];
        let after: unknown;
        for (;;) {
          const page = answer(segment, {
            query: one.query,
            sort,
            size,
            ...(after ? { search_after: after } : {}),
          });
          paged.push(...page.hits.hits.map((hit) => hit._id));
          after = JSON.parse(JSON.stringify(page.hits.hits.at(-1)?.sort ?? null));
          if (page.hits.hits.length < size) break;
        }
        expect(paged).toEqual(whole.hits.hits.map((hit) => hit._id));
      } finally {
        close();
      }
    }),
    { numRuns: 60 },
  );
});

it('a search shows the same on a page as in the whole list, where the first sort key sets much apart', () => {
  const words = ['cloud', 'cloud rain', 'rain rain rain', 'snow cloud', 'snow'];
  const docs = Array.from({ length: 4000 }, (_, i) => ({
    id: `d${i}`,
    group: i % 7 < 3 ? 'large' : `g${(i * 3) % 91}`,
    rank: i % 7 < 3 ? 0 : i % 11 === 0 ? null : 1 + (i % 23),
    text: words[i % words.length],
  }));
  const mapping = {
    group: { type: 'keyword' },
    rank: { type: 'integer' },
    text: { type: 'text' },
  } as const;
  const { segment, close } = built(mapping, ['group'], docs);
  const ids = (one: object) => answer(segment, one).hits.hits.map((hit) => hit._id);
  const query = { match: { text: 'cloud rain' } };
  const firsts = [
    { rank: 'asc' },
    { rank: { order: 'desc', missing: '_first' } },
    { rank: { order: 'asc', missing: 1 } }, // documents without a rank sort with those of rank 1
  ];
  for (const first of firsts)
    for (const more of [{}, { collapse: { field: 'group' } }]) {
      const asked = { query, sort: [first, { _score: 'desc' }], ...more };
      const whole = ids({ ...asked, size: 5000 });
      const pages = [
        [0, 1],
        [0, 20],
        [37, 10],
        [85, 20],
        [1400, 20],
      ] as const;
      for (const [from, size] of pages)
        expect(ids({ ...asked, from, size })).toEqual(whole.slice(from, from + size));
    }
  close();
});

it('a search counts columns that determine each other, and those that a finer one determines', () => {
  const docs = Array.from({ length: 2000 }, (_, i) => ({
    id: `d${i}`,
    stream: `st${i % 40}`,
    other: `o${i % 40}`,
    site: `s${i % 8}`,
    region: `r${i % 8}`,
  }));
  const keyword = { type: 'keyword' } as const;
  const mapping = { stream: keyword, other: keyword, site: keyword, region: keyword };
  const { segment, close } = built(mapping, ['stream'], docs);
  const fields = ['region', 'site', 'other', 'stream'];
  const aggs = Object.fromEntries(
    fields.map((field) => [
      field,
      { terms: { field, size: 50 }, aggs: { streams: { cardinality: { field: 'stream' } } } },
    ]),
  );
  const query = { bool: { must_not: [{ term: { site: 's0' } }] } };
  const { aggregations } = answer(segment, { size: 0, query, aggs });
  for (const [field, values, count, streams] of [
    ['region', 7, 250, 5],
    ['site', 7, 250, 5],
    ['other', 35, 50, 1],
    ['stream', 35, 50, 1],
  ] as const) {
    const each = expect.objectContaining({ doc_count: count, streams: { value: streams } });
    expect(aggregations?.[field]).toMatchObject({ buckets: Array(values).fill(each) });
  }
  close();
});

it('a search shows of each document its own part, also when the same parts are asked again and of another index', () => {
  const mapping = { code: { type: 'keyword' } } as const;
  const parts = [['code'], ['title', 'code'], { excludes: ['title'] }, true] as const;
  const firsts = built(mapping, [], [{ id: 'a', code: 'x', title: 'of another index' }]);
  for (const _source of parts) answer(firsts.segment, { _source });
  const docs = ['x', 'y'].map((code) => ({ id: code, code, title: `title of ${code}` }));
  const { segment, close } = built(mapping, [], docs);
  const shown = () =>
    parts.map((_source) => answer(segment, { _source }).hits.hits.map((hit) => hit._source));
  const wanted = [
    docs.map(({ code }) => ({ code })),
    docs.map(({ code, title }) => ({ code, title })),
    docs.map(({ id, code }) => ({ id, code })),
    docs,
  ];
  expect(shown()).toEqual(wanted);
  expect(shown()).toEqual(wanted);
  firsts.close();
  close();
});

it('scores by BM25, as written in the books', () => {
  const texts = ['cloud radar', 'cloud', 'cloud cloud rain', 'rain rain rain rain', 'snow'];
  const docs = texts.map((t, i) => ({ id: String(i), t }));
  const { segment, close } = built({ t: { type: 'text' } }, [], docs);
  const average = texts.join(' ').split(' ').length / texts.length;
  const score = (text: string, word: string) => {
    const words = text.split(' ');
    const frequency = words.filter((w) => w === word).length;
    const having = texts.filter((t) => t.split(' ').includes(word)).length;
    const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    return (rarity * frequency) / (frequency + 1.2 * (0.25 + (0.75 * words.length) / average));
  };
  const { hits } = answer(segment, { query: { match: { t: 'cloud rain' } } }).hits;
  expect(hits).toHaveLength(4);
  for (const hit of hits) {
    const text = texts[Number(hit._id)] as string;
    expect(hit._score).toBeCloseTo(score(text, 'cloud') + score(text, 'rain'), 5);
  }
  const scores = hits.map((hit) => hit._score as number);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  close();
});

it('a search understands dates and their mathematics in UTC', () => {
  const docs = ['2001-02-03T04:05:06Z', '2026-11-20T23:59:59Z', '2026-11-21T09:00:00Z'].map(
    (d, i) => ({ id: String(i), d }),
  );
  const { segment, close } = built({ d: { type: 'date' } }, [], docs);
  const found = (query: string) =>
    answer(segment, {
      query: { query_string: { query, default_field: 'd' } },
      sort: [{ d: 'asc' }],
    })
      .hits.hits.map((hit) => hit._id)
      .join('');
  expect(found('d:2001-02-03')).toBe('0');
  expect(found('d:[now/d TO now]')).toBe('2');
  expect(found('d:[now-1d/d TO now/d]')).toBe('12');
  expect(found('d:[* TO now-1d]')).toBe('0');
  expect(found('d:{2001-02-03 TO *]')).toBe('12');
  expect(found('d:[2001-02-03||+25y TO *]')).toBe('12');
  expect(found('d:>=2026-11-21T09')).toBe('2');
  expect(() => found('d:yesterday')).toThrow('is no date');
  close();
});

it('a search stops a search that takes too long', () => {
  const docs = Array.from({ length: 3000 }, (_, i) => ({ id: String(i), code: `x${i}` }));
  const { segment, close } = built({ code: { type: 'keyword' } }, [], docs);
  const slow = { query: { wildcard: { code: '*x*1*' } } };
  expect(() => search(segment, 'test', slow, { milliseconds: 0, now: 0 })).toThrow(
    'the search was stopped after 0 ms',
  );
  expect(answer(segment, slow).hits.total?.value).toBeGreaterThan(0);
  close();
});

it('a search refuses more buckets than its reply may take, before they are made', () => {
  const docs = Array.from({ length: 200 }, (_, n) => ({ id: `d${n}`, code: `c${n}`, n }));
  const { segment, close } = built(MAPPING, GROUPS, docs);
  const ask = (field: string, size: number) => () =>
    search(
      segment,
      'test',
      { size: 0, aggs: { a: { terms: { field, size } } } },
      {
        ...LIMITS,
        most: 20_000,
      },
    );
  for (const field of ['code', 'n']) {
    expect(ask(field, 100)().aggregations?.a?.buckets).toHaveLength(100);
    expect(ask(field, 200)).toThrow(/would be longer than/);
  }
  close();
});

it('a search refuses a page whose documents are longer than a reply may be, before any of them is read', () => {
  const docs = Array.from({ length: 40 }, (_, n) => ({ id: `d${n}`, title: 'x'.repeat(1000) }));
  const { segment, close } = built(MAPPING, GROUPS, docs);
  let read = 0;
  const counted = {
    ...segment,
    source: (document: number) => {
      read++;
      return segment.source(document);
    },
  };
  const ask = (size: number) => () =>
    search(counted, 'test', { size, query: { match_all: {} } }, { ...LIMITS, most: 20_000 });
  expect(ask(40)).toThrow(/would be longer than/);
  expect(read).toBe(0);
  expect(ask(10)().hits.hits).toHaveLength(10);
  expect(read).toBe(10);
  close();
});

it('a search counts two exchanged letters as one edit unless transpositions are off', () => {
  const { segment, close } = built(MAPPING, GROUPS, [{ id: 'd', title: 'cloud' }]);
  const found = (more: object) =>
    answer(segment, { query: { match: { title: { query: 'cluod', fuzziness: 1, ...more } } } }).hits
      .hits.length;
  expect(found({})).toBe(1);
  expect(found({ fuzzy_transpositions: true })).toBe(1);
  expect(found({ fuzzy_transpositions: false })).toBe(0);
  close();
});

it('a search takes no word for a bound of a histogram of dates', () => {
  const { segment, close } = built(MAPPING, GROUPS, [{ id: 'd', day: '2004-01-15T06:00:00Z' }]);
  const months = (min: string) => () =>
    answer(segment, {
      size: 0,
      aggs: {
        months: {
          date_histogram: {
            field: 'day',
            calendar_interval: 'month',
            min_doc_count: 0,
            extended_bounds: { min, max: '2004-02-01' },
          },
        },
      },
    }).aggregations;
  expect(JSON.stringify(months('2003-12-01')())).toContain('2003-12-01');
  expect(months('yesterday')).toThrow('[yesterday] is no date');
  close();
});
