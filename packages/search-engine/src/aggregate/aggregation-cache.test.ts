// The cache of aggregations: more than fits comes and goes, and what is found is always what was
// added under its name.

import type { AggregationResults } from '@isobar/query-language/result.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Segment } from '../segment/segment.ts';
import { AggregationCache, cachedAggregations } from './aggregation-cache.ts';

/** The answer of a search: each has one of its own, of its own length. */
const answerOf = (search: number): AggregationResults => ({
  facet: {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: search,
    buckets: [{ key: 'x'.repeat((search * 37) % 200), doc_count: search }],
  },
});

it('the cache of aggregations finds for each search its own answer or none, however often its room is filled', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 30, maxLength: 200 }), (searches) => {
      const cache = new AggregationCache(1024);
      let hits = 0;
      for (const [at, search] of searches.entries()) {
        cache.add(String(search), answerOf(search));
        for (const known of new Set(searches.slice(0, at + 1))) {
          const found = cache.find(String(known));
          if (!found) continue;
          hits++;
          expect(JSON.parse(found.bytes.toString('utf8'))).toEqual(answerOf(known));
        }
      }
      expect(hits).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['an earlier one', { match_all: {} }, 1],
  ['one whose key is as long as a key may be', { term: { code: 'x'.repeat(16_000) } }, 1],
  ['one whose key is longer', { term: { code: 'x'.repeat(17_000) } }, 2],
  ['one that depends on the time', { range: { day: { gte: 'now-1d' } } }, 2],
])('the aggregations of %s are counted as often as they have to be', (_, query, times) => {
  const cache = new AggregationCache();
  const segment = {} as Segment; // only its identity counts
  let counted = 0;
  const ask = (name: string, body: object) => {
    const found = cachedAggregations(cache, segment, name, body, () => answerOf(++counted));
    return JSON.parse('bytes' in found ? found.bytes.toString('utf8') : JSON.stringify(found));
  };
  const aggs = { facet: { terms: { field: 'code' } } };
  for (let time = 1; time <= 2; time++)
    expect(ask('one', { query, aggs, from: time })).toEqual(answerOf(Math.min(time, times)));
  expect(counted).toBe(times);
  ask('other', { query, aggs });
  ask('one', { query, aggs: { ...aggs, more: aggs.facet } });
  ask('one', { query, aggs, min_score: 1 });
  expect(counted).toBe(times + 3);
});
