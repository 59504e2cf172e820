// An order over the limit of files with fewer days: the newest days of all its datastreams that one
// order may have. Pure, given `count`.

import type { Selection } from '@isobar/contract/orders/selection.ts';
import { startOfDay } from '@isobar/contract/orders/span.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import type { Amount, Count, Counted } from './split.ts';

/** `selections` in the order of the items; `start` and `end` in seconds UTC. */
export type FewerDays = Amount & {
  readonly start: number;
  readonly end: number;
  readonly selections: readonly Selection[];
};

/** The first day is looked for in this many steps; each counts every item once. */
const STEPS = 8;
const MOST_COUNTS = 100;
/** As near to the limit as this share of it is near enough. */
const NEAR = 0.95;

/** `of`: the datastream that alone loses days; null: all have the same days. */
export type FewerDaysOffered = FewerDays & { readonly of: string | null };

/**
 * The same days of all items; where one of them would lose all its days, fewer days of the item
 * with most files alone. null: neither fits, files were chosen one by one, or too much would have
 * to be counted.
 */
export async function fewerDaysOffered(
  items: readonly Counted[],
  count: Count,
  most: number,
): Promise<FewerDaysOffered | null> {
  const all = await fewerDays(items, count, most);
  if (all) return { ...all, of: null };
  const largest = items.toSorted((a, b) => b.fileCount - a.fileCount)[0];
  const others = items.filter((item) => item !== largest);
  if (!largest || others.length === 0 || sum(others) >= most) return null;
  const one = await fewerDays([largest], count, most - sum(others));
  if (!one) return null;
  return {
    ...one,
    fileCount: one.fileCount + sum(others),
    bytes: others.reduce((bytes, item) => bytes + item.bytes, one.bytes),
    selections: items.map((item) => (item === largest && one.selections[0]) || item.selection),
    of: largest.selection.datastream,
  };
}

export async function fewerDays(
  items: readonly Counted[],
  count: Count,
  most: number,
): Promise<FewerDays | null> {
  const counted = items.filter(({ fileCount }) => fileCount > 0);
  const dates = counted.flatMap(({ selection }) => selection.dates);
  if (dates.length === 0 || counted.length * STEPS > MOST_COUNTS) return null;
  if (items.some(({ selection }) => selection.files.length > 0)) return null;
  const end = Math.max(...dates.map((span) => span.end));
  let tooMany = { start: Math.min(...dates.map((span) => span.start)), fileCount: sum(items) };
  let fits = { start: startOfDay(end) + DAY_SECONDS, fileCount: 0 };
  let best: FewerDays | null = null;
  for (let step = 0; step < STEPS && fits.fileCount < most * NEAR; step += 1) {
    const start = between(tooMany, fits, most);
    if (start === null) break;
    const selections = items.map(({ selection }) => since(selection, start));
    const amounts = await Promise.all(
      selections.map((one) => (one.dates.length > 0 ? count(one) : NOTHING)),
    );
    const fileCount = sum(amounts);
    if (fileCount > most) tooMany = { start, fileCount };
    else {
      fits = { start, fileCount };
      const isWhole = amounts.every((one, i) => one.fileCount > 0 || items[i]?.fileCount === 0);
      const bytes = amounts.reduce((all, one) => all + one.bytes, 0);
      best = isWhole ? { start, end, selections, fileCount, bytes } : null;
    }
  }
  return best;
}

type Edge = { readonly start: number; readonly fileCount: number };
const NOTHING: Amount = { fileCount: 0, bytes: 0 };

const sum = (amounts: readonly Pick<Amount, 'fileCount'>[]): number =>
  amounts.reduce((all, one) => all + one.fileCount, 0);

/**
 * A midnight between two days, where the limit would be if files were spread evenly; null: none is
 * left.
 */
function between(tooMany: Edge, fits: Edge, most: number): number | null {
  const share = (most * ((1 + NEAR) / 2) - fits.fileCount) / (tooMany.fileCount - fits.fileCount);
  const inside = Math.min(0.9, Math.max(0.1, share));
  const start = startOfDay(fits.start - (fits.start - tooMany.start) * inside);
  if (start > tooMany.start && start < fits.start) return start;
  const next = startOfDay(tooMany.start) + DAY_SECONDS;
  return next < fits.start ? next : null;
}

/** What is left of a selection from this time on. */
function since(selection: Selection, start: number): Selection {
  const dates = selection.dates.flatMap((span) =>
    span.end < start ? [] : [{ start: Math.max(span.start, start), end: span.end }],
  );
  return { ...selection, dates };
}
