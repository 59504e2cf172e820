// The range of the values of days, so that several can share an axis or a colour scale. Pure.
import type { DaySummary, ValueRange } from './day.ts';

/** A range of positive values as wide as this is drawn on a logarithmic scale. */
const WIDE = 1000;

export const rangeBetween = (low: number, high: number, isImage: boolean): ValueRange =>
  low < high
    ? { low, high, logarithmic: isImage && isWide(low, high) }
    : { low: low - 0.5, high: high + 0.5, logarithmic: false };

/**
 * Values of this ratio have a logarithmic scale too where half of them would have one colour of a
 * linear one.
 */
const CROWDED = { ratio: 8, share: 0.05 };
/**
 * Values below 0 are noise of what is positive where they reach no further than this share of the
 * highest, and where such a scale begins then.
 */
const NOISE = { share: 0.05, from: 0.001 };
/**
 * Where four fifths of the values take less than `share` of a linear scale, it ends so many times
 * their spread beyond them.
 */
const NARROW = { share: 0.15, beyond: 2 };

/** The share of the lowest and of the highest values beyond the ends of a scale of colours. */
const CUT = 0.01;
/**
 * What radars of clouds and of rain are drawn with, in dBZ: the noise of the receiver fills most of
 * a day, and would take most colours.
 */
const CLOUDS = [-50, 20] as const;
const RAIN = [-10, 60] as const;

/**
 * The range of the colours of an image, from a sample of its values, which are sorted here; null
 * for none.
 */
export function imageRange(values: number[], units: string): ValueRange | null {
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const [low, high] = [quantile(values, CUT), quantile(values, 1 - CUT)];
  if (units === 'dBZ') {
    const [from, to] = high > CLOUDS[1] + 10 ? RAIN : CLOUDS;
    return rangeBetween(from, to, true);
  }
  return crowdedRange(values, low, high) ?? narrowRange(values, low, high);
}

/**
 * Logarithmic, where most values are crowded at the lower end of what is positive but for noise;
 * null elsewhere.
 */
function crowdedRange(values: readonly number[], low: number, high: number): ValueRange | null {
  const isCrowded = quantile(values, 0.5) - low < CROWDED.share * (high - low);
  if (!isCrowded || !isPositive({ low, high })) return null;
  const from = low > 0 ? low : Math.max(quantile(values, 0.25), NOISE.from * high);
  return high / from >= CROWDED.ratio ? { low: from, high, logarithmic: true } : null;
}

/**
 * Linear; without what is far from four fifths of the values, where these would have a few colours
 * only.
 */
function narrowRange(values: readonly number[], low: number, high: number): ValueRange {
  const whole = rangeBetween(low, high, true);
  const [from, to] = [quantile(values, 0.1), quantile(values, 0.9)];
  const spread = to - from;
  if (whole.logarithmic || spread <= 0 || spread >= NARROW.share * (high - low)) return whole;
  const reach = NARROW.beyond * spread;
  return rangeBetween(Math.max(low, from - reach), Math.min(high, to + reach), true);
}

/** Of sorted values, of which there are some. */
const quantile = (values: readonly number[], share: number): number =>
  values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const isPositive = ({ low, high }: { readonly low: number; readonly high: number }): boolean =>
  high > 0 && -low <= NOISE.share * high;

/** A range wider than this comes from a damaged number. */
const isWide = (low: number, high: number): boolean =>
  low > 0 && high / low >= WIDE && Number.isFinite(high / low);

/**
 * The ranges of days, kept because a day is drawn again whenever another day of its month has come.
 */
const FOUND = new WeakMap<DaySummary, ValueRange | null>();

/** Null if nothing was measured. Values that fail a check count only if there are no others. */
export function rangeOfDay(day: DaySummary): ValueRange | null {
  const before = FOUND.get(day);
  if (before !== undefined) return before;
  const range = measured(day);
  FOUND.set(day, range);
  return range;
}

function measured({ samples }: DaySummary): ValueRange | null {
  if (!samples) return null;
  if (samples.kind === 'image') return samples.range;
  if (samples.kind === 'line')
    return (
      extremes([samples.low, samples.high]) ?? extremes([samples.bad.map(([, value]) => value)])
    );
  const good = samples.ascents.map(({ values, bad }) => {
    const failing = new Set(bad);
    return values.filter((_, i) => !failing.has(i));
  });
  return extremes(good) ?? extremes(samples.ascents.map(({ values }) => values));
}

/**
 * The range that covers all of them, logarithmic where that of one is and all are positive but for
 * noise; null if none has one.
 */
export function sharedRange(days: readonly DaySummary[]): ValueRange | null {
  const ranges = days.map(rangeOfDay).filter((one) => one !== null);
  if (ranges.length === 0) return null;
  const low = Math.min(...ranges.map((one) => one.low));
  const high = Math.max(...ranges.map((one) => one.high));
  const positive = ranges.map((one) => one.low).filter((one) => one > 0);
  if (ranges.some(({ logarithmic }) => logarithmic) && isPositive({ low, high }))
    return { low: Math.min(...positive), high, logarithmic: true };
  const isImage = days.some(({ samples }) => samples?.kind === 'image');
  return rangeBetween(low, high, isImage);
}

/** The range of the second axis, the heights of profiles and images; null for lines. */
export function heightsOf(
  days: readonly DaySummary[],
): { readonly bottom: number; readonly top: number } | null {
  const edges = days.flatMap(({ samples }) => {
    if (samples?.kind === 'image') return [samples.bottom, samples.top];
    if (samples?.kind !== 'profile') return [];
    const found = extremes(samples.ascents.map(({ at }) => at));
    return found ? [Math.min(0, found.low), found.high] : [];
  });
  if (edges.length === 0) return null;
  const [bottom, top] = [Math.min(...edges), Math.max(...edges)];
  return bottom < top ? { bottom, top } : { bottom: bottom - 0.5, top: top + 0.5 };
}

function extremes(lists: readonly (readonly (number | null)[])[]): ValueRange | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists) {
    for (const value of list) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? { low, high, logarithmic: false } : null;
}
