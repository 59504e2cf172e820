// The cache of aggregations: more than fits comes and goes, and what is found is always what was added under its name.

import type { AggregationResults } from '@isobar/query-language/result.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AggregationCache } from './aggregation-cache.ts';

/** The answer of a search: each has one of its own, of its own length. */
const answerOf = (search: number): AggregationResults => ({
  facet: {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: search,
    buckets: [{ key: 'x'.repeat((search * 37) % 200), doc_count: search }],
  },
});

it('finds for each search its own answer or none, however often its room is filled', () => {
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
