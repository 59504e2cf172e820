// Buckets of files that share a value: which values are included, how many there are without a
// size, and their order, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { fileSearches } from './testing/file-searches.ts';

/** Twelve datastreams; the first three have three files each, the others one. */
const STREAMS = Array.from({ length: 12 }, (_, n) => `sgpmetE${n + 10}.b1`);

describe.each(STORE_KINDS)('terms of files in %s', (kind) => {
  let store: TemporaryStore;
  beforeAll(async () => {
    store = await temporaryStore(kind);
    for (const [n, datastream] of STREAMS.entries())
      await storeFiles(store.db, dayFiles(datastream, n < 3 ? 3 : 1));
  });
  afterAll(() => store.close());

  const { search } = fileSearches(() => store);
  const terms = async (options: object, aggs?: object) => {
    const found = await search({
      size: 0,
      aggs: {
        t: { terms: { field: 'datastream.keyword', ...options }, ...(aggs ? { aggs } : {}) },
      },
    });
    const buckets = found.aggregations?.t?.buckets;
    return Array.isArray(buckets) ? buckets.map(({ key }) => key) : expect.unreachable();
  };

  it('ten values have a bucket unless more are asked for, those of as many files in their order', async () => {
    expect(await terms({})).toEqual(STREAMS.slice(0, 10));
    expect(await terms({ size: 100 })).toEqual(STREAMS);
    expect(await terms({ size: 100, order: { _count: 'asc' } })).toEqual([
      ...STREAMS.slice(3),
      ...STREAMS.slice(0, 3),
    ]);
    expect(await terms({ size: 2, order: { _key: 'desc' } })).toEqual(STREAMS.slice(-2).reverse());
  });

  it('an aggregation of terms of files has buckets of the values that are included, and of none that is excluded', async () => {
    const [a = '', b = '', c = ''] = STREAMS;
    expect(await terms({ include: [b, c, 'nothing'] })).toEqual([b, c]);
    expect(await terms({ size: 100, exclude: [b, 'nothing'] })).toEqual(
      STREAMS.filter((one) => one !== b),
    );
    expect(await terms({ include: [a, b], exclude: [a] })).toEqual([b]);
  });

  it('an aggregation of terms of files is sorted by a metric of each bucket, with or without the name of its value', async () => {
    const last = { last: { max: { field: 'start_date' } } };
    for (const by of ['last', 'last.value'])
      expect(await terms({ size: 4, order: { [by]: 'desc' } }, last)).toEqual(STREAMS.slice(0, 4));
  });
});
