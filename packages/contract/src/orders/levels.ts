// Which data levels of a cart item are offered, and which one is taken at first (specification part
// 2 section 4).
import { compareDataLevels } from '../catalogue/data-level.ts';
import { type DateWindow, insideWindow, type Span } from './span.ts';

/** One data level of an item: its datastream and the span of its data. */
export type Level = Span & { readonly datastream: string; readonly dataLevel: string };

export type OfferedLevels<L extends Level> = {
  /** Highest first (decision 1011). */
  readonly visible: readonly L[];
  /** How many lie entirely outside the dates. */
  readonly hidden: number;
};

/**
 * The levels to offer. Those entirely outside the dates that are asked for are left out and
 * counted, unless all are wanted.
 */
export function offeredLevels<L extends Level>(
  levels: readonly L[],
  asked: readonly DateWindow[],
  hideOutside = true,
): OfferedLevels<L> {
  const sorted = [...levels].sort(
    (a, b) => compareDataLevels(b.dataLevel, a.dataLevel) || compare(a.datastream, b.datastream),
  );
  if (!hideOutside) return { visible: sorted, hidden: 0 };
  const visible = sorted.filter((level) =>
    asked.some((window) => insideWindow(level, window) !== null),
  );
  return { visible, hidden: sorted.length - visible.length };
}

/** What had narrowed the search when the item was added. */
export type LevelWishes = {
  /** A datastream that was asked for by name. */
  readonly requested?: string | null | undefined;
  /** Values of the datastream facet. */
  readonly datastreams?: readonly string[] | undefined;
  /** Values of the data level facet. */
  readonly dataLevels?: readonly string[] | undefined;
};

/**
 * The level that is taken at first: the requested one if present; else the highest visible one of
 * the datastream facet, else of the data level facet, else the first visible one. If none is
 * visible, the same among all; null if there are no levels.
 */
export function defaultLevel<L extends Level>(
  levels: readonly L[],
  window: DateWindow,
  wishes: LevelWishes = {},
): L | null {
  const requested = levels.find((level) => same(level.datastream, wishes.requested));
  if (requested) return requested;
  const { visible } = offeredLevels(levels, [window]);
  const from = visible.length > 0 ? visible : offeredLevels(levels, [window], false).visible;
  return (
    from.find((level) => wishes.datastreams?.some((wanted) => same(level.datastream, wanted))) ??
    from.find((level) => wishes.dataLevels?.includes(level.dataLevel)) ??
    from[0] ??
    null
  );
}

const same = (a: string, b: string | null | undefined): boolean =>
  a.toLowerCase() === b?.toLowerCase();

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
