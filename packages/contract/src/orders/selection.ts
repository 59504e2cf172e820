// What a person chose of one cart item: level, dates, variables, files. Every change is a pure
// function.
import * as z from 'zod/mini';
import { isRawLevel } from '../catalogue/data-level.ts';
import { defaultLevel, type Level, type LevelWishes } from './levels.ts';
import {
  ANY_TIME,
  clamp,
  type DateWindow,
  daysOf,
  insideWindow,
  mergeSpans,
  type Span,
  wholeDay,
} from './span.ts';

const span = z
  .object({ start: z.number(), end: z.number() })
  .check(z.refine((s) => s.start <= s.end, 'starts after it ends'));

const window = z
  .object({ start: z.nullable(z.number()), end: z.nullable(z.number()) })
  .check(
    z.refine((w) => w.start === null || w.end === null || w.start <= w.end, 'starts after it ends'),
  );

/** Instants are seconds since 1970 UTC. */
export const selection = z.object({
  datastream: z.string(),
  dataLevel: z.string(),
  /**
   * Closed ranges inside the level's; in epoch mode and with multiple dates one entry per whole
   * day.
   */
  dates: z.readonly(z.array(span)),
  /**
   * The dates that were asked for, whatever the chosen level has of them; an open side is null.
   * `dates` is their part inside the level, none where it has none. Absent: all dates, or, in carts
   * of earlier versions, `dates`.
   */
  wish: z.optional(z.readonly(z.array(window))),
  /** Only days of an epoch; dates are then shown without a time. */
  isEpoch: z.boolean(),
  /** Single days instead of ranges. */
  multipleDates: z.boolean(),
  /** Empty: all variables. */
  variables: z.readonly(z.array(z.string())),
  /** Empty: all files of the dates. Size in bytes. */
  files: z.readonly(z.array(z.object({ filename: z.string(), filesize: z.number() }))),
  /** Empty: every scan type. */
  scanNames: z.readonly(z.array(z.string())),
});
export type Selection = z.infer<typeof selection>;

/**
 * A new item: the default level, and the part of it inside the dates of the search. Null if there
 * are no levels.
 */
export function firstSelection(
  levels: readonly Level[],
  window: DateWindow,
  wishes: LevelWishes = {},
): Selection | null {
  const level = defaultLevel(levels, window, wishes);
  if (!level || isAny(window)) return level && selectionOf(level);
  return wishing(selectionOf(level, datesInside([window], level, false)), [window]);
}

/** The dates that were asked for of a level; the whole of it counts as any time. */
export function askedDates(selected: Selection, level: Span | undefined): readonly DateWindow[] {
  if (selected.wish) return selected.wish;
  return level && isDefaultRange(selected.dates, level) ? [ANY_TIME] : selected.dates;
}

/**
 * What a level has of the dates that were asked for: ranges, or each day that they touch. Empty:
 * nothing.
 */
export function datesInside(
  asked: readonly DateWindow[],
  level: Span,
  wholeDays: boolean,
): readonly Span[] {
  const inside = asked.flatMap((one) => insideWindow(level, one) ?? []);
  return wholeDays ? daysOf(inside) : inside;
}

export const selectionOf = (level: Level, dates: readonly Span[] = [full(level)]): Selection => ({
  datastream: level.datastream,
  dataLevel: level.dataLevel,
  dates,
  isEpoch: false,
  multipleDates: false,
  variables: [],
  files: [],
  scanNames: [],
});

/**
 * Selects a different level: it takes those of the requested dates that it has, perhaps none, and
 * keeps the request (decision 49). Files chosen of the old level are dropped; nothing can be
 * extracted from a raw level, so all its variables are ordered. `before`: the level that was chosen
 * so far.
 */
export function withLevel(selected: Selection, level: Level, before?: Span): Selection {
  if (level.datastream === selected.datastream) return selected;
  const asked = askedDates(selected, before);
  return {
    ...wishing(selected, asked),
    datastream: level.datastream,
    dataLevel: level.dataLevel,
    dates: datesInside(asked, level, selected.isEpoch || selected.multipleDates),
    variables: isRawLevel(level.dataLevel) ? [] : selected.variables,
    files: [],
  };
}

/**
 * Other dates, clipped to the level's range; single files, which were chosen for the old dates, are
 * dropped. A range that reaches to the first or last data of the level keeps the requested dates
 * beyond them.
 */
export function withDates(selected: Selection, level: Level, dates: readonly Span[]): Selection {
  const wholeDays = selected.isEpoch || selected.multipleDates;
  const asked = wholeDays ? mergeSpans(dates) : beyond(dates, level, askedDates(selected, level));
  return {
    ...wishing(selected, asked),
    dates: datesInside(dates, level, wholeDays),
    files: [],
  };
}

/**
 * Epoch mode on: the epoch's days inside the level's range, one entry each. Off: the level's full
 * range.
 */
export function withEpoch(
  selected: Selection,
  level: Level,
  epochDays: readonly number[] | null,
): Selection {
  if (epochDays === null)
    return { ...wishing(selected, [ANY_TIME]), isEpoch: false, dates: [full(level)], files: [] };
  const asked = mergeSpans(epochDays.map(wholeDay));
  return {
    ...wishing(selected, asked),
    isEpoch: true,
    multipleDates: false,
    dates: datesInside(asked, level, true),
    files: [],
  };
}

