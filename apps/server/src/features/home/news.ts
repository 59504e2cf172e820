// What is new in the archive: the last harvest, the latest data, reports and campaigns, and a plot
// for each day.
import { type ArchiveNews, readNews } from '@isobar/contract/calls/news.ts';
import {
  DAY_SECONDS,
  formatCompactDay,
  formatDay,
  formatInstant,
  parseInstant,
} from '@isobar/contract/time.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { Kysely } from 'kysely';
import { catalogueState } from '../../core/catalogue/freshness.ts';
import { statedByFiles } from '../../core/catalogue/stated-by-files.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { productName } from '../../core/tables/product-name.ts';
import type { Http } from '../../platform/http/http.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';
import { type Curtain, type PlotAt, plotOfDay, type ReadPlot } from './plot-of-day.ts';

export interface NewsFeature {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly index: Pick<SearchReader, 'search'>;
  /** A day of a variable as it is drawn. */
  readonly read: ReadPlot;
  /** Seconds UTC. */
  readonly now: () => number;
}

const SHOWN = 4;
const LOOKED_AT = 400;
/** Products whose last files are looked at until enough are found. */
const MOST_TRIED = 40;
/** How long one answer is kept before it is made again, unless a table was edited. */
const FRESH_S = 60;

export function registerNews<S>(http: Http<S>, feature: NewsFeature): void {
  let made:
    | { readonly at: number; readonly of: CuratedTables; readonly news: Promise<ArchiveNews> }
    | undefined;
  const quicklook = quicklooks(feature, () => {
    made = undefined;
  });
  http.route(readNews, async ({ reply }) => {
    const now = feature.now();
    const known = await feature.tables();
    if (!made || made.of !== known || now - made.at >= FRESH_S) {
      made = { at: now, of: known, news: newsOf(feature, known, quicklook) };
      made.news.catch(() => {
        made = undefined;
      });
    }
    reply.header('cache-control', 'no-cache'); // an operator's news is there at once
    return await made.news;
  });
}

async function newsOf(
  { db, now }: NewsFeature,
  known: CuratedTables,
  quicklook: () => Promise<ArchiveNews['quicklook']>,
): Promise<ArchiveNews> {
  const today = formatDay(now());
  const [state] = (await catalogueState(db)).split('.');
  return {
    harvested: state ? formatInstant(Math.floor(Number(state) / 1000)) : null,
    data: await latestData(db, known, now()),
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
    quicklook: await quicklook().catch(() => null),
  };
}

