// The quicklooks of a variable in a month, one a day (part 3 section 7, decision 1016).

import { type ParsedReply, textOf } from '@isobar/contract/search/reply.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod/mini';
import { measurementsSearch } from './plan-details.ts';

/** Most thumbnails of a month; sent as `size` in the address. */
export const QUICKLOOK_LIMIT = 31;

/** `month`: YYYYMM. */
export type QuicklookMonth = {
  readonly ds: string;
  readonly vn: string;
  readonly month: string;
};

/** One plot a day: days are collapsed before the limit, so that none is lost. */
const plotsSearch = (order: 'asc' | 'desc', ...filter: Query[]): SearchBody => ({
  query: { bool: { filter } },
  collapse: { field: 'dated' },
  sort: [{ dated: order }, { url: 'asc' }],
  _source: ['url', 'dated', 'vn'],
});

export const quicklooksSearch = ({ ds, vn, month }: QuicklookMonth): SearchBody =>
  plotsSearch('asc', { term: { ds } }, { term: { month } }, { term: { vn } });

/** The newest plots of a variable in some months. */
export const newestQuicklooksSearch = (of: {
  readonly ds: string;
  readonly vn: string;
  readonly months: readonly string[];
}): SearchBody => ({
  ...plotsSearch(
    'desc',
    { term: { ds: of.ds } },
    { terms: { month: of.months } },
    { term: { vn: of.vn } },
  ),
  track_total_hits: false,
});

export type Quicklook = { readonly url: string; readonly dated: string; readonly vn: string };

const quicklook = z.object({ url: z.string(), dated: z.string(), vn: z.string() });

/** In the order of the reply, the first of each day. */
export function readQuicklooks({ hits }: ParsedReply): readonly Quicklook[] {
  const days = new Map<string, Quicklook>();
  for (const { _source } of hits.hits) {
    const read = z.safeParse(quicklook, _source);
    if (read.success && !days.has(read.data.dated)) days.set(read.data.dated, read.data);
  }
  return [...days.values()];
}

/** The measurements of a datastream that have plots; read with readMeasurements. */
export const plottedSearch = (ds: string): SearchBody => ({
  ...measurementsSearch({ datastream: ds }),
  query: {
    bool: { filter: [{ term: { 'datastream.keyword': ds } }, { term: { has_plots: true } }] },
  },
});

/**
 * A datastream with plots, recommended ones and the latest first: the starting point of a person
 * who has not named any.
 */
export const firstPlottedSearch = (): SearchBody => ({
  query: { term: { has_plots: true } },
  size: 1,
  track_total_hits: false,
  sort: [{ priority: 'asc' }, { end_date: 'desc' }],
  _source: ['datastream', 'var_name'],
});

/** What a datastream is (the reply to datastreamSearch); null where there is none of that name. */
export type PlottedDatastream = {
  readonly id: string;
  readonly instrument: string;
  readonly site: string;
  readonly facility: string;
  readonly dataLevel: string;
  /** YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
};

export function readDatastream({ hits }: ParsedReply): PlottedDatastream | null {
  const source = hits.hits[0]?._source;
  if (!source) return null;
  return {
    id: textOf(source, 'id'),
    instrument: textOf(source, 'instrument_class_name') || textOf(source, 'instrument_name'),
    site: textOf(source, 'site_name'),
    facility: textOf(source, 'facility_name'),
    dataLevel: textOf(source, 'dataLevel'),
    start: textOf(source, 'start_date').slice(0, 10),
    end: textOf(source, 'end_date').slice(0, 10),
  };
}