/** Multiple dates on: one entry per selected day. Off: the level's full range. */
export const withMultipleDates = (selected: Selection, level: Level, on: boolean): Selection => ({
  ...(on ? selected : wishing(selected, [ANY_TIME])),
  isEpoch: false,
  multipleDates: on,
  dates: on ? daysOf(selected.dates) : [full(level)],
  files: [],
});

/**
 * From single days back to ranges without losing what was chosen: the ranges that they were made
 * from (`before`), if the days are still the same; else consecutive days are joined.
 */
export function asRanges(selected: Selection, level: Level, before: Selection | null): Selection {
  const off = { ...selected, multipleDates: false, isEpoch: false, files: [] };
  const same =
    before !== null &&
    before.datastream === selected.datastream &&
    !before.multipleDates &&
    !before.isEpoch &&
    sameSpans(daysOf(before.dates), selected.dates);
  if (same) return { ...wishing(off, askedDates(before, level)), dates: before.dates };
  return { ...off, dates: datesInside(mergeSpans(selected.dates), level, false) };
}

const sameSpans = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => one.start === b[index]?.start && one.end === b[index]?.end);

/** Adding a date range starts as a copy of the last one. */
export function addRange(dates: readonly Span[]): readonly Span[] {
  const last = dates.at(-1);
  return last ? [...dates, last] : dates;
}

/** Removes a range while more than one remains. */
export const removeRange = (dates: readonly Span[], index: number): readonly Span[] =>
  dates.length > 1 ? dates.filter((_, i) => i !== index) : dates;

/** What a start may be: from the bounds' start to the earlier of range end and bounds' end. */
export const startBounds = (range: Span, bounds: Span): Span => ({
  start: bounds.start,
  end: Math.max(bounds.start, Math.min(range.end, bounds.end)),
});

/** What an end may be: from the later of range start and bounds' start to the bounds' end. */
export const endBounds = (range: Span, bounds: Span): Span => ({
  start: Math.min(bounds.end, Math.max(range.start, bounds.start)),
  end: bounds.end,
});

/**
 * A range with a new start or end. A date out of range snaps to the nearest bound; what is not a
 * date, to the outer one.
 */
export function moveEdge(range: Span, edge: 'start' | 'end', value: number, bounds: Span): Span {
  if (edge === 'start')
    return { ...range, start: clamp(value, startBounds(range, bounds), bounds.start) };
  return { ...range, end: clamp(value, endBounds(range, bounds), bounds.end) };
}

/**
 * A new universal start or end trims the ranges that contain it, and leaves other ranges and epoch
 * items alone.
 */
export function trimAt(selected: Selection, edge: 'start' | 'end', instant: number): Selection {
  if (selected.isEpoch) return selected;
  const contains = (range: Span): boolean => range.start <= instant && instant <= range.end;
  if (!selected.dates.some(contains)) return selected;
  const trim = (range: Span): Span => (contains(range) ? { ...range, [edge]: instant } : range);
  const asked = (selected.wish ?? selected.dates).map((one) =>
    insideWindow({ start: instant, end: instant }, one) ? { ...one, [edge]: instant } : one,
  );
  return { ...wishing(selected, asked), dates: selected.dates.map(trim), files: [] };
}

/** Does the selection take everything there is? Such an order may be unexpectedly large. */
export function isDefaultRange(dates: readonly Span[], available: Span): boolean {
  const [first, ...more] = mergeSpans(dates);
  if (!first || more.length > 0) return false;
  return first.start <= available.start && first.end >= available.end;
}

/** Single days merged into ranges, as they are stored and sent: a decade of days is one line. */
export const packed = (selected: Selection): Selection => ({
  ...selected,
  dates: selected.isEpoch || selected.multipleDates ? mergeSpans(selected.dates) : selected.dates,
});

/** The opposite of packed. */
export const unpacked = (selected: Selection): Selection => ({
  ...selected,
  dates: selected.isEpoch || selected.multipleDates ? daysOf(selected.dates) : selected.dates,
});

const isAny = ({ start, end }: DateWindow): boolean => start === null && end === null;

/** The selection with the dates that were asked for; any time is the same as none asked for. */
function wishing(selected: Selection, asked: readonly DateWindow[]): Selection {
  const { wish: _, ...others } = selected;
  return asked.some(isAny) ? others : { ...others, wish: asked };
}

/**
 * Chosen ranges as dates that are asked for: an edge at the level's bound goes on as far as it was
 * asked for before.
 */
function beyond(
  dates: readonly Span[],
  level: Span,
  asked: readonly DateWindow[],
): readonly DateWindow[] {
  return dates.map((range) => {
    const former = asked.find((one) => insideWindow(range, one) !== null);
    const start =
      range.start <= level.start && former ? openTo(former.start, range.start, -1) : range.start;
    const end = range.end >= level.end && former ? openTo(former.end, range.end, 1) : range.end;
    return { start, end };
  });
}

/**
 * The farther of an edge that was asked for (null: open) and a chosen one; `sign`: 1 later, -1
 * earlier.
 */
const openTo = (asked: number | null, chosen: number, sign: 1 | -1): number | null =>
  asked === null || (asked - chosen) * sign > 0 ? asked : chosen;

const full = (level: Span): Span => ({ start: level.start, end: level.end });