/** Forecasts and times that are wrong end in the future, and are no news. */
async function latestData(
  db: Kysely<Tables>,
  tables: CuratedTables,
  now: number,
): Promise<ArchiveNews['data']> {
  const rows = await db
    .selectFrom('datastreams')
    .select(['datastream', 'datastream_class', 'title', 'end_s'])
    .where('end_s', '<=', now)
    .orderBy('end_s', 'desc')
    .orderBy('datastream')
    .limit(LOOKED_AT)
    .execute();
  const products = new Map(rows.toReversed().map((row) => [row.datastream_class, row] as const));
  const latest = [...products.values()].sort(
    (a, b) => Number(b.end_s) - Number(a.end_s) || (a.datastream < b.datastream ? -1 : 1),
  );
  const told: ArchiveNews['data'][number][] = [];
  for (const row of latest.slice(0, MOST_TRIED)) {
    const { datastream, datastream_class: product, title, end_s } = row;
    if (told.length === SHOWN) break;
    const end = Number(end_s);
    if ((await statedByFiles(db, datastream, { start: end, end })).undated) continue;
    told.push({
      product,
      title: productName(tables, product, title),
      datastream,
      until: formatDay(Number(end_s)),
    });
  }
  return told;
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

/**
 * What a radar or lidar sees of clouds over a day makes a picture that says something at a glance;
 * disdrometers derive the same.
 */
const CURTAINS = [
  { term: { has_plots: true } },
  { terms: { 'primary_meas_type_code.keyword': ['radarrefl', 'backscatter'] } },
  { term: { 'instrument_category_code.keyword': 'cloud' } },
];
/** Data that end so long before the newest ones are not new. */
const NEWEST_SECONDS = 7 * DAY_SECONDS;

type Plotted = Omit<NonNullable<ArchiveNews['quicklook']>, 'date'> & Curtain;

/** What is shown on each day; of radars and lidars the richest plot, once it has been found. */
function quicklooks(
  { db, index, now, read }: Pick<NewsFeature, 'db' | 'index' | 'now' | 'read'>,
  onFound: () => void,
) {
  const today = (): number => Math.floor(now() / DAY_SECONDS);
  let sought = '';
  let richest: PlotAt | null = null;

  /** Plots take seconds to read, and the news does not wait for them. */
  function seek(curtains: readonly Plotted[]): void {
    const key = JSON.stringify([today(), curtains.map(({ datastream, end }) => [datastream, end])]);
    if (key === sought) return;
    sought = key;
    richest = null;
    void plotOfDay(curtains, today(), read, (better) => {
      if (sought !== key) return;
      richest = better;
      onFound();
    });
  }

  return async (): Promise<ArchiveNews['quicklook']> => {
    const curtains =
      (await newest(index, [...CURTAINS, { term: { priority: 1 } }])) ??
      (await newest(index, CURTAINS));
    if (curtains) {
      seek(curtains);
      const shown = curtains.find(
        (one) => one.datastream === richest?.datastream && one.variable === richest.variable,
      );
      if (shown && richest) return told(shown, richest.date);
      return await ofDay(db, curtains, today());
    }
    const others =
      (await newest(index, [{ term: { has_plots: true } }, { term: { priority: 1 } }])) ??
      (await newest(index, [{ term: { has_plots: true } }]));
    return others && (await ofDay(db, others, today()));
  };
}

const told = ({ end: _, ...one }: Plotted, date: string): ArchiveNews['quicklook'] => ({
  ...one,
  date,
});

/** Another one each day. */
async function ofDay(
  db: Kysely<Tables>,
  plotted: readonly Plotted[],
  day: number,
): Promise<ArchiveNews['quicklook']> {
  const chosen = plotted[day % plotted.length];
  return chosen ? told(chosen, await lastDayWithFiles(db, chosen)) : null;
}

/**
 * The last whole day, or the first day with files after it where it has none: a sounding of the
 * morning may be the only one.
 */
async function lastDayWithFiles(db: Kysely<Tables>, { datastream, end }: Plotted): Promise<string> {
  const whole = startOfDay(end - DAY_SECONDS / 2);
  const later = await db
    .selectFrom('files')
    .select(({ fn }) => fn.min('start_s').as('start_s'))
    .where('datastream', '=', datastream)
    .where('end_s', '>=', whole)
    .executeTakeFirst();
  return formatCompactDay(Math.max(whole, startOfDay(Number(later?.start_s ?? whole))));
}

const startOfDay = (seconds: number): number => seconds - (seconds % DAY_SECONDS);

/** What was measured in the newest week of those that a filter finds; null: nothing. */
async function newest(
  index: NewsFeature['index'],
  filter: readonly Query[],
): Promise<readonly Plotted[] | null> {
  const { hits } = await index.search('metadata', {
    size: QUICKLOOKS,
    query: { bool: { filter } },
    sort: [{ end_date: 'desc' }],
    _source: [
      ...['datastream', 'var_name', 'primary_meas_type_name', 'instrument_name', 'site_name'],
      'end_date',
    ],
  });
  const found = hits.hits.flatMap(({ _source }) => {
    const text = (field: string): string => {
      const value = _source?.[field];
      return typeof value === 'string' ? value : '';
    };
    const one = {
      datastream: text('datastream'),
      variable: text('var_name'),
      measurement: text('primary_meas_type_name'),
      title: text('instrument_name'),
      site: text('site_name'),
      end: parseInstant(text('end_date')),
    };
    const { end } = one;
    return one.datastream && one.variable && end !== null ? [{ ...one, end }] : [];
  });
  const last = found[0]?.end ?? 0;
  const fitting = found.filter(({ end }) => end > last - NEWEST_SECONDS);
  return fitting.length > 0 ? fitting : null;
}
