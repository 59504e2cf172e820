// Names of data products by their codes: how a list of recommended codes becomes a list of
// instruments (A054). Pure.

import { ownRepositoryQuery } from '@isobar/contract/search/plan-clauses.ts';
import { bucketsOf, type ParsedReply } from '@isobar/contract/search/reply.ts';
import { SUB_AGGREGATION_LIMIT } from '@isobar/contract/search/settings.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

const CODE = 'instrument_code.keyword';

export const instrumentNamesSearch = (codes: readonly string[]): SearchBody => ({
  query: { bool: { filter: [ownRepositoryQuery(), { terms: { [CODE]: [...codes] } }] } },
  size: 0,
  track_total_hits: false,
  aggs: {
    codes: {
      terms: { field: CODE, size: Math.max(1, codes.length) },
      aggs: {
        names: {
          terms: { field: 'instrument_name.keyword', size: SUB_AGGREGATION_LIMIT },
        },
      },
    },
  },
});

/** Code -> name, for those that the catalogue has. */
export const readInstrumentNames = ({ aggregations }: ParsedReply): ReadonlyMap<string, string> =>
  new Map(
    bucketsOf(aggregations, 'codes').flatMap(({ key, below }) => {
      const name = bucketsOf(below, 'names')[0]?.key;
      return name ? [[key, name] as const] : [];
    }),
  );
