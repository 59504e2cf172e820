// What the location search shows in addition to places: what the archive measures, and the data
// products of a facility.

import { EMPTY_SEARCH, type Terms } from '@isobar/contract/search/filter.ts';
import { distinct, ownRepositoryQuery, searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import {
  bucketsOf,
  numberOf,
  type ParsedReply,
  textOf,
  topHitsOf,
} from '@isobar/contract/search/reply.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';

/** Most measurements, and most data products of one facility, that are offered. */
const ROWS = 1000;

/** What the archive measures, for the choice 'Measures'. */
export const measuresSearch = (): SearchBody => ({
  query: ownRepositoryQuery(),
  size: 0,
  track_total_hits: false,
  aggs: {
    measures: {
      terms: { field: 'primary_meas_type_code.keyword', size: ROWS, order: { _key: 'asc' } },
      aggs: { name: { top_hits: { size: 1, _source: ['primary_meas_type_name'] } } },
    },
  },
});

export type Measure = { readonly code: string; readonly name: string };

/** The measurements of a reply, sorted by name. */
export const readMeasures = ({ aggregations }: ParsedReply): readonly Measure[] =>
  bucketsOf(aggregations, 'measures')
    .map(({ key, below }) => ({
      code: key,
      name: textOf(topHitsOf(below, 'name')[0] ?? {}, 'primary_meas_type_name') || key,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * The data products of a facility that `narrow` finds, each with its first and last sample there.
 */
export const facilityProductsSearch = (ffac: string, narrow: Terms = {}): SearchBody => ({
  query: searchQuery(
    { ...EMPTY_SEARCH, terms: { ...narrow, ffac: [ffac] } },
    { recommended: false },
  ),
  size: 0,
  track_total_hits: false,
  aggs: {
    datastreams: distinct('datastream'),
    products: {
      terms: { field: 'instrument_id.keyword', size: ROWS, order: { _key: 'asc' } },
      aggs: {
        best: {
          top_hits: {
            size: 1,
            sort: [{ priority: { order: 'asc', missing: '_last' } }],
            _source: ['id', 'instrument_name', 'instrument_code', 'datastream'],
          },
        },
        first: { min: { field: 'start_date' } },
        last: { max: { field: 'end_date' } },
      },
    },
  },
});

export type FacilityProduct = {
  readonly instrumentId: string;
  readonly name: string;
  readonly code: string;
  readonly datastream: string;
  /** Milliseconds since 1970 UTC. */
  readonly start: number | null;
  readonly end: number | null;
};

export type FacilityProducts = {
  readonly datastreams: number;
  readonly products: readonly FacilityProduct[];
};

/** The products of a facility from a reply, sorted by name. */
export const readFacilityProducts = ({ aggregations }: ParsedReply): FacilityProducts => ({
  datastreams: numberOf(aggregations, 'datastreams') ?? 0,
  products: bucketsOf(aggregations, 'products')
    .map(({ key, below }): FacilityProduct => {
      const best = topHitsOf(below, 'best')[0] ?? {};
      return {
        instrumentId: key,
        name: textOf(best, 'instrument_name') || key,
        code: textOf(best, 'instrument_code') || key,
        datastream: textOf(best, 'datastream'),
        start: numberOf(below, 'first'),
        end: numberOf(below, 'last'),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
});
