// The calls of the location search: the sites, their facilities with places, and the facilities
// inside a drawn shape (section 7, call 10).
import type { Corner } from '@isobar/contract/places/shape.ts';
import { isFilterField } from '@isobar/contract/search/fields.ts';
import { EMPTY_SEARCH, type Terms } from '@isobar/contract/search/filter.ts';
import { distinct, fieldsQuery, ownRepositoryQuery } from '@isobar/contract/search/plan-clauses.ts';
import { shapeQuery } from '@isobar/contract/search/plan-shape.ts';
import {
  belowOf,
  bucketsOf,
  numberOf,
  type ParsedReply,
  textOf,
  topHitsOf,
} from '@isobar/contract/search/reply.ts';
import { METADATA_LIST_LIMIT as PLACE_ROWS } from '@isobar/contract/search/settings.ts';
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { SitePlace } from '../places/sites.ts';

/**
 * getSites, as other clients send it: every site of the archive that has a place, with its first
 * and last sample. @internal
 */
export const sitesSearch = (): SearchBody => placesBody('site_code', placedQuery());

/**
 * getSiteLocations, as other clients send it: every facility that has a place; `siteCode` narrows
 * to one site. @internal
 */
export const siteLocationsSearch = (siteCode: string | null = null): SearchBody =>
  placesBody('ffac', placedQuery(siteCode ? [{ term: { 'site_code.keyword': siteCode } }] : []));

/** The facilities within a drawn shape, with data that `narrow` finds. */
export const shapeSearch = (corners: readonly Corner[], narrow: Terms = {}): SearchBody =>
  placesBody('ffac', placedQuery([shapeQuery(corners), ...narrowing(narrow)]));

/**
 * Every facility, also those without a place and those that move, with data that `narrow` finds.
 */
export const facilitiesSearch = (narrow: Terms = {}): SearchBody =>
  placesBody(
    'ffac',
    {
      bool: { filter: [ownRepositoryQuery(), { exists: { field: 'ffac' } }, ...narrowing(narrow)] },
    },
    PLACED,
  );

/** The places of a reply to any of these, by code. */
export const readSitePlaces = ({ aggregations }: ParsedReply): readonly SitePlace[] =>
  bucketsOf(aggregations, PLACES).map(({ below }) => {
    const place = topHitsOf(below, 'place')[0] ?? {};
    const placed = topHitsOf(belowOf(below, 'placed'), 'place')[0] ?? place;
    return {
      siteCode: textOf(place, 'site_code'),
      siteName: textOf(place, 'site_name'),
      siteType: textOf(place, 'site_type'),
      facilityCode: textOf(place, 'facility_code'),
      facilityName: textOf(place, 'facility_name'),
      ffac: textOf(place, 'ffac'),
      location: textOf(placed, 'location'),
      start: numberOf(below, 'first'),
      end: numberOf(below, 'last'),
      products: numberOf(below, 'products') ?? 0,
    };
  });

const PLACES = 'places';
const PLACE_FIELDS = [
  'site_type',
  'location',
  'site_code',
  'facility_code',
  'start_date',
  'end_date',
  'ffac',
  'site_name',
  'facility_name',
];

const placedQuery = (more: readonly Query[] = []): Query => ({
  bool: {
    filter: [
      ownRepositoryQuery(),
      { query_string: { query: 'site_type:* AND ffac:* AND location:*' } },
      { exists: { field: 'geo' } },
      ...more,
    ],
  },
});

/** Some records of a facility may give its place and others not. */
const PLACED: Aggregations = {
  placed: {
    filter: { exists: { field: 'geo' } },
    aggs: { place: { top_hits: { size: 1, _source: ['location'] } } },
  },
};

const placesBody = (
  field: 'site_code' | 'ffac',
  query: Query,
  more: Aggregations = {},
): SearchBody => ({
  query,
  size: 0,
  track_total_hits: false,
  aggs: {
    [PLACES]: {
      terms: { field: `${field}.keyword`, size: PLACE_ROWS, order: { _key: 'asc' } },
      aggs: {
        place: { top_hits: { size: 1, _source: PLACE_FIELDS } },
        first: { min: { field: 'start_date' } },
        last: { max: { field: 'end_date' } },
        products: distinct('instrument_id'),
        ...more,
      },
    },
  },
});

function narrowing(terms: Terms): readonly Query[] {
  const query = fieldsQuery({ ...EMPTY_SEARCH, terms }, Object.keys(terms).filter(isFilterField));
  return query ? [query] : [];
}
