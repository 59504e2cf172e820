// One rise or fall through the air as a few hundred points of height and value. Pure.
import type { ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import type { Quality } from './measured-values.ts';

export type Ascent = ProfileDay['ascents'][number];

/** Points of an ascent; each stands for the samples up to the next. */
const POINTS = 240;

type Samples = {
  /** Seconds since 1970. */
  readonly times: ArrayLike<number>;
  readonly midnight: number;
  readonly at: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  readonly quality: (index: number) => Quality;
};

/** Null without a single height. */
export function ascentOf({ times, midnight, at, values, quality }: Samples): Ascent | null {
  const known = Array.from({ length: times.length }, (_, i) => i).filter(
    (i) => !Number.isNaN(at[i] ?? Number.NaN), // as many heights as times
  );
  const [first] = known;
  if (first === undefined) return null;
  const every = Math.max(1, Math.ceil(known.length / POINTS));
  const kept = known.filter((_, n) => n % every === 0 || n === known.length - 1);
  const said = kept.map((i) => (Number.isNaN(values[i]) ? 'good' : quality(i)));
  const marked = (of: Quality): number[] => said.flatMap((one, n) => (one === of ? [n] : []));
  return {
    start: Math.round((times[first] ?? Number.NaN) - midnight), // one of the times
    samples: known.length,
    at: kept.map((i) => digits(at[i] ?? Number.NaN)),
    values: kept.map((i) => (Number.isNaN(values[i]) ? null : digits(values[i] ?? Number.NaN))),
    bad: marked('bad'),
    indeterminate: marked('indeterminate'),
  };
}

/** Rounds to the seven digits of a 32-bit number. */
export const digits = (value: number): number => Number(value.toPrecision(7));
