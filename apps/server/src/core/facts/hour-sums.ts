// Adds samples up hour by hour, for a run of hours of one variable.

import { emptyHours, HOUR_SECONDS, type HourColumns } from './hour-columns.ts';
import { plainMean } from './value-forms.ts';

export class HourSums {
  readonly #hours: HourColumns;
  readonly #sums: Float64Array;
  readonly #start: number;
  /** Whether the least value counts: columns of numbers have none. */
  readonly #hasLeast: boolean;

  /** `start`: the first hour, seconds UTC. */
  constructor(start: number, hours: number, hasLeast: boolean) {
    this.#start = start;
    this.#hours = emptyHours(hours);
    this.#sums = new Float64Array(hours);
    this.#hasLeast = hasLeast;
  }

  /** The row of an instant (seconds UTC); -1: outside of the run, or no instant. */
  hourOf(seconds: number): number {
    const hour = Math.floor((seconds - this.#start) / HOUR_SECONDS);
    return hour >= 0 && hour < this.#sums.length ? hour : -1;
  }

  addMissing(hour: number): void {
    this.#hours.missing[hour] = (this.#hours.missing[hour] ?? 0) + 1;
  }

  addBad(hour: number): void {
    this.#hours.bad[hour] = (this.#hours.bad[hour] ?? 0) + 1;
  }

  /** `value` is of a number, or the mean of a column; `most` the largest of the column. */
  addValid(hour: number, value: number, most: number, isIndeterminate: boolean): void {
    const hours = this.#hours;
    hours.valid[hour] = (hours.valid[hour] ?? 0) + 1;
    if (isIndeterminate) hours.indeterminate[hour] = (hours.indeterminate[hour] ?? 0) + 1;
    this.#sums[hour] = (this.#sums[hour] ?? 0) + value;
    if (!((hours.max[hour] ?? Number.NaN) >= most)) hours.max[hour] = most;
    if (this.#hasLeast && !((hours.min[hour] ?? Number.NaN) <= value)) hours.min[hour] = value;
  }

  /** The facts; the means are computed from the sums. */
  finished(): HourColumns {
    const { valid, mean } = this.#hours;
    for (let hour = 0; hour < mean.length; hour++) {
      const count = valid[hour] ?? 0;
      mean[hour] = count > 0 ? plainMean(this.#sums[hour] ?? 0, count) : Number.NaN;
    }
    return this.#hours;
  }
}
