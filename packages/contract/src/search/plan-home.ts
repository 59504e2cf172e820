// What the home screen tells about the archive: how much there is, in which categories, at which sites.
import type { SearchBody } from './dsl.ts';
import { distinct, ownRepositoryQuery } from './plan-clauses.ts';
import { belowOf, bucketsOf, numberOf, type ParsedReply, textOf, topHitsOf } from './reply.ts';

/** The icons of the home screen, each a search (part 1 section 2). */
export const HOME_CATEGORIES = [
  { label: 'Aerosols', field: 'meas_category_code', code: 'aeros' },
  { label: 'Atmospheric State', field: 'meas_category_code', code: 'atmstate' },
  { label: 'Cloud Properties', field: 'meas_category_code', code: 'cloud' },
  { label: 'Radiometric', field: 'meas_category_code', code: 'radio' },
  { label: 'Surface Properties', field: 'meas_category_code', code: 'sfcprop' },
  { label: 'Airborne', field: 'instrument_category_code', code: 'airborne' },
] as const;
export type HomeCategory = (typeof HOME_CATEGORIES)[number];

export const homeSearch = (): SearchBody => ({
  query: ownRepositoryQuery(),
  size: 0,
  track_total_hits: false,
  aggs: {
    products: distinct('instrument_id'),
    datastreams: distinct('datastream'),
    first: { min: { field: 'start_date' } },
    categories: {
      filters: {
        filters: Object.fromEntries(
          HOME_CATEGORIES.map(({ field, code }) => [
            code,
            { term: { [`${field}.keyword`]: code } },
          ]),
        ),
      },
      aggs: { products: distinct('instrument_id') },
    },
    sites: {
      terms: { field: 'site_code.keyword', size: 1000 },
      aggs: {
        products: distinct('instrument_id'),
        site: { top_hits: { size: 1, _source: ['site_code', 'site_name', 'site_type'] } },
        places: {
          filter: { exists: { field: 'geo' } },
          aggs: { place: { top_hits: { size: 1, _source: ['location'] } } },
        },
      },
    },
  },
});

export type HomeSite = {
  readonly code: string;
  readonly name: string;
  /** P fixed, L long-term, M mobile, I inactive, X external, T test; empty where unknown. */
  readonly type: string;
  /** 'latitude,longitude'; empty where unknown or moving. */
  readonly location: string;
  readonly products: number;
};

export type HomeFacts = {
  readonly products: number;
  readonly datastreams: number;
  /** Year of the first data; null in an empty archive. */
  readonly since: number | null;
  /** Category code -> data products. */
  readonly categories: Readonly<Record<string, number>>;
  /** Sites with data, most data products first. */
  readonly sites: readonly HomeSite[];
};

export function readHome({ aggregations }: ParsedReply): HomeFacts {
  const first = numberOf(aggregations, 'first');
  return {
    products: numberOf(aggregations, 'products') ?? 0,
    datastreams: numberOf(aggregations, 'datastreams') ?? 0,
    since: first === null ? null : new Date(first).getUTCFullYear(),
    categories: Object.fromEntries(
      bucketsOf(aggregations, 'categories').map((bucket) => [
        bucket.key,
        numberOf(bucket.below, 'products') ?? 0,
      ]),
    ),
    sites: bucketsOf(aggregations, 'sites')
      .map((bucket): HomeSite => {
        const site = topHitsOf(bucket.below, 'site')[0] ?? {};
        const place = topHitsOf(belowOf(bucket.below, 'places'), 'place')[0] ?? {};
        return {
          code: bucket.key,
          name: textOf(site, 'site_name') || bucket.key.toUpperCase(),
          type: textOf(site, 'site_type'),
          location: textOf(place, 'location'),
          products: numberOf(bucket.below, 'products') ?? 0,
        };
      })
      .toSorted((a, b) => b.products - a.products || a.code.localeCompare(b.code)),
  };
}
