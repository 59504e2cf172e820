// What is new in the archive: the last harvest, the latest data, reports and campaigns, and a quicklook for each day.
import { type ArchiveNews, readNews } from '@isobar/contract/calls/news.ts';
import {
  DAY_SECONDS,
  formatCompactDay,
  formatDay,
  formatInstant,
  parseInstant,
} from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import { catalogueState } from '../../core/catalogue/freshness.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';

export interface NewsFeature {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly index: Pick<SearchReader, 'search'>;
  /** Seconds UTC. */
  readonly now: () => number;
}

const SHOWN = 4;
const LOOKED_AT = 400;
/** How long one answer is kept before it is made again. */
const FRESH_S = 60;

export function registerNews<S>(http: Http<S>, feature: NewsFeature): void {
  let made: { readonly at: number; readonly news: Promise<ArchiveNews> } | undefined;
  http.route(readNews, async ({ reply }) => {
    const now = feature.now();
    if (!made || now - made.at >= FRESH_S) {
      made = { at: now, news: newsOf(feature) };
      made.news.catch(() => {
        made = undefined;
      });
    }
    reply.header('cache-control', 'public, max-age=60');
    return await made.news;
  });
}

async function newsOf({ db, tables, index, now }: NewsFeature): Promise<ArchiveNews> {
  const known = await tables();
  const today = formatDay(now());
  const [state] = (await catalogueState(db)).split('.');
  return {
    harvested: state ? formatInstant(Math.floor(Number(state) / 1000)) : null,
    data: await latestData(db, known),
    notes: latestNotes(known, today),
    reports: latestReports(known, today),
    campaigns: known.rows['campaigns.csv']
      .filter((row) => row.start_date !== '' && row.start_date <= today)
      .toSorted((a, b) => (a.start_date < b.start_date ? 1 : -1))
      .slice(0, SHOWN)
      .map((row) => ({
        id: row.iop_short_name,
        name: row.iop_name || row.iop_short_name,
        start: row.start_date.slice(0, 10),
        end: row.end_date.slice(0, 10),
      })),
    // What cannot be searched at the moment is left out: the rest is still news.
    quicklook: await quicklookOf(index, Math.floor(now() / DAY_SECONDS)).catch(() => null),
  };
}

async function latestData(db: Kysely<Tables>, tables: CuratedTables): Promise<ArchiveNews['data']> {
  const rows = await db
    .selectFrom('datastreams')
    .select(['datastream', 'datastream_class', 'end_s'])
    .orderBy('end_s', 'desc')
    .orderBy('datastream')
    .limit(LOOKED_AT)
    .execute();
  const products = new Map(rows.toReversed().map((row) => [row.datastream_class, row] as const));
  return [...products.values()]
    .sort((a, b) => Number(b.end_s) - Number(a.end_s) || (a.datastream < b.datastream ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ datastream, datastream_class: product, end_s }) => ({
      product,
      title:
        tables.datastreamClass(product)?.name ||
        tables.instrumentClass(tables.instrumentClassOf(product) ?? '')?.instrument_class_name ||
        product,
      datastream,
      until: formatDay(Number(end_s)),
    }));
}

/** An id contains the day on which its report was filed: D080820.8. */
export function filedOn(id: string): string {
  const [, year = '', month = '', day = ''] = /^D(\d\d)(\d\d)(\d\d)\./.exec(id) ?? [];
  return year === '' ? '' : `${Number(year) < 70 ? '20' : '19'}${year}-${month}-${day}`;
}

function latestReports(tables: CuratedTables, today: string): ArchiveNews['reports'] {
  const subjects = new Map(
    tables.rows['quality-reports.csv'].map((row) => [row.dqr_id, row.subject]),
  );
  return [...subjects]
    .map(([id, subject]) => ({ id, subject, day: filedOn(id) }))
    .filter(({ day }) => day !== '' && day <= today)
    .sort((a, b) => (a.day === b.day ? (a.id < b.id ? 1 : -1) : a.day < b.day ? 1 : -1))
    .slice(0, SHOWN);
}

/** A note with a day in the future waits for it. */
const latestNotes = (tables: CuratedTables, today: string): ArchiveNews['notes'] =>
  tables.rows['news.csv']
    .filter(({ date }) => date <= today)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .slice(0, SHOWN)
    .map(({ date, title, text, url }) => ({ day: date, title, text, url }));

const QUICKLOOKS = 200;

/** What a radar or lidar sees of clouds over a day makes a picture that says something at a glance; disdrometers derive the same. */
const CURTAINS = [
  { term: { has_plots: true } },
  { terms: { 'primary_meas_type_code.keyword': ['radarrefl', 'backscatter'] } },
  { term: { 'instrument_category_code.keyword': 'cloud' } },
];
/** Data that end so long before the newest ones are not new. */
const NEWEST_SECONDS = 7 * DAY_SECONDS;

/** A different one each day, of the newest week: radars and lidars first, then recommended products; the same for all visitors. */
async function quicklookOf(
  index: NewsFeature['index'],
  day: number,
): Promise<ArchiveNews['quicklook']> {
  for (const filter of [
    [...CURTAINS, { term: { priority: 1 } }],
    CURTAINS,
    [{ term: { has_plots: true } }, { term: { priority: 1 } }],
    [{ term: { has_plots: true } }],
  ]) {
    const { hits } = await index.search('metadata', {
      size: QUICKLOOKS,
      query: { bool: { filter } },
      sort: [{ end_date: 'desc' }],
      _source: ['datastream', 'var_name', 'instrument_name', 'site_name', 'end_date'],
    });
    const found = hits.hits.flatMap(({ _source }) => {
      const text = (field: string): string => {
        const value = _source?.[field];
        return typeof value === 'string' ? value : '';
      };
      const told = {
        datastream: text('datastream'),
        variable: text('var_name'),
        title: text('instrument_name'),
        site: text('site_name'),
        end: parseInstant(text('end_date')),
      };
      const { end } = told;
      return told.datastream && told.variable && end !== null ? [{ ...told, end }] : [];
    });
    const newest = found[0]?.end ?? 0;
    const fitting = found
      .filter(({ end }) => end > newest - NEWEST_SECONDS)
      .map(({ end, ...told }) => ({ ...told, date: formatCompactDay(lastWholeDay(end)) }));
    const chosen = fitting[day % Math.max(1, fitting.length)];
    if (chosen) return chosen;
  }
  return null;
}

/** The last day of which data cover the morning at least, as an instant of it. */
const lastWholeDay = (end: number): number => end - DAY_SECONDS / 2;
