// The index of plots over the store: nothing is stored for each plot, they follow from the files and their variables.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { SearchBody } from '@isobar/contract/search/dsl.ts';
import type { Hit, SearchReply } from '@isobar/contract/search/result.ts';
import { DAY_SECONDS, formatCompactDay, parseCompact } from '@isobar/contract/time.ts';
import { filterPath } from '../../engine/language/filter-path.ts';
import { type SourceCut, sourceCut } from '../../engine/language/source-filter.ts';
import type { ReadOnlyIndex } from '../../ports/search-index.ts';
import { oneIndex } from './one-index.ts';
import { type Constraints, constraintsOf } from './plot-constraints.ts';
import type { QuicklookDocument } from './quicklook.ts';
import { QUICKLOOK_FIELDS } from './quicklook.ts';
import { unsupported } from './refusals.ts';

/** What the archive can draw. */
export interface Plotted {
  /** Names of the variables of a datastream that have plots; null: there is no such datastream. */
  variables(datastream: string): Promise<readonly string[] | null>;
  /** Midnights, seconds UTC, of the days in [from, to) that have plots; ascending. */
  days(datastream: string, from: number, to: number): Promise<readonly number[]>;
}

export const PLOT_INDEX = 'quicklooks';

/** Most datastreams of one search. */
const MOST_DATASTREAMS = 10;
const MOST_MONTHS = 12;

export const openPlotSearch = (plotted: Plotted): ReadOnlyIndex =>
  oneIndex({
    name: PLOT_INDEX,
    mapping: QUICKLOOK_FIELDS,
    reply: async (body, paths) =>
      new TextEncoder().encode(JSON.stringify(filterPath(await searchPlots(plotted, body), paths))),
    close: async () => {},
  });

async function searchPlots(plotted: Plotted, body: SearchBody): Promise<SearchReply> {
  const started = performance.now();
  refuseOthers(body);
  const found = (await plotsOf(plotted, body.query ? constraintsOf(body.query) : {})).sort(
    orderOf(body.sort),
  );
  const grouped = body.collapse ? firstOfEach(found, nameOf(body.collapse.field)) : found;
  const from = body.from ?? 0;
  const cut = sourceCut(body._source);
  return {
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      ...(body.track_total_hits === false
        ? {}
        : { total: { value: found.length, relation: 'eq' as const } }),
      max_score: null,
      hits: grouped
        .slice(from, from + (body.size ?? 10))
        .map((one) => hitOf(one, cut, body.collapse?.field)),
    },
  };
}

/** The address of a plot; `dated` is YYYYMMDD. */
const plotAddress = (ds: string, vn: string, dated: string): string =>
  `${SERVICE_PATHS.quicklooks}/plots/${encodeURIComponent(ds)}/${encodeURIComponent(vn)}/${dated}.svg`;

async function plotsOf(
  plotted: Plotted,
  { ds, month, vn, dated }: Constraints,
): Promise<QuicklookDocument[]> {
  if (!ds) throw unsupported('name a datastream: ds');
  const months = month ?? dated?.map((day) => day.slice(0, 6));
  if (!months) throw unsupported('name a month (YYYYMM) or a day (dated, YYYYMMDD)');
  if (ds.length > MOST_DATASTREAMS || new Set(months).size > MOST_MONTHS)
    throw unsupported(`name at most ${MOST_DATASTREAMS} datastreams and ${MOST_MONTHS} months`);
  const plots: QuicklookDocument[] = [];
  for (const datastream of new Set(ds)) {
    const known = (await plotted.variables(datastream)) ?? [];
    const variables = known.filter((name) => !vn || vn.includes(name));
    if (variables.length === 0) continue;
    for (const one of new Set(months)) {
      for (const day of await daysOfMonth(plotted, datastream, one)) {
        if (dated && !dated.includes(day)) continue;
        plots.push(...variables.map((name) => documentOf(datastream, name, day, one)));
      }
    }
  }
  return plots;
}

/** The days of a month that have plots, as YYYYMMDD; none if `month` is not a month. */
async function daysOfMonth(
  plotted: Plotted,
  datastream: string,
  month: string,
): Promise<readonly string[]> {
  const from = /^\d{6}$/.test(month) ? parseCompact(`${month}01`) : null;
  if (from === null) return [];
  const after = new Date((from + 31 * DAY_SECONDS) * 1000);
  const to = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), 1) / 1000;
  return (await plotted.days(datastream, from, to)).map(formatCompactDay);
}

const documentOf = (ds: string, vn: string, dated: string, month: string): QuicklookDocument => ({
  id: `${ds}.${vn}.${dated}`,
  url: plotAddress(ds, vn, dated),
  dated,
  vn,
  ds,
  month,
});

/** Parts of the search language that mean nothing here. */
const OTHERS = [
  'aggs',
  'aggregations',
  'post_filter',
  'highlight',
  'min_score',
  'search_after',
] as const;

function refuseOthers(body: SearchBody): void {
  const other = OTHERS.find((part) => body[part] !== undefined);
  if (other) throw unsupported(`[${other}] is not supported by ${PLOT_INDEX}`);
}

const NAMES = ['url', 'dated', 'vn', 'ds', 'month'] as const;
type Name = (typeof NAMES)[number];

function nameOf(field: string): Name {
  const name = NAMES.find((one) => one === field.replace(/\.keyword$/, ''));
  if (!name) throw unsupported(`no mapping found for [${field}]`);
  return name;
}

function firstOfEach(
  plots: readonly QuicklookDocument[],
  field: Name,
): readonly QuicklookDocument[] {
  const seen = new Set<string>();
  return plots.filter((plot) => !seen.has(plot[field]) && seen.add(plot[field]));
}

/** The order of plots: by day and address unless the query states another. */
function orderOf(sort: SearchBody['sort']) {
  const keys = [sort ?? []].flat().map((key) => {
    if (typeof key === 'string') return { name: nameOf(key), down: false };
    const [[field, given] = ['', 'asc']] = Object.entries(key);
    const order = typeof given === 'string' ? given : given.order;
    return { name: nameOf(field), down: order === 'desc' };
  });
  const all = [...keys, { name: 'dated', down: false }, { name: 'url', down: false }] as const;
  return (a: QuicklookDocument, b: QuicklookDocument): number => {
    for (const { name, down } of all) {
      if (a[name] !== b[name]) return a[name] < b[name] === down ? 1 : -1;
    }
    return 0;
  };
}

/** `by`: the field that the reply is collapsed on, if any. */
function hitOf(document: QuicklookDocument, cut: SourceCut, by: string | undefined): Hit {
  const { id, ...plot } = document;
  return {
    _index: PLOT_INDEX,
    _id: id,
    _score: null,
    ...(cut === false ? {} : { _source: cut === null ? plot : { ...cut.of(plot, () => {}) } }),
    ...(by === undefined ? {} : { fields: { [by]: [document[nameOf(by)]] } }),
  };
}
