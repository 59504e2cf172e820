// The calls of the location search: the sites, their facilities with places, and what lies in a drawn shape (section 7, call 10).
import type { SearchBody } from './dsl.ts';
import type { Query } from './dsl-query.ts';
import { distinct, ownRepositoryQuery } from './plan-clauses.ts';
import { bucketsOf, numberOf, type ParsedReply, textOf, topHitsOf } from './reply.ts';

/** Most sites or facilities of a reply (part 1 section 9, metadata lists). */
const PLACE_ROWS = 7000;

/** [longitude, latitude] in degrees east and north. */
export type Corner = readonly [lon: number, lat: number];

/** getSites: every site of the archive that has a place, with its first and last sample. */
export const sitesSearch = (): SearchBody => placesBody('site_code', placedQuery());

/** getSiteLocations: every facility that has a place; `siteCode` narrows to one site. */
export const siteLocationsSearch = (siteCode: string | null = null): SearchBody =>
  placesBody('ffac', placedQuery(siteCode ? [{ term: { 'site_code.keyword': siteCode } }] : []));

/** The facilities within a drawn shape. A shape runs counterclockwise where it crosses the date line. */
export const shapeSearch = (corners: readonly Corner[]): SearchBody =>
  placesBody('ffac', placedQuery([shapeQuery(corners)]));

/** 'x y, x y, …' (longitude latitude) -> corners; null when it is no polygon of at least three different corners. */
export function parseShape(text: string): readonly Corner[] | null {
  const corners = text.split(',').map((pair) => pair.trim().split(/\s+/).map(Number));
  const valid = corners.every(
    (pair) => pair.length === 2 && pair.every(Number.isFinite) && Math.abs(pair[1] as number) <= 90,
  );
  const different = new Set(corners.map(String)).size;
  return valid && different >= 3 ? (corners as unknown as readonly Corner[]) : null; // pairs of numbers
}

export const formatShape = (corners: readonly Corner[]): string =>
  corners.map(([lon, lat]) => `${lon} ${lat}`).join(', ');

/** The polygon of some corners, closed where it is not. */
export function shapeQuery(corners: readonly Corner[]): Query {
  const [first] = corners;
  const last = corners.at(-1);
  const closed = first && last && first[0] === last[0] && first[1] === last[1];
  const ring = closed || !first ? corners : [...corners, first];
  return {
    geo_shape: {
      geo: {
        shape: { type: 'polygon', coordinates: [ring.map(([lon, lat]) => [lon, lat])] },
        relation: 'intersects',
      },
    },
  };
}

export type SitePlace = {
  readonly siteCode: string;
  readonly siteName: string;
  /** P fixed, L long-term, M mobile, I inactive, X external, T test; empty where unknown. */
  readonly siteType: string;
  readonly facilityCode: string;
  readonly facilityName: string;
  /** Site, dot, facility. */
  readonly ffac: string;
  /** 'latitude,longitude'. */
  readonly location: string;
  /** First and last sample, milliseconds since 1970 UTC. */
  readonly start: number | null;
  readonly end: number | null;
  readonly products: number;
};

/** The places of a reply to sitesSearch, siteLocationsSearch or shapeSearch, by code. */
export const readSitePlaces = ({ aggregations }: ParsedReply): readonly SitePlace[] =>
  bucketsOf(aggregations, PLACES).map(({ below }) => {
    const place = topHitsOf(below, 'place')[0] ?? {};
    return {
      siteCode: textOf(place, 'site_code'),
      siteName: textOf(place, 'site_name'),
      siteType: textOf(place, 'site_type'),
      facilityCode: textOf(place, 'facility_code'),
      facilityName: textOf(place, 'facility_name'),
      ffac: textOf(place, 'ffac'),
      location: textOf(place, 'location'),
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

const placesBody = (field: 'site_code' | 'ffac', query: Query): SearchBody => ({
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
      },
    },
  },
});
