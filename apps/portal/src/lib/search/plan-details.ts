// What the details of a result need: its sites and facilities, their datastreams, one record, its
// measurements.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { ROW_FIELDS } from '@isobar/contract/search/plan.ts';
import { GROUP_FIELD } from '@isobar/contract/search/plan-clauses.ts';
import { bucketsOf, type ParsedReply, textOf, topHitsOf } from '@isobar/contract/search/reply.ts';
import { FACILITY_LIMIT, SITE_LIMIT } from '@isobar/contract/search/settings.ts';
import type { View } from '@isobar/contract/search/sorts.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { readDqrDates, readEntries } from './row.ts';

const SITES = 'Sites||site_code';
export const FACILITIES = 'Facilities||ffac';
/** Most rows of a metadata list (part 1 section 9). */
const VARIABLE_LIMIT = 9999;

/** What is grouped: an instrument, or an instrument's measurement. */
export type Group = { readonly view: View; readonly id: string };

/** Where a group was measured: facilities with their datastreams, first and last sample of each. */
export const placesSearch = (group: Group): SearchBody => ({
  query: groupQuery(group),
  size: 0,
  aggs: {
    [SITES]: { terms: { field: 'site_code.keyword', size: SITE_LIMIT } },
    [FACILITIES]: {
      terms: { field: 'ffac.keyword', size: FACILITY_LIMIT },
      aggs: {
        place: { top_hits: { size: 1, _source: PLACE_FIELDS } },
        datastreams: {
          terms: { field: 'datastream.keyword', size: 100 },
          aggs: {
            first: { min: { field: 'start_date' } },
            last: { max: { field: 'end_date' } },
            level: { top_hits: { size: 1, _source: LEVEL_FIELDS } },
          },
        },
      },
    },
  },
});

const PLACE_FIELDS = [
  'site_code',
  'site_name',
  'facility_code',
  'facility_name',
  'ffac',
  'location',
];
const LEVEL_FIELDS = [
  'id',
  'dataLevel',
  'data_level_desc',
  'start_date',
  'end_date',
  'filed_start_date',
  'filed_end_date',
  'has_plots',
  'ui_text',
  'limited_access',
  'scan_names',
  'instrument_class_code',
  'source_class_code',
  'priority',
];

/** One record by its id. */
export const recordSearch = (id: string): SearchBody => ({
  query: { term: { 'id.keyword': id } },
  size: 1,
  _source: [
    ...ROW_FIELDS,
    'meas_category_name',
    'data_level_desc',
    'sampling_interval',
    'has_cdf_headers',
  ],
});

/**
 * The record of a datastream whose id has changed since (decision 1030): the first part of the id
 * names the datastream.
 */
export const movedRecordSearch = (id: string): SearchBody => {
  const name = /^[^_]+?\.[a-z0-9]{2}(?=_|$)/.exec(id)?.[0] ?? id;
  return {
    query: { term: { 'datastream.keyword': name } },
    size: 1,
    sort: [{ priority: 'asc' }],
    _source: ROW_FIELDS,
  };
};

/** Whose reports: a whole datastream's, or one primary measurement's of it. */
export type ReportsOf = { readonly datastream: string } | { readonly measurementId: string };

/** The quality reports of a datastream, or of one primary measurement of it (part 3 section 7). */
export function dqrSearch(of: ReportsOf): SearchBody {
  const [field, value] =
    'datastream' in of ? ['datastream', of.datastream] : ['measurement_id', of.measurementId];
  return {
    query: {
      bool: {
        must: [{ match_phrase: { [field]: value } }],
        filter: [{ term: { [`${field}.keyword`]: value } }],
      },
    },
    size: 0,
    aggs: {
      distinct_group: {
        terms: { field: `${field}.keyword`, size: 1 },
        aggs: {
          top: {
            top_hits: {
              size: 1,
              _source: ['dqr_dates', 'datastreams', 'monitor_start', 'monitor_end'],
            },
          },
        },
      },
    },
  };
}

/** The primary measurements of a datastream, or of a group, by variable (part 2 section 7). */
export const measurementsSearch = (of: { datastream: string } | Group): SearchBody => ({
  query: 'datastream' in of ? { term: { 'datastream.keyword': of.datastream } } : groupQuery(of),
  size: 0,
  aggs: {
    variables: {
      terms: { field: 'var_name.keyword', size: VARIABLE_LIMIT },
      aggs: { top: { top_hits: { size: 1, _source: MEASUREMENT_FIELDS } } },
    },
  },
});

const MEASUREMENT_FIELDS = [
  'var_name',
  'var_name_desc',
  'primary_meas_type_code',
  'primary_meas_type_name',
  'primary_meas_type_desc',
  'meas_category_name',
  'measurement_id',
  'priority',
  'rec_rationale',
  'rec_url',
  'show_rationale',
];

