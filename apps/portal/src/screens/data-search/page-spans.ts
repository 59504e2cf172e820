// The shared axis of the timelines of a page: from the first to the last data of its rows, whole
// years.
import { hoursOf, openingWindow, type Span } from '@isobar/contract/quality/timeline.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import type { GroupSummary } from '../../lib/search/plan-summaries.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { nowHour } from '../../parts/timeline/hours.ts';

const HOUR_MS = 3_600_000;
/** The axis begins here or earlier, so that it seldom changes from page to page. */
const BEGINS_BY = Date.UTC(2010, 0) / HOUR_MS;

export type PageSpans = {
  readonly full: Span;
  readonly opening: Span;
  /** The chosen dates; an open side reaches to the end of the axis. null: none are chosen. */
  readonly band: Span | null;
};

/**
 * `summaries`: those that are known so far; other facilities of a row may have earlier or later
 * data than its own datastream.
 */
export function pageSpans(
  rows: readonly ResultRow[],
  search: Search,
  summaries: Iterable<GroupSummary>,
): PageSpans {
  const spans = [...rows.map(rowSpan), ...[...summaries].map(summarySpan)].filter(
    (span) => span !== null,
  );
  const data: Span = [
    Math.min(...spans.map(([start]) => start), BEGINS_BY),
    Math.max(...spans.map(([, end]) => end), nowHour()),
  ];
  const full: Span = [yearStart(data[0]), data[1] + (data[1] - data[0]) * 0.015];
  const { start, end } = meaningOf(search);
  return { full, opening: openingWindow(full, start, end), band: bandOf(start, end, full) };
}

/** First and last data of the row's own datastream; null where the dates are missing. */
export function rowSpan(row: Pick<ResultRow, 'startDate' | 'endDate'>): Span | null {
  const start = hoursOf(row.startDate);
  const end = hoursOf(row.endDate);
  return start === null || end === null || end < start ? null : [start, end];
}

function summarySpan({ spans }: GroupSummary): Span | null {
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? [first[0], last[1]] : null;
}

/** The chosen dates as a span that includes both days. */
function bandOf(start: string | null, end: string | null, full: Span): Span | null {
  const from = start === null ? null : hoursOf(start);
  const to = end === null ? null : hoursOf(end);
  return from === null && to === null ? null : [from ?? full[0], to === null ? full[1] : to + 24];
}

const yearStart = (hour: number): number =>
  Date.UTC(new Date(hour * HOUR_MS).getUTCFullYear(), 0) / HOUR_MS;
