// Which plot home shows today: of radars and lidars, the day of the newest week on which there is
// most to see. The same for all visitors.
import { cellsOf, type DaySummary, type ImageDay } from '@isobar/contract/quicklooks/day.ts';
import { fullness } from '@isobar/contract/quicklooks/fullness.ts';
import { DAY_SECONDS, formatCompactDay } from '@isobar/contract/time.ts';

/** A variable whose days are drawn as pictures, and the last instant with data (seconds UTC). */
export interface Curtain {
  readonly datastream: string;
  readonly variable: string;
  readonly end: number;
}

export interface PlotAt {
  readonly datastream: string;
  readonly variable: string;
  /** YYYYMMDD. */
  readonly date: string;
}

/** Reads a day of a variable; rejects where it has none. */
export type ReadPlot = (at: PlotAt) => Promise<DaySummary>;

const WEEK_DAYS = 7;
/**
 * Curtains that are compared at once, and how often others are tried while nothing is to be seen on
 * these.
 */
const COMPARED = 3;
const MOST_ROUNDS = 3;
/** From here on there is something to see: a few hours of cloud or rain. */
const WORTH_SEEING = 0.05;
/** Parts of a day within which noise averages out. */
const PARTS = 24;

/**
 * How much is to be seen on a day, from 0 (nothing, or the same all day) to about 0.5: how far the
 * means of hours at the same height differ, on the scale of the colours, times the share of the day
 * with good values. Noise averages out, and layers that stay all day do not count. Lines, soundings
 * and classes count as nothing.
 */
export function richness({ samples }: DaySummary): number {
  if (samples?.kind !== 'image' || !samples.range || samples.classes) return 0;
  const cells = cellsOf(samples);
  const { width, height } = samples;
  let sum = 0;
  for (let row = 0; row < height; row++) {
    const means = Array.from({ length: PARTS }, (_, part) => {
      const from = Math.floor((part * width) / PARTS);
      const to = Math.max(from + 1, Math.floor(((part + 1) * width) / PARTS));
      return mean(cells.subarray(row * width + from, row * width + to)) / 255;
    });
    const middle = mean(means);
    sum += Math.sqrt(mean(means.map((one) => (one - middle) ** 2)));
  }
  return (sum / height) * goodShare(samples, cells);
}

const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return values.length > 0 ? sum / values.length : 0;
};

/** The share of the day with a value at some height that no check calls bad. */
function goodShare({ width, height, bad }: ImageDay, cells: Uint8Array): number {
  const isGood = new Uint8Array(width);
  for (let row = 0; row < height; row++)
    for (let bin = 0; bin < width; bin++) if (cells[row * width + bin]) isGood[bin] = 1;
  for (const [from, to] of bad) isGood.fill(0, from, to);
  return mean(isGood);
}

/** The last day of which data cover the morning at least. */
export const lastWholeDay = (end: number): string => formatCompactDay(end - DAY_SECONDS / 2);

/**
 * The richest plot of some curtains, which are others each day; null: none of them has a day that
 * can be drawn. `day` counts days since
 * 1970. Reads one plot after the other, and reports each that is richer than those before.
 */
export async function plotOfDay(
  curtains: readonly Curtain[],
  day: number,
  read: ReadPlot,
  onBetter: (at: PlotAt) => void = () => {},
): Promise<PlotAt | null> {
  let best: PlotAt | null = null;
  let most = 0;
  const rounds = Math.min(MOST_ROUNDS, Math.ceil(curtains.length / COMPARED));
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < Math.min(COMPARED, curtains.length); n++) {
      const curtain = curtains[((day + round) * COMPARED + n) % curtains.length];
      if (!curtain) continue;
      for (let back = 0; back < WEEK_DAYS; back++) {
        const { datastream, variable, end } = curtain;
        const at = { datastream, variable, date: lastWholeDay(end - back * DAY_SECONDS) };
        // a day without files, or one that cannot be read
        const summary = await read(at).catch(() => null);
        const found = summary ? richness(summary) * fullness(summary) : 0;
        if (found <= most) continue;
        best = at;
        most = found;
        onBetter(at);
      }
    }
    if (most >= WORTH_SEEING) return best;
  }
  return best;
}
