// Quality timelines: classes of reports, which of them a zoom shows, and where a window begins
// (part 3 sections 3, 4, 9).
import type { DqrDate } from '../catalogue/metadata-document.ts';
import { parseCompact, parseInstant } from '../time.ts';
import { CODES } from './classes.ts';

export type QualityName = 'routine' | 'incorrect' | 'suspect' | 'missing' | 'note' | 'limited';

export type QualityClass = {
  readonly name: QualityName;
  /** DQR class code; null: the base bar, which is not a report. */
  readonly code: number | null;
  /** The key of the legend. */
  readonly legend: string;
  /** Label of one report. */
  readonly label: string;
  readonly description: string;
};

/** The quality classes, in the order of the legend. */
export const QUALITY_CLASSES: readonly QualityClass[] = [
  {
    name: 'routine',
    code: CODES.routine,
    legend: 'ROUTINE',
    label: 'Data verified',
    description: 'Data are available, and no report affects them.',
  },
  {
    name: 'incorrect',
    code: CODES.incorrect,
    legend: 'INCORRECT',
    label: 'Data incorrect',
    description: 'A data quality report says that the values are wrong: do not use them.',
  },
  {
    name: 'suspect',
    code: CODES.suspect,
    legend: 'SUSPECT',
    label: 'Data suspect',
    description: 'A data quality report doubts the values: read it before you use them.',
  },
  {
    name: 'missing',
    code: CODES.missing,
    legend: 'MISSING',
    label: 'Data missing',
    description:
      'Data are absent for more than 24 hours; the length of the gap is rounded to whole days.',
  },
  {
    name: 'note',
    code: CODES.note,
    legend: 'NOTE',
    label: 'Data note',
    description: 'A data quality report has a note about good data.',
  },
  {
    name: 'limited',
    code: CODES.limited,
    legend: 'LIMITED ACCESS',
    label: 'Limited access',
    description:
      'Data of a limited or pre-deployment period: they can be ordered after an acknowledgement.',
  },
];

/** A report on a timeline. Hours since 1970-01-01T00Z, the end excluded. */
export type QualityRange = {
  readonly start: number;
  readonly end: number;
  /** '0' or empty: there is no report to open. */
  readonly reportId: string;
  readonly name: QualityName;
  /** The code as it came: an unknown code shows as a note with its number (decision 1009). */
  readonly code: number;
};

const HOUR_SECONDS = 3600;
/**
 * Reads DQR dates; entries without real dates, reversed ones and reprocessed data (code 6,
 * decision 1009) are left out. Ascending by start.
 */
export function qualityRanges(dates: readonly DqrDate[]): readonly QualityRange[] {
  return dates
    .flatMap(([from, to, reportId, code]): QualityRange[] => {
      const start = hourOf(from);
      const end = hourOf(to);
      if (start === null || end === null || end < start || code === CODES.reprocessed) return [];
      return [{ start, end: end + 1, reportId, name: qualityName(code), code }];
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** How a code is drawn: an unknown one as a note (decision 1009). */
export const qualityName = (code: number): QualityName =>
  QUALITY_CLASSES.find((one) => one.code === code)?.name ?? 'note';

/** 'Data suspect'; an unknown code shows its number. */
export function rangeLabel(range: Pick<QualityRange, 'code'>): string {
  const known = QUALITY_CLASSES.find((one) => one.code === range.code);
  return known?.label ?? `Data note (code ${range.code})`;
}

export type Resolution = {
  readonly label: string;
  /** How many days a report has to span at least to be shown. */
  readonly minDays: number;
  /** Windows of at least this many years have this resolution. */
  readonly fromYears: number;
};

/** By length of the window; a lower bound belongs to its own row (decision 1008). */
export const RESOLUTIONS: readonly Resolution[] = [
  { label: 'Show All', minDays: 0, fromYears: 0 },
  { label: '1 Day', minDays: 1, fromYears: 1 },
  { label: '7 Days', minDays: 7, fromYears: 5 },
  { label: '14 Days', minDays: 14, fromYears: 10 },
  { label: '21 Days', minDays: 21, fromYears: 15 },
];

/** Hides every report. */
export const HIDE_ALL = -1;
export const DEFAULT_RESOLUTION = 7;
export const HOURS_PER_YEAR = 8766;

/** How many days a report has to span at least to be shown in a window of this many hours. */
export function resolutionForSpan(hours: number): number {
  const years = hours / HOURS_PER_YEAR;
  return RESOLUTIONS.findLast((one) => years >= one.fromYears)?.minDays ?? 0;
}

/** Limited periods always show, because they say what can be ordered. */
export function visibleRanges(
  ranges: readonly QualityRange[],
  minDays: number,
): readonly QualityRange[] {
  if (minDays === HIDE_ALL) return [];
  return ranges.filter(
    (range) => range.name === 'limited' || range.end - range.start >= minDays * 24,
  );
}

/**
 * The other reports: what a zoom does not draw to scale, shown as small ticks. None if the person
 * hides all reports.
 */
export function hiddenRanges(
  ranges: readonly QualityRange[],
  minDays: number,
): readonly QualityRange[] {
  if (minDays === HIDE_ALL) return [];
  return ranges.filter(
    (range) => range.name !== 'limited' && range.end - range.start < minDays * 24,
  );
}

/** From worst to least; an earlier one is drawn over a later one. */
export const BY_SEVERITY: readonly QualityName[] = [
  'incorrect',
  'suspect',
  'missing',
  'limited',
  'note',
  'routine',
];

/** A span of hours since 1970, UTC. */
export type Span = readonly [start: number, end: number];

/** Merges spans so that none touch each other; ascending. */
export function unionOf(spans: readonly Span[]): readonly Span[] {
  const union: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = union.at(-1);
    if (last && span[0] <= last[1]) union[union.length - 1] = [last[0], Math.max(last[1], span[1])];
    else union.push(span);
  }
  return union;
}

/**
 * The window in which a timeline opens: the data's own span, clipped to a query date that lies
 * strictly inside it. Dates as YYYY-MM-DD or an instant.
 */
export function openingWindow(span: Span, start: string | null, end: string | null): Span {
  const from = start === null ? null : hoursOf(start);
  const to = end === null ? null : hoursOf(end);
  const inside = (hour: number | null): hour is number =>
    hour !== null && hour > span[0] && hour < span[1];
  return [inside(from) ? from : span[0], inside(to) ? to : span[1]];
}

/** YYYY-MM-DD or an instant -> hours since 1970; null when it is neither. */
export function hoursOf(date: string): number | null {
  const seconds = parseInstant(date);
  return seconds === null ? null : seconds / HOUR_SECONDS;
}

function hourOf(compact: string): number | null {
  const seconds = parseCompact(compact);
  return seconds === null ? null : seconds / HOUR_SECONDS;
}
