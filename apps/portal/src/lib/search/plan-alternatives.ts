// Datastreams of a site that measure the same as some variables and have no doubtful values in
// given dates: two searches. Pure.
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { touchesTime } from '@isobar/contract/quality/affected.ts';
import { qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { bucketsOf, type ParsedReply } from '@isobar/contract/search/reply.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { type ResultRow, readRow } from './row.ts';

const MEASUREMENTS = 'measurements';
/** Candidates that are looked through. */
const MOST_SEEN = 60;

/** What these variables of a datastream measure; no variable: what any of them measures. */
export const measuredSearch = (datastream: string, variables: readonly string[]): SearchBody => ({
  query: {
    bool: {
      filter: [
        { term: { 'datastream.keyword': datastream } },
        ...(variables.length > 0 ? [{ terms: { 'var_name.keyword': [...variables] } }] : []),
      ],
    },
  },
  size: 0,
  aggs: { [MEASUREMENTS]: { terms: { field: 'primary_meas_type_code.keyword', size: 20 } } },
});

export const readMeasured = (reply: ParsedReply): readonly string[] =>
  bucketsOf(reply.aggregations, MEASUREMENTS).map(({ key }) => key);

/**
 * Records of other products at the site with one of the measurements and data in the dates, the
 * recommended ones first.
 */
export const alternativesSearch = (
  datastream: string,
  measurements: readonly string[],
  dates: readonly Span[],
): SearchBody => {
  const { siteCode = '', classCode = '' } = parseDatastream(datastream) ?? {};
  const start = Math.min(...dates.map((span) => span.start));
  const end = Math.max(...dates.map((span) => span.end));
  return {
    query: {
      bool: {
        filter: [
          { term: { 'site_code.keyword': siteCode } },
          { terms: { 'primary_meas_type_code.keyword': [...measurements] } },
          { range: { start_date: { lte: formatInstant(end) } } },
          { range: { end_date: { gte: formatInstant(start) } } },
        ],
        must_not: [{ term: { 'instrument_class_code.keyword': classCode } }],
      },
    },
    collapse: { field: 'datastream.keyword' },
    size: MOST_SEEN,
    sort: [{ priority: { order: 'asc', missing: '_last' } }],
    _source: ['id', 'datastream', 'instrument_name', 'dqr_dates', 'facility_code', 'site_code'],
  };
};

export type Alternative = {
  readonly datastream: string;
  readonly instrument: string;
  readonly facility: string;
};

/** Those that no report calls incorrect or suspect, or missing, in the dates; at most `most`. */
export function readAlternatives(
  reply: ParsedReply,
  dates: readonly Span[],
  most: number,
): readonly Alternative[] {
  return reply.hits.hits
    .map(({ _source }) => readRow(_source ?? {}))
    .filter((row) => !isDoubtful(row, dates))
    .slice(0, most)
    .map(({ datastream, instrumentName, facilityCode }) => ({
      datastream,
      instrument: instrumentName,
      facility: facilityCode,
    }));
}

const HOUR = 3600;

const isDoubtful = ({ dqrDates }: Pick<ResultRow, 'dqrDates'>, dates: readonly Span[]): boolean =>
  qualityRanges(dqrDates).some(
    ({ name, start, end }) =>
      DOUBTS.includes(name) && touchesTime({ start: start * HOUR, end: end * HOUR - 1 }, dates),
  );

const DOUBTS: readonly string[] = ['incorrect', 'suspect', 'missing'];
