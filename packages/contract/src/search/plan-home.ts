// What the home screen tells about the archive: how much there is, in which categories, at which
// sites.
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { plural } from '../count.ts';
import { NO_SITE } from '../places/not-stated.ts';
import { addFilter, EMPTY_SEARCH, type Search } from './filter.ts';
import { distinct, ownRepositoryQuery } from './plan-clauses.ts';
import { findsQuery, groupCounts, readGroupCounts, shownOf } from './plan-counts.ts';
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

/** What a tile and a line of the list of sites lead to. */
export const categorySearch = ({ field, code }: Pick<HomeCategory, 'field' | 'code'>): Search =>
  addFilter(EMPTY_SEARCH, field, code);
export const siteSearch = (code: string): Search => addFilter(EMPTY_SEARCH, 'site_code', code);

export const homeSearch = (): SearchBody => ({
  query: ownRepositoryQuery(),
  size: 0,
  track_total_hits: false,
  aggs: {
    products: distinct('instrument_id'),
    datastreams: distinct('datastream'),
    first: { min: { field: 'start_date' } },
    last: { max: { field: 'end_date' } },
    categories: {
      filters: {
        filters: Object.fromEntries(
          HOME_CATEGORIES.map((category) => [category.code, findsQuery(categorySearch(category))]),
        ),
      },
      aggs: groupCounts(EMPTY_SEARCH),
    },
    sites: {
      terms: { field: 'site_code.keyword', size: 1000 },
      aggs: {
        ...groupCounts(EMPTY_SEARCH),
        site: { top_hits: { size: 1, _source: ['site_code', 'site_name', 'site_type'] } },
        categories: { terms: { field: 'meas_category_code.keyword', size: 10 } },
        first: { min: { field: 'start_date' } },
        last: { max: { field: 'end_date' } },
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
  /** 'latitude,longitude'; empty where unknown or moving, and of files that state no site. */
  readonly location: string;
  readonly products: number;
  /** Codes of the categories of what is measured there, the most frequent first. */
  readonly categories: readonly string[];
  /** First and last sample, milliseconds since 1970 UTC; null where no data have a time. */
  readonly first: number | null;
  readonly last: number | null;
};

export type HomeFacts = {
  readonly products: number;
  readonly datastreams: number;
  /** Year of the first data; null in an empty archive. */
  readonly since: number | null;
  /** The last sample, milliseconds since 1970 UTC; null where no data have a time. */
  readonly last: number | null;
  /** Category code -> data products. */
  readonly categories: Readonly<Record<string, number>>;
  /** Sites with data, most data products first. */
  readonly sites: readonly HomeSite[];
};

/**
 * `preferred`: does the person see recommended data first? Counts are those of the rows that a
 * click shows.
 */
export function readHome({ aggregations }: ParsedReply, preferred: boolean): HomeFacts {
  const first = numberOf(aggregations, 'first');
  return {
    products: numberOf(aggregations, 'products') ?? 0,
    datastreams: numberOf(aggregations, 'datastreams') ?? 0,
    since: first === null ? null : new Date(first).getUTCFullYear(),
    last: numberOf(aggregations, 'last'),
    categories: Object.fromEntries(
      bucketsOf(aggregations, 'categories').map((bucket) => [
        bucket.key,
        shownOf(readGroupCounts(bucket.below), preferred),
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
          location: bucket.key === NO_SITE ? '' : textOf(place, 'location'),
          products: shownOf(readGroupCounts(bucket.below), preferred),
          categories: bucketsOf(bucket.below, 'categories').map(({ key }) => key),
          first: numberOf(bucket.below, 'first'),
          last: numberOf(bucket.below, 'last'),
        };
      })
      .toSorted((a, b) => b.products - a.products || a.code.localeCompare(b.code)),
  };
}

/** Sites with a place: files that state no site have one in common, which is none. */
export const statedSites = (sites: readonly HomeSite[]): readonly HomeSite[] =>
  sites.filter(({ code }) => code !== NO_SITE);

/**
 * A site whose data end this long before the newest of the archive still works: instruments report
 * late.
 */
const AT_WORK_MS = 30 * 86_400_000;
/** Sites of others, test sites and closed ones are none that the archive runs. */
const NOT_RUN = ['X', 'T', 'I'];

export type AtWork = {
  /** Data since then, milliseconds since 1970 UTC. */
  readonly since: number;
  /** The newest data; not in the future, where forecasts and wrong clocks are. */
  readonly newest: number;
  readonly sites: readonly HomeSite[];
};

/**
 * The sites that measured in the last thirty days of the archive; null where no data have a time.
 * `now`: milliseconds since 1970.
 */
export function sitesAtWork({ sites, last }: Pick<HomeFacts, 'sites' | 'last'>, now: number) {
  if (last === null) return null;
  const newest = Math.min(last, now);
  const since = newest - AT_WORK_MS;
  const atWork = statedSites(sites).filter(
    (site) => site.last !== null && site.last >= since && !NOT_RUN.includes(site.type),
  );
  return { since, newest, sites: atWork } satisfies AtWork;
}

/**
 * '1993 to 2019', or '2019', or 'since 1993' of a site at work; empty where no data have a time.
 */
export function yearsOf({ first, last }: Pick<HomeSite, 'first' | 'last'>, isAtWork: boolean) {
  if (first === null || last === null) return '';
  const [start, end] = [first, last].map((at) => new Date(at).getUTCFullYear());
  if (isAtWork) return `since ${start}`;
  return start === end ? `${start}` : `${start} to ${end}`;
}

/**
 * '627 data products in 1,555 datastreams from 48 sites, since 1993'; sites and year where they are
 * known.
 */
export function heldText(facts: Omit<HomeFacts, 'last' | 'categories'>): string {
  const { products, datastreams, sites, since } = facts;
  const stated = statedSites(sites).length;
  return [
    `${plural(products, 'data product')} in ${plural(datastreams, 'datastream')}`,
    stated > 0 ? ` from ${plural(stated, 'site')}` : '',
    since ? `, since ${since}` : '',
  ].join('');
}

const MOST_EXAMPLES = 3;

/**
 * Texts that find something in this archive: what is measured most, each at another of the sites
 * with most products where one has it.
 */
export function exampleTexts({ categories, sites }: HomeFacts): readonly string[] {
  const left = [...statedSites(sites)];
  return HOME_CATEGORIES.filter(({ code }) => (categories[code] ?? 0) > 0)
    .toSorted((a, b) => (categories[b.code] ?? 0) - (categories[a.code] ?? 0))
    .flatMap(({ label, code }) => {
      const at = left.findIndex((site) => site.categories.includes(code));
      const [site] = at < 0 ? [] : left.splice(at, 1);
      return site ? [`${label.toLowerCase()} ${site.code.toUpperCase()}`] : [];
    })
    .slice(0, MOST_EXAMPLES);
}
