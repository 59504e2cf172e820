// A level without data in the dates that were asked for: what is nearest to them. Pure.

import { type Level, offeredLevels } from '@isobar/contract/orders/levels.ts';
import { type DateWindow, type Span, startOfDay } from '@isobar/contract/orders/span.ts';
import { endOfDay } from '@isobar/contract/time.ts';

export type Nearest = {
  /** The highest other level that has data in these dates; null: none has. */
  readonly level: Level | null;
  /**
   * Dates of the chosen level nearest to those asked for, as long as them where it has so much;
   * whole days at the far end.
   */
  readonly dates: Span | null;
};

/** `asked`: no window of these shares an instant with `current`. */
export function nearestTo(
  asked: readonly DateWindow[],
  current: Level,
  levels: readonly Level[],
): Nearest {
  const { visible } = offeredLevels(levels, asked);
  const others = visible.filter((level) => level.datastream !== current.datastream);
  return { level: others[0] ?? null, dates: nearestDates(asked, current) };
}

function nearestDates(asked: readonly DateWindow[], level: Span): Span | null {
  const [nearest] = asked
    .map((window) => ({ window, gap: gapTo(window, level) }))
    .toSorted((a, b) => a.gap - b.gap);
  if (!nearest) return null;
  const { start, end } = nearest.window;
  const seconds = start === null || end === null ? 0 : end - start;
  if (end !== null && end < level.start)
    return {
      start: level.start,
      end: Math.min(endOfDay(startOfDay(level.start) + seconds), level.end),
    };
  return {
    start: Math.max(startOfDay(endOfDay(level.end) - seconds), level.start),
    end: level.end,
  };
}

/** Seconds between a window and a level that lie apart. */
const gapTo = ({ start, end }: DateWindow, level: Span): number =>
  Math.max(end === null ? 0 : level.start - end, start === null ? 0 : start - level.end, 0);
