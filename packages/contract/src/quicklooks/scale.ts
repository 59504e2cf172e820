// Scales and their ticks: round numbers, written briefly. Pure.
import type { ValueRange } from './day.ts';

export type Scale = {
  readonly low: number;
  readonly high: number;
  /** Round values within, ascending. */
  readonly ticks: readonly number[];
};

/**
 * About `count` round ticks between two values; if these are equal, there is room on either side.
 */
export function niceScale(first: number, last: number, count: number): Scale {
  const [low, high] =
    first < last
      ? [first, last]
      : [first - (Math.abs(first) || 1) * 0.05, last + (Math.abs(last) || 1) * 0.05];
  const step = roundStep((high - low) / count);
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high * (1 + 1e-12) + 1e-300; n++) {
    ticks.push(Number((n * step).toPrecision(12)));
    if (ticks.length > 50) break; // steps below the precision of the numbers
  }
  return { low, high, ticks };
}

/** 1, 2 or 5 times a power of ten, the nearest above. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const times = [1, 2, 5, 10].find((one) => one * power >= raw * (1 - 1e-9)) ?? 10;
  return times * power;
}

/** '1015', '0.25', '1.2e-7': a value, briefly. */
export const tickText = (value: number): string => brief(value, 6);

/**
 * A tick as it is written beside an axis: with a minus, not a hyphen, and with as many digits as it
 * has, since the next one may differ in the last.
 */
export const axisText = (value: number): string => brief(value, 12).replaceAll('-', '−');

function brief(value: number, digits: number): string {
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(digits));
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return rounded.toExponential().replace('e+', 'e');
  return String(rounded);
}

/**
 * Ticks of a colour bar: round values; on a logarithmic one powers of ten, with twice and five
 * times these where there are few.
 */
export function barTicks({
  low,
  high,
  logarithmic,
}: ValueRange): { share: number; value: number }[] {
  if (!logarithmic)
    return niceScale(low, high, 5).ticks.map((value) => ({
      value,
      share: (value - low) / (high - low),
    }));
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first) / 6));
  const powers = Array.from(
    { length: Math.max(0, Math.floor((last - first) / every) + 1) },
    (_, i) => first + i * every,
  );
  const values =
    powers.length > FEW_POWERS
      ? powers.map((power) => 10 ** power)
      : Array.from({ length: last - first + 2 }, (_, i) => first - 1 + i).flatMap((power) =>
          [1, 2, 5].map((times) => Number((times * 10 ** power).toPrecision(1))),
        );
  return values
    .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
    .map((value) => ({ value, share: Math.log(value / low) / Math.log(high / low) }));
}

const FEW_POWERS = 2;
