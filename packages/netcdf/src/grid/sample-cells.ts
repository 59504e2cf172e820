// What a sample stands for: the bounds that its file states, or the middle between it and each
// neighbour; pure.

/**
 * Start and end of each sample's cell, seconds since 1970 UTC. Both are equal for a cell without
 * width.
 */
export interface SampleCells {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

export interface Neighbours {
  /** The time before the first and after the last of the samples, where there is one. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/**
 * Cells of samples whose times are in order. Their edges are in the middle between neighbours; the
 * outermost edges are as far from their sample as its other edge, and a sample alone has no width.
 * `longest`: no edge is farther than half of this from its sample (seconds).
 */
export function midpointCells(
  times: Float64Array,
  { before, after }: Neighbours,
  longest = Number.POSITIVE_INFINITY,
): SampleCells {
  const { length } = times;
  const starts = new Float64Array(length);
  const ends = new Float64Array(length);
  const half = longest / 2;
  for (let i = 0; i < length; i++) {
    const time = times[i] ?? Number.NaN;
    const left = i > 0 ? times[i - 1] : before;
    const right = i + 1 < length ? times[i + 1] : after;
    const toLeft = left === undefined ? undefined : (time - left) / 2;
    const toRight = right === undefined ? undefined : (right - time) / 2;
    starts[i] = time - Math.min(half, toLeft ?? toRight ?? 0);
    ends[i] = time + Math.min(half, toRight ?? toLeft ?? 0);
  }
  return { starts, ends };
}

/**
 * Bounds that are farther from their sample than this are not believed, so that a wrong number does
 * not stand for years (seconds).
 */
export const MOST_REACH = 32 * 86_400;

/**
 * Cells as a file's bounds say them: two numbers for each sample, in either order. A sample whose
 * bounds are missing or far away gets the cell of `otherwise`.
 */
export function statedCells(
  bounds: Float64Array,
  times: Float64Array,
  otherwise: SampleCells,
): SampleCells {
  const { length } = otherwise.starts;
  const starts = new Float64Array(length);
  const ends = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const a = bounds[2 * i] ?? Number.NaN;
    const b = bounds[2 * i + 1] ?? Number.NaN;
    const time = times[i] ?? Number.NaN;
    const isStated = Math.abs(a - time) <= MOST_REACH && Math.abs(b - time) <= MOST_REACH;
    starts[i] = isStated ? Math.min(a, b) : (otherwise.starts[i] ?? Number.NaN);
    ends[i] = isStated ? Math.max(a, b) : (otherwise.ends[i] ?? Number.NaN);
  }
  return { starts, ends };
}
