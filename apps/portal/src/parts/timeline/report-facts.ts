// What a report says of itself, for the periods of a timeline: a timeline knows whole hours, a
// report its seconds, subject and variables.
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';
import { useMemo } from 'react';
import type { TouchableReport } from '../../lib/quality/touching.ts';
import { useDatastreamReports } from '../selection/datastream-reports.ts';
import { hasReport } from './report-key.ts';

export type ReportFacts = {
  readonly subject: string;
  /** Empty: all. */
  readonly variables: readonly string[];
  /** First and last second, UTC. Infinite: open. */
  readonly start: number;
  readonly end: number;
};

export type FactsOf = (range: QualityRange) => ReportFacts | null;

const HOUR = 3600;

/** Null for periods without a report, and while the reports are not known. */
export function useReportFacts(datastream: string): FactsOf {
  const reports = useDatastreamReports(datastream);
  return useMemo(() => factsIn(reports ?? []), [reports]);
}

/** Pure. */
export const factsIn =
  (reports: readonly TouchableReport[]): FactsOf =>
  (range) => {
    const report = reports.find(({ id, code }) => id === range.reportId && code === range.code);
    if (!report || !hasReport(range)) return null;
    const own = report.spans.filter(
      ({ start, end }) => start < range.end * HOUR && end >= range.start * HOUR,
    );
    if (own.length === 0) return null;
    const isAll = own.some(({ variables }) => variables.length === 0);
    return {
      subject: report.subject,
      variables: isAll ? [] : [...new Set(own.flatMap(({ variables }) => variables))],
      start: Math.min(...own.map(({ start }) => start)),
      end: Math.max(...own.map(({ end }) => end)),
    };
  };

/**
 * First and last second of a period: the report's own where they are known, else those of its
 * hours.
 */
export function secondsOf(
  range: Pick<QualityRange, 'start' | 'end'>,
  facts: ReportFacts | null,
): { readonly start: number; readonly end: number } {
  const hours = { start: range.start * HOUR, end: range.end * HOUR - 1 };
  return {
    start: facts && Number.isFinite(facts.start) ? facts.start : hours.start,
    end: facts && Number.isFinite(facts.end) ? facts.end : hours.end,
  };
}
