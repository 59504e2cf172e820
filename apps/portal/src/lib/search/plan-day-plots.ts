// The plots of one day: of everything at a facility, or of one product at all its facilities.

import { isMask, MAIN_CODES, mainFirst } from '@isobar/contract/quicklooks/main-measurement.ts';
import { type ParsedReply, textOf } from '@isobar/contract/search/reply.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import * as z from 'zod/mini';

/** Datastreams of a day that are looked at. */
const MOST = 60;
/** Datastreams that one search of plots may name (the service refuses more). */
export const PLOTS_AT_ONCE = 10;

/** What has plots and was measured around a day (YYYY-MM-DD). */
const plottedOn = (day: string, of: readonly Query[], sort: readonly string[]): SearchBody => ({
  query: {
    bool: {
      filter: [
        { term: { has_plots: true } },
        { range: { start_date: { lte: `${day}T23:59:59Z` } } },
        { range: { end_date: { gte: `${day}T00:00:00Z` } } },
        ...of,
      ],
    },
  },
  collapse: { field: 'datastream.keyword' },
  size: MOST,
  track_total_hits: false,
  sort: sort.map((field) => ({ [field]: 'asc' as const })),
  _source: [
    'datastream',
    'var_name',
    'primary_meas_type_code',
    'primary_meas_type_name',
    'instrument_name',
    'site_name',
    'facility_name',
    'ffac',
  ],
});

/** `ffac`: site, dot, facility: 'sgp.C1'. Recommended products first. */
export const facilityDaySearch = (ffac: string, day: string): SearchBody =>
  plottedOn(day, [{ term: { 'ffac.keyword': ffac } }], ['priority', 'datastream.keyword']);

/**
 * Variables that say what a datastream is built to measure, several of one datastream among them.
 */
export function mainsOfDaySearch(ffac: string, day: string): SearchBody {
  const of = [
    { term: { 'ffac.keyword': ffac } },
    { terms: { 'primary_meas_type_code.keyword': [...MAIN_CODES] } },
  ];
  const { collapse: _, ...body } = plottedOn(day, of, ['priority', 'datastream.keyword']);
  return { ...body, size: MOST * 4 };
}

/**
 * What tells little of an instrument that measures more: air pressure of a balloon, the cloud base
 * of a lidar, masks.
 */
const isMinor = ({ vn, measurementCode }: PlottedThere): boolean =>
  ['atmpres', 'cloudbase'].includes(measurementCode) || isMask({ varName: vn, measurementCode });

/**
 * Each datastream; with its main variable instead of a minor one, where it has one among `mains`.
 */
export const withMains = (
  there: readonly PlottedThere[],
  mains: readonly PlottedThere[],
): readonly PlottedThere[] => {
  const byDatastream = Map.groupBy(mains, ({ ds }) => ds);
  return there.map((one) => {
    if (!isMinor(one)) return one;
    const choices = (byDatastream.get(one.ds) ?? []).map((main) => ({ ...main, varName: main.vn }));
    const [main] = mainFirst([...choices, { ...one, varName: one.vn }]);
    return (main && mains.find(({ ds, vn }) => ds === main.ds && vn === main.vn)) ?? one;
  });
};

/** A datastream class with its level, and a variable of it. */
export type Product = { readonly code: string; readonly level: string; readonly vn: string };

export const productDaySearch = ({ code, level, vn }: Product, day: string): SearchBody =>
  plottedOn(
    day,
    [
      { term: { 'instrument_code.keyword': code } },
      { term: { 'dataLevel.keyword': level } },
      { term: { 'var_name.keyword': vn } },
    ],
    ['ffac.keyword'],
  );

export type PlottedThere = {
  readonly ds: string;
  readonly vn: string;
  /** The code and the name of its primary measurement. */
  readonly measurementCode: string;
  readonly measurement: string;
  readonly instrument: string;
  readonly site: string;
  readonly facility: string;
  /** 'sgp.C1' */
  readonly ffac: string;
};

export const readPlottedThere = ({ hits }: ParsedReply): readonly PlottedThere[] =>
  hits.hits.flatMap(({ _source }) =>
    _source && textOf(_source, 'var_name') !== ''
      ? [
          {
            ds: textOf(_source, 'datastream'),
            vn: textOf(_source, 'var_name'),
            measurementCode: textOf(_source, 'primary_meas_type_code'),
            measurement: textOf(_source, 'primary_meas_type_name'),
            instrument: textOf(_source, 'instrument_name'),
            site: textOf(_source, 'site_name'),
            facility: textOf(_source, 'facility_name'),
            ffac: textOf(_source, 'ffac'),
          },
        ]
      : [],
  );

/** Which of these have a plot on a day (YYYYMMDD). At most PLOTS_AT_ONCE of them. */
export const dayPlotsSearch = (
  of: readonly Pick<PlottedThere, 'ds' | 'vn'>[],
  dated: string,
): SearchBody => ({
  query: {
    bool: {
      filter: [
        { terms: { ds: of.map(({ ds }) => ds) } },
        { terms: { vn: [...new Set(of.map(({ vn }) => vn))] } },
        { term: { dated } },
      ],
    },
  },
  size: PLOTS_AT_ONCE * PLOTS_AT_ONCE,
  _source: ['url', 'dated', 'vn', 'ds'],
});

/** All variables of a datastream with a plot on a day (YYYYMMDD). */
export const variablesOfDaySearch = (ds: string, dated: string): SearchBody => ({
  query: { bool: { filter: [{ term: { ds } }, { term: { dated } }] } },
  size: MOST,
  _source: ['vn'],
});

const named = z.object({ vn: z.string() });

export const readVariablesOfDay = ({ hits }: ParsedReply): readonly string[] => [
  ...new Set(
    hits.hits.flatMap(({ _source }) => {
      const read = z.safeParse(named, _source);
      return read.success ? [read.data.vn] : [];
    }),
  ),
];

const plot = z.object({ url: z.string(), ds: z.string(), vn: z.string() });

/** The address of each, by datastream and variable. */
export const readDayPlots = ({ hits }: ParsedReply): ReadonlyMap<string, string> =>
  new Map(
    hits.hits.flatMap(({ _source }) => {
      const read = z.safeParse(plot, _source);
      return read.success ? [[dayPlotKey(read.data), read.data.url] as const] : [];
    }),
  );

export const dayPlotKey = ({ ds, vn }: Pick<PlottedThere, 'ds' | 'vn'>): string => `${ds} ${vn}`;

/** Ceilometers of a site with plots of the lowest cloud base around a day. */
export const cloudBaseSearch = (site: string, day: string): SearchBody =>
  plottedOn(
    day,
    [
      { term: { 'site_code.keyword': site } },
      { term: { 'instrument_class_code.keyword': 'ceil' } },
      { term: { 'primary_meas_type_code.keyword': 'cloudbase' } },
    ],
    ['ffac.keyword', 'var_name.keyword'],
  );