/** What a datastream is: class, site, facility, span (part 3 section 7). */
export const datastreamSearch = (datastream: string): SearchBody => ({
  query: { term: { 'datastream.keyword': datastream } },
  size: 1,
  _source: [
    'id',
    'datastream',
    'instrument_class_name',
    'instrument_name',
    'site_name',
    'facility_name',
    'start_date',
    'end_date',
    'dataLevel',
  ],
});

export type PlaceDatastream = {
  /** Id of one of its records. */
  readonly id: string;
  readonly datastream: string;
  readonly dataLevel: string;
  readonly dataLevelDesc: string;
  /** First and last sample, ISO 8601 UTC; empty where its files state no time. */
  readonly startDate: string;
  readonly endDate: string;
  /**
   * The dates that its files are ordered by: first and last sample, or the last changes of files
   * that state no time.
   */
  readonly filed: { readonly startDate: string; readonly endDate: string };
  readonly hasPlots: boolean;
  readonly uiText: string;
  readonly limitedAccess: boolean;
  readonly scanNames: readonly string[];
  readonly sourceClassCode: string;
  readonly instrumentClassCode: string;
};

export type Place = {
  readonly ffac: string;
  readonly siteCode: string;
  readonly siteName: string;
  readonly facilityCode: string;
  readonly facilityName: string;
  /** 'latitude,longitude'; empty where unknown or moving. */
  readonly location: string;
  readonly datastreams: readonly PlaceDatastream[];
};

export function readPlaces({ aggregations }: ParsedReply): readonly Place[] {
  return bucketsOf(aggregations, FACILITIES).map((bucket) => {
    const place = topHitsOf(bucket.below, 'place')[0] ?? {};
    return {
      ffac: bucket.key,
      siteCode: textOf(place, 'site_code'),
      siteName: textOf(place, 'site_name'),
      facilityCode: textOf(place, 'facility_code'),
      facilityName: textOf(place, 'facility_name'),
      location: textOf(place, 'location'),
      datastreams: bucketsOf(bucket.below, 'datastreams').map((one) => {
        const level = topHitsOf(one.below, 'level')[0] ?? {};
        return {
          id: textOf(level, 'id'),
          datastream: one.key,
          dataLevel: textOf(level, 'dataLevel'),
          dataLevelDesc: textOf(level, 'data_level_desc'),
          startDate: textOf(level, 'start_date'),
          endDate: textOf(level, 'end_date'),
          filed: {
            startDate: textOf(level, 'start_date') || textOf(level, 'filed_start_date'),
            endDate: textOf(level, 'end_date') || textOf(level, 'filed_end_date'),
          },
          hasPlots: level.has_plots === true,
          uiText: textOf(level, 'ui_text'),
          limitedAccess: level.limited_access === true,
          scanNames: Array.isArray(level.scan_names) ? level.scan_names.map(String) : [],
          sourceClassCode: textOf(level, 'source_class_code'),
          instrumentClassCode: textOf(level, 'instrument_class_code'),
        };
      }),
    };
  });
}

export type MeasuredVariable = {
  readonly varName: string;
  readonly description: string;
  readonly measurementCode: string;
  readonly measurementName: string;
  readonly measurementDesc: string;
  readonly measurementId: string;
  readonly priority: number | null;
  readonly rationale: string;
  readonly rationaleUrl: string;
};

export const readMeasurements = ({ aggregations }: ParsedReply): readonly MeasuredVariable[] =>
  bucketsOf(aggregations, 'variables').map((bucket) => {
    const top = topHitsOf(bucket.below, 'top')[0] ?? {};
    return {
      varName: bucket.key,
      description: textOf(top, 'var_name_desc'),
      measurementCode: textOf(top, 'primary_meas_type_code'),
      measurementName: textOf(top, 'primary_meas_type_name'),
      measurementDesc: textOf(top, 'primary_meas_type_desc'),
      measurementId: textOf(top, 'measurement_id'),
      priority: typeof top.priority === 'number' ? top.priority : null,
      rationale: top.show_rationale === false ? '' : textOf(top, 'rec_rationale'),
      rationaleUrl: textOf(top, 'rec_url'),
    };
  });

/**
 * The reports in a reply to dqrSearch; null when the datastream or measurement is not known.
 * `dqr_dates` of a document holds the reports of its own measurement; those of a whole datastream
 * stand next to its name in `datastreams`.
 */
export function readDqrs({ aggregations }: ParsedReply, of: ReportsOf): readonly DqrDate[] | null {
  const bucket = bucketsOf(aggregations, 'distinct_group')[0];
  const top = bucket ? topHitsOf(bucket.below, 'top')[0] : undefined;
  if (!top) return null;
  const entries = 'datastream' in of ? readEntries(textOf(top, 'datastreams')) : [];
  const whole = entries.find((entry) => 'datastream' in of && entry.datastream === of.datastream);
  return readDqrDates(whole?.dqrDates ?? textOf(top, 'dqr_dates'));
}

const groupQuery = ({ view, id }: Group): Query => ({
  term: { [`${GROUP_FIELD[view]}.keyword`]: id },
});
