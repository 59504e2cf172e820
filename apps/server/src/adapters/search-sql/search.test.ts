// Searches of the file index against a plain evaluator, on both databases.

import { formatInstant } from '@isobar/contract/time.ts';
import type { Query } from '@isobar/query-language/query.ts';
import { escapeQueryString } from '@isobar/query-language/query-string.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dayFiles,
  FIRST_DAY,
  storeFiles,
  type TestFile,
  unusualFile,
} from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { fileSearches } from './testing/file-searches.ts';
import { documentOf, fulfils } from './testing/plain-search.ts';

const NAMED: readonly TestFile[] = [
  ...dayFiles('sgpmetE13.b1', 40),
  ...dayFiles('sgpmetE1.b1', 3),
  ...dayFiles('sgpmetE13.a1', 5),
  ...dayFiles('nsaradarC1.b1', 30, ['ppi', 'rhi', null, "o'b[a]%_\\d*?", 'PPI']),
  ...dayFiles('ena-oddM1.00', 4),
];
const ODD = [
  unusualFile('lamp-series', 'profile_2019.nc', FIRST_DAY),
  unusualFile('lamp-series', 'sgpmetE13.nc', FIRST_DAY + 100),
  unusualFile('other', 'profile_2019.nc', FIRST_DAY + 200),
  unusualFile('sgpmetE13.b1', 'zz.b1.late.nc', FIRST_DAY + 300),
];
const WITH_ODD = [...NAMED, ...ODD];

/** Byte by byte. */
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const pick = <T>(of: (file: TestFile) => T) => fc.constantFrom(...WITH_ODD).map(of);
const instant = fc
  .integer({ min: -3, max: 45 * 4 })
  .map((quarter) => formatInstant(FIRST_DAY + quarter * 21_600));
const textField = fc.constantFrom('file_name', 'datastream', 'scan_name');
const text = fc.oneof(
  pick((file) => file.file_name),
  pick((file) => file.datastream),
  pick((file) => file.scan_name ?? 'rhi'),
  fc.constantFrom('', 'sgp', 'nothing', 'E13.b1'),
);
/** A text of the index with some of it left out. */
const pattern = fc
  .tuple(text, fc.nat(12), fc.nat(12), fc.constantFrom('*', '?', '**', ''))
  .map(([whole, from, length, sign]) => {
    const safe = whole.replace(/[\\*?]/g, '?');
    return safe.slice(0, from) + sign + safe.slice(from + length);
  });
/** Enough values for a long list, which a statement contains in another form than a short one. */
const OTHERS = Array.from({ length: 60 }, (_, n) => `sgp"o\\${n}E1.b1.x.nc`);
const clause: fc.Arbitrary<Query> = fc.oneof(
  fc.tuple(textField, fc.boolean(), text).map(([field, exact, value]): Query => {
    return { term: { [exact ? `${field}.keyword` : field]: value } };
  }),
  fc.tuple(textField, text).map(([field, value]): Query => ({ match_phrase: { [field]: value } })),
  fc
    .tuple(textField, fc.array(text, { maxLength: 4 }), fc.boolean())
    .map(([field, values, isLong]): Query => {
      const all = isLong ? [...values, ...OTHERS] : values;
      return { terms: { [`${field}.keyword`]: all } };
    }),
  fc
    .tuple(textField, text, fc.nat(20))
    .map(([field, value, length]): Query => ({ prefix: { [field]: value.slice(0, length) } })),
  fc.tuple(textField, pattern, fc.boolean()).map(
    ([field, value, loose]): Query => ({
      wildcard: { [field]: { value, case_insensitive: loose } },
    }),
  ),
  fc
    .tuple(fc.constantFrom('start_date', 'end_date'), instant, instant, fc.boolean(), fc.boolean())
    .map(([field, from, to, open, half]): Query => {
      const bounds = open ? { gt: from, lt: to } : { gte: from, lte: to };
      return { range: { [field]: half ? { gte: from } : bounds } };
    }),
  fc
    .tuple(textField, text, fc.constantFrom('gt', 'gte', 'lt', 'lte'))
    .map(([field, value, side]): Query => ({ range: { [field]: { [side]: value } } })),
  fc
    .tuple(fc.integer({ min: 990, max: 1050 }), fc.constantFrom('gt', 'gte', 'lt', 'lte'))
    .map(([size, side]): Query => ({ range: { file_size: { [side]: size + 0.5 * (size % 2) } } })),
  textField.map((field): Query => ({ exists: { field } })),
  fc
    .array(
      pick((file) => documentOf(file)._id as string),
      { maxLength: 3 },
    )
    .map((values): Query => ({ ids: { values } })),
  fc.constant<Query>({ match_all: {} }),
);
const query: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 2, arbitrary: clause },
    {
      weight: 3,
      arbitrary: fc
        .record(
          {
            must: fc.array(tie('query'), { maxLength: 2 }),
            filter: fc.array(tie('query'), { maxLength: 3 }),
            should: fc.array(tie('query'), { maxLength: 4 }),
            must_not: fc.array(tie('query'), { maxLength: 2 }),
            minimum_should_match: fc.integer({ min: 0, max: 3 }),
          },
          { requiredKeys: [] },
        )
        .map((bool): Query => ({ bool })),
    },
  ),
})).query;

