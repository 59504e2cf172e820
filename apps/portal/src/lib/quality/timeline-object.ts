// What a timeline is about, and what a click on one of its items shows (part 3 section 3). Pure.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { type QualityRange, rangeLabel } from '@isobar/contract/quality/timeline.ts';

/**
 * One item of a timeline. The base bar has number 1 and is never shown; what can be clicked is
 * numbered from 2 on.
 */
export interface TimelineItem {
  readonly id: number;
  /** Hours since 1970-01-01T00Z, the end excluded. */
  readonly start: number;
  readonly end: number;
  readonly type: 'range';
  readonly className: string;
  /** 'Data suspect'. */
  readonly name: string;
  /** '0' or empty: there is no report to read. */
  readonly dqrId: string;
}

/** The item that was clicked, and all others that overlap it in time. */
export interface DqrPayload {
  readonly selected: TimelineItem;
  readonly subset: readonly TimelineItem[];
}

const BASE_ITEM = 1;

/** The items of a timeline, in the order of the ranges. */
export const timelineItems = (ranges: readonly QualityRange[]): readonly TimelineItem[] =>
  ranges.map((range, at) => ({
    id: BASE_ITEM + 1 + at,
    start: range.start,
    end: range.end,
    type: 'range',
    className: range.name,
    name: rangeLabel(range),
    dqrId: range.reportId,
  }));

/** The range that an item stands for; null: none of them. */
export const rangeOf = (
  ranges: readonly QualityRange[],
  { id }: TimelineItem,
): QualityRange | null => ranges[id - BASE_ITEM - 1] ?? null;

/** Null: it is none of the ranges. */
export function dqrPayload(
  ranges: readonly QualityRange[],
  selected: QualityRange,
): DqrPayload | null {
  const items = timelineItems(ranges);
  const item = items[ranges.indexOf(selected)];
  if (!item) return null;
  return {
    selected: item,
    subset: items.filter(
      (other) => other.id !== item.id && other.start < item.end && item.start < other.end,
    ),
  };
}

/**
 * The datastream that a timeline shows, and the days being looked at where these are narrower than
 * its data.
 */
export interface TimelineDatastream {
  readonly selected: {
    readonly datastream: string;
    readonly dataLevel: string;
    /** First and last day of the data, as an instant. */
    readonly minStartDate: string;
    readonly maxEndDate: string;
    readonly dates: readonly { readonly startDate: string; readonly endDate: string }[];
    readonly dqrDates: readonly DqrDate[];
  };
  /** YYYY-MM-DD; null: from the first, to the last. */
  readonly monitorStart: string | null;
  readonly monitorEnd: string | null;
}

/**
 * The object for one datastream: its record, its reports, and the dates of a search if there are
 * any.
 */
export const timelineObject = (
  stream: {
    readonly datastream: string;
    readonly dataLevel: string;
    readonly startDate: string;
    readonly endDate: string;
  },
  dqrDates: readonly DqrDate[],
  monitorStart: string | null,
  monitorEnd: string | null,
): TimelineDatastream => ({
  selected: {
    datastream: stream.datastream,
    dataLevel: stream.dataLevel,
    minStartDate: stream.startDate,
    maxEndDate: stream.endDate,
    dates: [{ startDate: monitorStart ?? stream.startDate, endDate: monitorEnd ?? stream.endDate }],
    dqrDates,
  },
  monitorStart,
  monitorEnd,
});
