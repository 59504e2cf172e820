// Histograms of files by time, on both databases, against the plain steps of the search engine.

import type { Bucket } from '@isobar/query-language/result.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { dateInterval, dateSteps } from '@isobar/search-engine/language/date-steps.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFiles, storeFiles, unusualFile } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { ALL } from './condition.ts';
import { dateHistogramOf } from './histogram.ts';
import type { FileRows } from './rows.ts';
import { searchFiles } from './search.ts';

const NOW = Date.UTC(2019, 0, 15, 12);
/** All over the years, before 1970 too, and on the edges of units. */
const STARTS = [
  ...Array.from({ length: 60 }, (_, i) => Date.UTC(1961, 0, 1) / 1000 + i * 36_288_011),
  ...[-1, 0, 1].map((second) => Date.UTC(1969, 11, 29) / 1000 + second),
  ...[-1, 0].map((second) => Date.UTC(2000, 3, 1) / 1000 + second),
  Date.UTC(2020, 1, 29) / 1000,
];
const FILES = [
  ...STARTS.map((start, i) => unusualFile('lamp', `f${i}.nc`, start)),
  ...dayFiles('sgpmetE13.b1', 10),
];

describe.each(STORE_KINDS)('a histogram of files in %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
    await storeFiles(store.db, FILES);
  });
  afterAll(() => store.close());

  const search = async (request: object) => {
    const parsed = parseSearchBody(request);
    if (!parsed.ok) throw new Error(parsed.problem.reason);
    return searchFiles({ db: store.db, dialect: kind }, parsed.body, NOW);
  };
  const histogram = async (options: object, more: object = {}, aggs?: object) => {
    const date_histogram = { field: 'start_date', ...options };
    const { aggregations } = await search({
      size: 0,
      aggs: { h: { date_histogram, ...(aggs ? { aggs } : {}) } },
      ...more,
    });
    return (aggregations?.h?.buckets ?? []) as readonly Bucket[];
  };

  it.each([
    ...['year', 'quarter', '1M', 'week', 'day', '1h', 'minute'].map((calendar_interval) => ({
      calendar_interval,
    })),
    ...['30d', '1000h', '90s'].map((fixed_interval) => ({ fixed_interval })),
    { calendar_interval: 'month', offset: '+10d' },
    { calendar_interval: 'week', offset: '-6h' },
    { calendar_interval: 'quarter', offset: '-40d' },
    { fixed_interval: '7d', offset: '+1d' },
  ])('a histogram of files has the buckets that %j means', async (options) => {
    const { keyOf } = dateSteps(dateInterval(options));
    const expected = [...Map.groupBy(FILES, (file) => keyOf(file.start_s * 1000))]
      .map(([key, own]) => ({
        key,
        doc_count: own.length,
        bytes: { value: own.reduce((sum, file) => sum + file.size, 0) },
      }))
      .sort((a, b) => a.key - b.key);
    const bytes = { bytes: { sum: { field: 'file_size' } } };
    const buckets = await histogram({ ...options, min_doc_count: 1 }, {}, bytes);
    expect(buckets.map(({ key_as_string: _, ...bucket }) => bucket)).toEqual(expected);
  });

  it('a histogram of files fills what is empty between, and out to the bounds', async () => {
    const query = { query: { term: { datastream: 'sgpmetE13.b1' } } };
    const options = {
      fixed_interval: '12h',
      format: 'MM-dd HH',
      extended_bounds: { min: '2018-12-31', max: 'now' },
    };
    const sizes = {
      files: { value_count: { field: '_id' } },
      size: { max: { field: 'file_size' } },
    };
    const buckets = await histogram(options, query, sizes);
    expect(buckets).toHaveLength(32);
    expect(buckets.slice(0, 4)).toEqual(
      [
        ['12-31 00', 0, null],
        ['12-31 12', 0, null],
        ['01-01 00', 1, 1000],
        ['01-01 12', 0, null],
      ].map(([key_as_string, count, size], i) => ({
        key_as_string,
        key: Date.UTC(2018, 11, 31, 12 * i),
        doc_count: count,
        files: { value: count },
        size: { value: size },
      })),
    );
  });

  it('a histogram of files takes bounds as numbers too, and leaves out buckets of fewer files than are wanted', async () => {
    const bounds = { min: '2018-12-31', max: '2019-01-20' };
    const [min, max] = [Date.parse(bounds.min), Date.parse(bounds.max)];
    const daily = { fixed_interval: '1d', extended_bounds: { min, max } };
    const query = { query: { term: { datastream: 'sgpmetE13.b1' } } };
    const buckets = await histogram(daily, query);
    expect(buckets).toEqual(await histogram({ ...daily, extended_bounds: bounds }, query));
    expect([buckets[0]?.key, buckets.at(-1)?.key]).toEqual([min, max]);
    const yearly = await histogram({ calendar_interval: 'year', min_doc_count: 1 });
    const counts = yearly.map((bucket) => bucket.doc_count);
    expect(new Set(counts).size).toBeGreaterThan(2);
    const some = await histogram({ calendar_interval: 'year', min_doc_count: 2 });
    expect(some).toEqual(yearly.filter((bucket) => bucket.doc_count >= 2));
  });

  it('a histogram of files sorts buckets as requested', async () => {
    const options = { calendar_interval: 'year', min_doc_count: 2 };
    const counts = (await histogram({ ...options, order: { _count: 'desc' } })).map(
      (bucket) => bucket.doc_count,
    );
    expect(counts[0]).toBeGreaterThan(9);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const keys = await histogram({ ...options, order: [{ _key: 'desc' }] });
    expect(keys.map((bucket) => bucket.key)).toEqual(
      keys.map((bucket) => bucket.key).toSorted((a, b) => Number(b) - Number(a)),
    );
  });

  it('a histogram of files counts all files too, whatever is looked for', async () => {
    const { aggregations } = await search({
      size: 0,
      query: { term: { datastream: 'sgpmetE13.b1' } },
      aggs: { all: { global: {}, aggs: { bytes: { sum: { field: 'file_size' } } } } },
    });
    expect(aggregations?.all).toEqual({
      doc_count: FILES.length,
      bytes: { value: FILES.reduce((sum, file) => sum + file.size, 0) },
    });
  });

  it.each<[string, object]>([
    ['start_date', { calendar_interval: 'fortnight' }],
    ['too many buckets', { fixed_interval: '1s' }],
    ['parts of seconds', { fixed_interval: '10ms' }],
    ['texts', { field: 'file_name', calendar_interval: 'year' }],
    ['an order by what is below', { calendar_interval: 'year', order: { x: 'asc' } }],
  ])('a histogram of files is refused for %s', async (_, options) => {
    await expect(histogram(options)).rejects.toMatchObject({ status: 400 });
  });
});

it('a histogram of more buckets than there may be is refused, and never cut', async () => {
  const unused = () => expect.unreachable();
  const full: FileRows = {
    ...{
      dialect: 'sqlite',
      now: NOW,
      foreign: false,
      metrics: unused,
      summary: unused,
      page: unused,
    },
    // As many buckets as are asked for, a second each.
    grouped: async (_, { limit }) =>
      Array.from({ length: limit ?? 0 }, (_, key) => ({ key, total: 1 })),
  };
  const options = { field: 'start_date', fixed_interval: '1s', min_doc_count: 1 };
  await expect(dateHistogramOf(full, ALL, options, undefined)).rejects.toThrow('too many buckets');
});
