// Days as paths of a drawing, in pixels of an area whose origin is at the top left. Pure.
import type { LineDay, ProfileDay } from './day.ts';

export type Area = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** How far along an axis a value lies, as a share; may be outside 0 to 1. */
export type Place = (value: number) => number;

/** Marks closer together than this, in pixels, would be one blot. */
const MARK_DISTANCE = 5;
/** A pause longer than this many usual steps is a gap. */
const GAP_STEPS = 2.5;
const DAY_SECONDS = 86_400;

/** The place of a share of the width, and of a share of the height from the bottom, in pixels. */
export const x = (area: Area, share: number): number => round(area.left + share * area.width);
export const y = (area: Area, share: number): number => round(area.top + (1 - share) * area.height);
export const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Far outside is drawn like just outside, which keeps the numbers short. */
const near = (share: number): number => Math.min(2, Math.max(-1, share));

/** Between two values, linearly or by the logarithm. */
export function placeBetween(range: {
  readonly low: number;
  readonly high: number;
  readonly logarithmic?: boolean;
}): Place {
  const { low, high, logarithmic = false } = range;
  if (logarithmic)
    return (value) => (value <= 0 ? 0 : Math.log(value / low) / Math.log(high / low));
  return (value) => (value - low) / (high - low);
}

/** One stroke per run without a gap; a run of one sample is a dot. */
export function linePath(line: LineDay, step: number | null, area: Area, place: Place): string {
  const bins = line.low.length;
  const tolerated = Math.max(2, ((step ?? 0) / (DAY_SECONDS / bins)) * GAP_STEPS);
  const parts: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < bins; bin++) {
    const [low, high] = [line.low[bin] ?? null, line.high[bin] ?? null];
    if (low === null || high === null) continue;
    const at = x(area, (bin + 0.5) / bins);
    const top = y(area, near(place(high)));
    parts.push(bin - before > tolerated ? `M${at} ${top}h0` : `L${at} ${top}`);
    if (high > low) parts.push(`V${y(area, near(place(low)))}`);
    before = bin;
  }
  return parts.join('');
}

/** Values against height, from the left to the right; breaks where values are missing. */
export function profilePath(
  ascent: ProfileDay['ascents'][number],
  area: Area,
  place: Place,
  height: Place,
): string {
  const parts: string[] = [];
  let isNew = true;
  ascent.at.forEach((at, i) => {
    const value = ascent.values[i] ?? null;
    if (value === null) {
      isNew = true;
      return;
    }
    const [across, up] = [x(area, near(place(value))), y(area, near(height(at)))];
    parts.push(isNew ? `M${across} ${up}h0` : `L${across} ${up}`);
    isNew = false;
  });
  return parts.join('');
}

/**
 * Where the marked bins of a line are, a few pixels apart; those beyond the axis are placed at its
 * edge.
 */
export function lineMarks(
  marks: LineDay['bad'],
  bins: number,
  area: Area,
  place: Place,
): readonly (readonly [x: number, y: number])[] {
  const spots: [number, number][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const [bin, value] of marks) {
    const at = x(area, (bin + 0.5) / bins);
    if (at - before < MARK_DISTANCE) continue;
    spots.push([at, y(area, within(place(value)))]);
    before = at;
  }
  return spots;
}

/** Where the marked values of an ascent are, a few pixels apart. */
export function profileMarks(
  ascent: ProfileDay['ascents'][number],
  marks: readonly number[],
  area: Area,
  place: Place,
  height: Place,
): readonly (readonly [x: number, y: number])[] {
  const spots: [number, number][] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const i of marks) {
    const [at, value] = [ascent.at[i], ascent.values[i] ?? null];
    if (at === undefined || value === null) continue;
    const up = y(area, within(height(at)));
    if (Math.abs(before - up) < MARK_DISTANCE) continue;
    spots.push([x(area, within(place(value))), up]);
    before = up;
  }
  return spots;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/** Marks differ by shape as well as by colour. */
export const cross = (cx: number, cy: number): string =>
  `M${round(cx - 3.5)} ${round(cy - 3.5)}l7 7m0-7l-7 7`;
export const ring = (cx: number, cy: number): string =>
  `M${round(cx - 3.5)} ${round(cy)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`;

/** Strokes for the ascents of a day, in turn, so that they are distinct without colour. */
export const DASHES = ['', '6 2', '1.5 2', '8 2 1.5 2'] as const;
