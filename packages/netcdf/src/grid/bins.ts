// What is known of the cells of a grid while samples come: sums for means, and the nearest sample.
// One cell may hold several values (levels).
import { FLAG, type GridLimits, limitFlags } from './flags.ts';

/** How a sample may be used. */
export const USABLE = 0;
export const INDETERMINATE = 1;
/** It is missing, not finite, assessed Bad, or inside a chosen data quality report. */
export const UNUSABLE = 2;

/** Pairs of a sample and a cell that it overlaps. */
export interface Overlaps {
  readonly count: number;
  /** Row of the sample in its block. */
  readonly rows: Int32Array;
  /** Cell, counted from the first of the window. */
  readonly places: Int32Array;
  /**
   * The part of the sample's cell that is inside the grid cell, above 0 to 1; 1 for a cell without
   * width.
   */
  readonly parts: Float64Array;
  /** The seconds that both cells share; 1 for a cell without width. */
  readonly seconds: Float64Array;
  /** The seconds between the sample and the start of the grid cell. */
  readonly distances: Float64Array;
}

/** Values of a block in rows of `inner` numbers, and how each may be used. */
export interface Samples {
  readonly values: ArrayLike<number>;
  readonly uses: Uint8Array;
}

/** Of cells in order, `inner` numbers for each; NaN is missing. */
export interface Binned {
  readonly values: Float64Array;
  readonly flags: Int32Array;
  /** Standard deviation and good share, for means and sums. */
  readonly deviations?: Float64Array;
  readonly shares?: Float64Array;
}

export interface Bins {
  add(overlaps: Overlaps, samples: Samples): void;
  /** The first `cells` cells of the window, which then begins after them. */
  take(cells: number): Binned;
}

/**
 * Weighted means or sums. Values are counted from the first one of their cell, so that a small
 * deviation of large values is exact.
 */
export class MeanBins implements Bins {
  private readonly inner: number;
  private readonly limits: GridLimits;
  private readonly isSum: boolean;
  private readonly origin: Float64Array;
  private readonly weight: Float64Array;
  private readonly sum: Float64Array;
  private readonly squares: Float64Array;
  private readonly usable: Float64Array;
  private readonly all: Float64Array;
  private readonly seen: Uint8Array;

  constructor(
    window: number,
    inner: number,
    { isSum, limits }: { readonly isSum: boolean; readonly limits: GridLimits },
  ) {
    const numbers = () => new Float64Array(window * inner);
    this.inner = inner;
    this.isSum = isSum;
    this.limits = limits;
    this.origin = numbers();
    this.weight = numbers();
    this.sum = numbers();
    this.squares = numbers();
    this.usable = numbers();
    this.all = numbers();
    this.seen = new Uint8Array(window * inner);
  }

  add({ count, rows, places, parts, seconds }: Overlaps, { values, uses }: Samples): void {
    const { inner, origin, weight, sum, squares, usable, all, seen } = this;
    for (let n = 0; n < count; n++) {
      const row = (rows[n] ?? 0) * inner;
      const cell = (places[n] ?? 0) * inner;
      const part = parts[n] ?? 0;
      const shared = seconds[n] ?? 0;
      for (let k = 0; k < inner; k++) {
        const at = cell + k;
        const use = uses[row + k] ?? 0;
        all[at] = (all[at] ?? 0) + shared;
        if (use === UNUSABLE) {
          seen[at] = (seen[at] ?? 0) | LEFT_OUT;
          continue;
        }
        if (use === INDETERMINATE) seen[at] = (seen[at] ?? 0) | DOUBTFUL;
        const value = values[row + k] ?? 0;
        if (weight[at] === 0) origin[at] = value;
        const beyond = value - (origin[at] ?? 0);
        usable[at] = (usable[at] ?? 0) + shared;
        weight[at] = (weight[at] ?? 0) + part;
        sum[at] = (sum[at] ?? 0) + part * beyond;
        squares[at] = (squares[at] ?? 0) + part * beyond * beyond;
      }
    }
  }

