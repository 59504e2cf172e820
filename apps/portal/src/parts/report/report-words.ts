// A data quality report in words: its class, times and extent. Pure.

import type { ReportReply, ReportSpan } from '@isobar/contract/calls/quality.ts';
import { plural } from '@isobar/contract/count.ts';
import {
  QUALITY_CLASSES,
  type QualityRange,
  qualityName,
} from '@isobar/contract/quality/timeline.ts';
import { formatDay, formatDayTime, parseInstant } from '@isobar/contract/time.ts';

type Dates = Pick<ReportSpan, 'startDateTime' | 'endDateTime'>;

/** 'Data suspect'; a class without a timeline says its own name. */
export const classLabel = (code: number, metric = ''): string =>
  QUALITY_CLASSES.find((one) => one.code === code)?.label ?? (metric || `Code ${code}`);

/** 'YYYY-MM-DD HH:mm:ss'; an end that is missing reads 'ongoing'. */
export const startText = ({ startDateTime }: Dates): string => dayTime(startDateTime);
export const endText = ({ endDateTime }: Dates): string =>
  endDateTime === null ? 'ongoing' : dayTime(endDateTime);

/** '1999-10-07 – 2002-06-14' */
export function daysText({ startDateTime, endDateTime }: Dates): string {
  const [start, end] = [day(startDateTime), endDateTime === null ? 'now' : day(endDateTime)];
  return start === end ? start : `${start} – ${end}`;
}

/** From the first start to the last end over all spans. */
export function wholeSpan(spans: readonly Dates[]): Dates {
  const ends = spans.map((span) => span.endDateTime);
  return {
    startDateTime: spans.map((span) => span.startDateTime).sort()[0] ?? '',
    endDateTime: ends.some((end) => end === null) ? null : (ends.sort().at(-1) ?? null),
  };
}

/** '981 days · 1 datastream · 7 variables' */
export function extentText(report: ReportReply): string {
  const { startDateTime, endDateTime } = wholeSpan(report.affected);
  const [from, to] = [parseInstant(startDateTime), parseInstant(endDateTime ?? '')];
  const hours = from === null || to === null ? null : (to - from) / 3600;
  const names = new Set(report.measurements.flatMap((one) => Object.values(one).flat()));
  return [
    ...(hours === null ? [] : [lengthText(hours)]),
    plural(report.datastreams.length, 'datastream'),
    ...(names.size > 0 ? [plural(names.size, 'variable')] : []),
  ].join(' · ');
}

const lengthText = (hours: number): string =>
  hours >= 48
    ? plural(Math.round(hours / 24), 'day')
    : hours >= 2
      ? plural(Math.round(hours), 'hour')
      : plural(Math.max(1, Math.round(hours * 60)), 'minute');

/** The spans of one datastream as a timeline draws them; an open end reaches to `until` (hours). */
export function rangesOf(
  report: Pick<ReportReply, 'affected' | 'dqrid'>,
  datastream: string,
  until: number,
): readonly QualityRange[] {
  return report.affected.flatMap((span): QualityRange[] => {
    const start = parseInstant(span.startDateTime);
    const end = span.endDateTime === null ? until * 3600 : parseInstant(span.endDateTime);
    if (span.datastream !== datastream || start === null || end === null) return [];
    return [
      {
        start: start / 3600,
        end: Math.max(end, start) / 3600,
        reportId: report.dqrid,
        name: qualityName(span.code),
        code: span.code,
      },
    ];
  });
}

function dayTime(instant: string): string {
  const at = parseInstant(instant);
  return at === null ? instant : formatDayTime(at);
}

export function day(instant: string): string {
  const at = parseInstant(instant);
  return at === null ? instant : formatDay(at);
}
