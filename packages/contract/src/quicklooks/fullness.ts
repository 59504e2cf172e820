// How much is seen on a day, so that a person who names no day is shown one with something on it.
// Pure.
import { cellsOf, type DaySummary, type ImageDay } from './day.ts';

/**
 * A day with values in half of its parts is full; of an image, a fiftieth of all cells is enough,
 * for clouds leave most of the air empty.
 */
const FULL = { time: 0.5, cells: 0.02 } as const;

/** Days that are compared, the newest first, until one is full. */
export const MOST_COMPARED = 7;

/** From 0 (nothing was measured) to 1: full. One launch is a full day of soundings. */
export function fullness({ samples }: DaySummary): number {
  if (!samples) return 0;
  switch (samples.kind) {
    case 'profile':
      return samples.ascents.length > 0 ? 1 : 0;
    case 'line':
      return Math.min(1, shareOf(samples.low.map((value) => value !== null)) / FULL.time);
    case 'image':
      return Math.min(1, ...filledShares(samples));
  }
}

/** The shares of columns and of cells with a value, each of what is full. */
function filledShares(image: ImageDay): [time: number, cells: number] {
  const cells = cellsOf(image);
  const seen: boolean[] = new Array(image.width).fill(false);
  let filled = 0;
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] === 0) continue;
    filled++;
    seen[at % image.width] = true;
  }
  return [shareOf(seen) / FULL.time, filled / cells.length / FULL.cells];
}

const shareOf = (list: readonly boolean[]): number =>
  list.filter(Boolean).length / Math.max(1, list.length);

/**
 * The day that is opened where none was named: the newest full one of a few, newest first; where
 * none is full, the fullest. Days that cannot be read are passed over; null: none can be read, or
 * nothing was measured on any.
 */
export async function openingDay<D>(
  newestFirst: readonly D[],
  read: (day: D) => Promise<DaySummary>,
): Promise<D | null> {
  let best: D | null = null;
  let most = 0;
  for (const day of newestFirst.slice(0, MOST_COMPARED)) {
    const summary = await read(day).catch(() => null);
    const found = summary ? fullness(summary) : 0;
    if (found > most) [best, most] = [day, found];
    if (most === 1) break;
  }
  return best;
}
