// What the plot of a day has at a place: values read back through the colours' scale, and clouds as
// dots. Pure.
import { cellsOf, type DayAnswer, type ImageDay } from '@isobar/contract/quicklooks/day.ts';
import { valueOfByte } from '@isobar/contract/quicklooks/palette.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';

/** A place in the plots of a day: seconds since midnight, and a height in the units of the axis. */
export type Cursor = { readonly second: number; readonly height: number };

export const imageOf = (day: DayAnswer | undefined): ImageDay | null =>
  day?.samples?.kind === 'image' ? day.samples : null;

/** Null: nothing was measured there. */
export function valueAt(image: ImageDay, { second, height }: Cursor): number | null {
  if (!image.range || height < image.bottom || height > image.top) return null;
  const column = Math.min(image.width - 1, Math.floor((second / DAY_SECONDS) * image.width));
  const share = (image.top - height) / (image.top - image.bottom);
  const row = Math.min(image.height - 1, Math.floor(share * image.height));
  const byte = cellsOf(image)[row * image.width + column] ?? 0;
  return byte === 0 ? null : valueOfByte(byte, image.range);
}

/** The name of a class; '' for values that are none. */
export function classAt(image: ImageDay, value: number): string {
  const near = Math.round(value);
  return image.classes?.find((one) => one.value === near)?.name ?? '';
}

/** The height in a profile of a file that is nearest to one in the plot; null without any. */
export function nearestLevel(at: readonly number[], height: number): number | null {
  let found: number | null = null;
  at.forEach((one, i) => {
    if (found === null || Math.abs(one - height) < Math.abs((at[found] ?? 0) - height)) found = i;
  });
  return found;
}

const METRES = /^m\b/i;
const KILOMETRES = /^km\b/i;

/** How many of a unit a kilometre has; null for what is no length. */
export const perKilometre = (units: string): number | null =>
  KILOMETRES.test(units) ? 1 : METRES.test(units) ? 1000 : null;

/** Values of a day that are heights, as places in a plot whose axis has these units. */
export function spotsOf(day: DayAnswer, units: string): readonly Cursor[] {
  const { samples } = day;
  const own = perKilometre(day.units);
  const axis = perKilometre(units);
  if (samples?.kind !== 'line' || own === null || axis === null) return [];
  const bins = samples.low.length;
  return samples.low.flatMap((low, bin) =>
    low === null
      ? []
      : [{ second: ((bin + 0.5) / bins) * DAY_SECONDS, height: (low / own) * axis }],
  );
}

/** Heights that a person can choose, in kilometres; null: all. */
export const TOPS = [2, 5, 12] as const;
export type Top = (typeof TOPS)[number] | null;

/** Those below the top of what is shown; none where it is no length. */
export function topsWithin(units: string, top: number): readonly (typeof TOPS)[number][] {
  const per = perKilometre(units);
  return per === null ? [] : TOPS.filter((one) => one * per < top * 0.98);
}

/** A pair of axes up to a height in kilometres. */
export function cutAt<
  A extends { readonly heights: { readonly bottom: number; readonly top: number } | null },
>(axes: A, top: Top, units: string): A {
  const per = perKilometre(units);
  if (top === null || per === null || !axes.heights || top * per >= axes.heights.top) return axes;
  return { ...axes, heights: { bottom: Math.max(0, axes.heights.bottom), top: top * per } };
}