let store: TemporaryStore;
const { search, matching } = fileSearches(() => store);

describe.each(STORE_KINDS)('file_info on %s', (kind) => {
  beforeAll(async () => {
    store = await temporaryStore(kind);
  }, 60_000);
  afterAll(() => store.close());
  describe.each([
    ['whose names all begin with their datastream', NAMED],
    ['some of them with a different kind of name', WITH_ODD],
  ])('over files %s', (_, files) => {
    beforeAll(async () => {
      await store.empty();
      await storeFiles(store.db, files);
    });
    const documents = files.map(documentOf);

    it('file_info finds just the files that a plain evaluator finds, counted exactly', async () => {
      const runs = kind === 'sqlite' ? 400 : 60;
      for (const wanted of fc.sample(query, { seed: 5, numRuns: runs })) {
        const reply = await search({ query: wanted, size: 1000 });
        const expected = documents.filter((one) => fulfils(one, wanted)).map((one) => one._id);
        const found = reply.hits.hits.map((hit) => hit._id);
        expect([...found].sort(), JSON.stringify(wanted)).toEqual(expected.sort());
        expect(reply.hits.total).toEqual({ value: expected.length, relation: 'eq' });
      }
    });

    it('file_info sorts by any field, byte by byte, and pages on without loss', async () => {
      const keys = [
        'file_name.keyword',
        'start_date',
        'end_date',
        'file_size',
        'scan_name.keyword',
      ];
      for (const key of keys)
        for (const order of ['asc', 'desc'] as const)
          for (const missing of ['_first', '_last']) {
            const sort = [
              { [key]: { order, missing } },
              { 'datastream.keyword': order },
              'file_name',
            ];
            const whole = (await search({ sort, size: 1000 })).hits.hits;
            expect(whole).toHaveLength(files.length);
            const values = whole.map((hit) => hit.sort?.[0] ?? null);
            const present = values.filter((value) => value !== null);
            const sorted = [...present].sort((a, b) =>
              typeof a === 'string' ? bytes(a, String(b)) : Number(a) - Number(b),
            );
            expect(present).toEqual(order === 'asc' ? sorted : sorted.reverse());
            const nulls = Array(values.length - present.length).fill(null);
            expect(values).toEqual(
              missing === '_first' ? [...nulls, ...present] : [...present, ...nulls],
            );
            const paged: string[] = [];
            for (let after: unknown; ; ) {
              const page = await search({
                sort,
                size: 17,
                ...(after ? { search_after: after } : {}),
              });
              paged.push(...page.hits.hits.map((hit) => hit._id));
              expect(page.hits.total?.value).toBe(files.length);
              if (page.hits.hits.length < 17) break;
              after = page.hits.hits.at(-1)?.sort;
            }
            expect(paged).toEqual(whole.map((hit) => hit._id));
          }
    });

    it('file_info goes on after a date that is given as text, which is that very instant and no whole day', async () => {
      for (const order of ['asc', 'desc'] as const) {
        const sort = [{ start_date: { order } }, { 'datastream.keyword': order }, 'file_name'];
        const beyond = async (...values: readonly unknown[]) =>
          (await search({ sort, size: 1000, search_after: values })).hits.hits.map(
            (hit) => hit._id,
          );
        const whole = (await search({ sort, size: 1000 })).hits.hits;
        const isWithin = ({ sort = [] }: (typeof whole)[number]) =>
          Number(sort[0]) % 86_400_000 > 0;
        const [instant, ...others] = (whole.find(isWithin) ?? whole[whole.length >> 1])?.sort ?? [];
        const text = new Date(Number(instant)).toISOString();
        const rest = await beyond(instant, ...others);
        expect(rest.length).toBeGreaterThan(5);
        expect(await beyond(text, ...others)).toEqual(rest);
        const day = text.slice(0, 10);
        expect(await beyond(day, ...others)).toEqual(await beyond(Date.parse(day), ...others));
      }
      await expect(search({ sort: ['start_date'], search_after: ['soon'] })).rejects.toThrow(
        'search_after: [soon] is no date',
      );
    });

    it('[P084] pages with from and size, each file once', async () => {
      const paged: string[] = [];
      for (let from = 0; from < files.length; from += 20)
        paged.push(...(await search({ from, size: 20 })).hits.hits.map((hit) => hit._id));
      expect(new Set(paged).size).toBe(files.length);
      expect(paged).toHaveLength(files.length);
    });

    it('[P022] [P101] sums, counts and groups as a plain evaluator does', async () => {
      for (const wanted of fc.sample(query, { seed: 9, numRuns: kind === 'sqlite' ? 100 : 20 })) {
        const found = files.filter((file) => fulfils(documentOf(file), wanted));
        const { aggregations } = await search({
          query: wanted,
          size: 0,
          aggs: {
            bytes: { sum: { field: 'file_size' } },
            files: { cardinality: { field: 'file_name.keyword' } },
            ids: { cardinality: { field: '_id' } },
            scanned: { value_count: { field: 'scan_name.keyword' } },
            first: { min: { field: 'start_date' } },
            last: { max: { field: 'end_date' } },
            mean: { avg: { field: 'file_size' } },
            streams: {
              terms: { field: 'datastream.keyword', size: 2, order: { 'size.max': 'desc' } },
              aggs: { size: { stats: { field: 'file_size' } } },
            },
            scans: { terms: { field: 'scan_name.keyword', missing: 'none' } },
            radar: {
              filter: { prefix: { datastream: 'nsa' } },
              aggs: { bytes: { sum: { field: 'file_size' } } },
            },
            unscanned: { missing: { field: 'scan_name' } },
          },
        });
        const sum = (of: readonly TestFile[]) => of.reduce((total, file) => total + file.size, 0);
        const radar = found.filter((file) => file.datastream.startsWith('nsa'));
        const starts = found.map((file) => file.start_s * 1000);
        expect(aggregations).toMatchObject({
          bytes: { value: sum(found) },
          files: { value: new Set(found.map((file) => file.file_name)).size },
          ids: { value: found.length },
          scanned: { value: found.filter((file) => file.scan_name !== null).length },
          first: { value: found.length > 0 ? Math.min(...starts) : null },
          mean: { value: found.length > 0 ? sum(found) / found.length : null },
          radar: { doc_count: radar.length, bytes: { value: sum(radar) } },
          unscanned: { doc_count: found.filter((file) => file.scan_name === null).length },
        });
        const groups = [...Map.groupBy(found, (file) => file.datastream)]
          .map(([key, own]) => ({
            key,
            doc_count: own.length,
            max: Math.max(...own.map((f) => f.size)),
          }))
          .sort((a, b) => b.max - a.max || bytes(a.key, b.key));
        expect(aggregations?.streams).toMatchObject({
          doc_count_error_upper_bound: 0,
          sum_other_doc_count: groups.slice(2).reduce((total, group) => total + group.doc_count, 0),
          buckets: groups.slice(0, 2).map(({ key, doc_count, max }) => ({
            key,
            doc_count,
            size: { count: doc_count, max },
          })),
        });
        const scans = [...Map.groupBy(found, (file) => file.scan_name ?? 'none')]
          .map(([key, own]) => ({ key, doc_count: own.length }))
          .sort((a, b) => b.doc_count - a.doc_count || bytes(a.key, b.key));
        expect(aggregations?.scans?.buckets).toEqual(scans);
      }
    });

    it('file_info takes a whole value in a query string for what it is, whatever its characters', async () => {
      for (const field of ['file_name', 'datastream', 'scan_name'] as const)
        for (const value of new Set(files.map((file) => file[field]))) {
          if (value === null) continue;
          const quoted = `${field}:"${value.replace(/["\\]/g, '\\$&')}"`;
          const expected = files.filter((file) => file[field] === value).length;
          expect(await matching(quoted), quoted).toHaveLength(expected);
          expect(await matching(`${field}.keyword:${escapeQueryString(value)}`)).toHaveLength(
            expected,
          );
        }
    });
  });
});