  take(cells: number): Binned {
    const count = cells * this.inner;
    const values = new Float64Array(count).fill(Number.NaN);
    const deviations = new Float64Array(count).fill(Number.NaN);
    const shares = new Float64Array(count);
    const flags = new Int32Array(count);
    for (let at = 0; at < count; at++) {
      const weight = this.weight[at] ?? 0;
      const all = this.all[at] ?? 0;
      if (weight === 0) {
        flags[at] = FLAG.bad | (all === 0 ? FLAG.noSample : FLAG.noneUsable);
        continue;
      }
      const origin = this.origin[at] ?? 0;
      const mean = (this.sum[at] ?? 0) / weight;
      values[at] = this.isSum ? origin * weight + (this.sum[at] ?? 0) : origin + mean;
      const deviation = deviationOf((this.squares[at] ?? 0) / weight - mean * mean);
      const share = (this.usable[at] ?? 0) / all;
      deviations[at] = deviation;
      shares[at] = share;
      const seen = this.seen[at] ?? 0;
      flags[at] =
        ((seen & LEFT_OUT) !== 0 ? FLAG.someLeftOut : 0) |
        ((seen & DOUBTFUL) !== 0 ? FLAG.indeterminate : 0) |
        limitFlags(this.limits, { deviation, share });
    }
    for (const each of [
      ...[this.origin, this.weight, this.sum, this.squares],
      ...[this.usable, this.all, this.seen],
    ])
      advance(each, count, 0);
    return { values, flags, deviations, shares };
  }
}

const LEFT_OUT = 1;
const DOUBTFUL = 2;

/** A deviation below a millionth is none. */
const SMALLEST_DEVIATION = 1e-6;
function deviationOf(variance: number): number {
  const deviation = Math.sqrt(Math.max(0, variance));
  return deviation < SMALLEST_DEVIATION ? 0 : deviation;
}

/**
 * The usable sample that is nearest to the start of each cell, of those that overlap it; of two as
 * near the earlier one.
 */
export class NearestBins implements Bins {
  private readonly inner: number;
  private readonly nearest: Float64Array;
  private readonly usable: Float64Array;
  private readonly value: Float64Array;
  private readonly isDoubtful: Uint8Array;

  constructor(window: number, inner: number) {
    const far = () => new Float64Array(window * inner).fill(Number.POSITIVE_INFINITY);
    this.inner = inner;
    this.nearest = far();
    this.usable = far();
    this.value = new Float64Array(window * inner);
    this.isDoubtful = new Uint8Array(window * inner);
  }

  add({ count, rows, places, distances }: Overlaps, { values, uses }: Samples): void {
    const { inner, nearest, usable, value, isDoubtful } = this;
    for (let n = 0; n < count; n++) {
      const row = (rows[n] ?? 0) * inner;
      const cell = (places[n] ?? 0) * inner;
      const distance = distances[n] ?? 0;
      for (let k = 0; k < inner; k++) {
        const at = cell + k;
        if (distance < (nearest[at] ?? 0)) nearest[at] = distance;
        const use = uses[row + k] ?? 0;
        if (use === UNUSABLE || distance >= (usable[at] ?? 0)) continue;
        usable[at] = distance;
        value[at] = values[row + k] ?? 0;
        isDoubtful[at] = use === INDETERMINATE ? 1 : 0;
      }
    }
  }

  take(cells: number): Binned {
    const count = cells * this.inner;
    const values = new Float64Array(count).fill(Number.NaN);
    const flags = new Int32Array(count);
    for (let at = 0; at < count; at++) {
      const nearest = this.nearest[at] ?? 0;
      const usable = this.usable[at] ?? 0;
      if (usable === Number.POSITIVE_INFINITY) {
        const isEmpty = nearest === Number.POSITIVE_INFINITY;
        flags[at] = FLAG.bad | (isEmpty ? FLAG.noSample : FLAG.noneUsable);
        continue;
      }
      values[at] = this.value[at] ?? 0;
      flags[at] =
        (usable > nearest ? FLAG.notNearest : 0) |
        (this.isDoubtful[at] === 1 ? FLAG.indeterminate : 0);
    }
    advance(this.nearest, count, Number.POSITIVE_INFINITY);
    advance(this.usable, count, Number.POSITIVE_INFINITY);
    advance(this.value, count, 0);
    advance(this.isDoubtful, count, 0);
    return { values, flags };
  }
}

/**
 * Moves what follows the first `count` numbers to the front; `empty` stands for what is not known
 * yet.
 */
function advance(numbers: Float64Array | Uint8Array, count: number, empty: number): void {
  numbers.copyWithin(0, count);
  numbers.fill(empty, numbers.length - count);
}
