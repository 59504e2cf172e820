// How much time a sample of an image covers: half the distance to its neighbours, but no more than
// usual beside a gap.

/** Seconds that a sample reaches before and after itself. */
export type Reach = { readonly before: number; readonly after: number };

/** Neighbours farther apart than so many usual steps have a gap between them. */
const GAP_STEPS = 1.5;

/** `step`: usual seconds between samples; NaN where nothing tells it. */
export function reachOf(times: ArrayLike<number>, at: number, step: number): Reach {
  const time = times[at] ?? Number.NaN;
  const half = (other: number | undefined): number => {
    const apart = Math.abs((other ?? Number.NaN) - time);
    if (Number.isNaN(step)) return 0;
    return apart > 0 && apart <= step * GAP_STEPS ? apart / 2 : step / 2;
  };
  return { before: half(times[at - 1]), after: half(times[at + 1]) };
}

/** The median of the seconds between them, which are in any order; NaN with fewer than two. */
export function stepBetween(times: readonly number[]): number {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? Number.NaN));
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? Number.NaN;
}
