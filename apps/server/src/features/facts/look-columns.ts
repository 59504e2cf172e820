// The samples of a window as columns of a plot: how many, their mean, least and largest value,
// apart by what checks say of them.
import type { LookColumns, LookLane, LookSamples } from '@isobar/contract/calls/look.ts';
import type { Quality } from '../../core/facts/measured-values.ts';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';

/** Windows with fewer samples are answered sample by sample. */
const MOST_SAMPLES = 3000;

class Lane {
  readonly n: Uint32Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;

  constructor(count: number) {
    this.n = new Uint32Array(count);
    this.sum = new Float64Array(count);
    this.low = new Float64Array(count).fill(Number.NaN);
    this.high = new Float64Array(count).fill(Number.NaN);
  }

  add(at: number, value: number): void {
    this.n[at] = (this.n[at] ?? 0) + 1;
    this.sum[at] = (this.sum[at] ?? 0) + value;
    if (!((this.low[at] ?? Number.NaN) <= value)) this.low[at] = value;
    if (!((this.high[at] ?? Number.NaN) >= value)) this.high[at] = value;
  }

  plain(): LookLane {
    if (this.n.every((n) => n === 0)) return { n: [], mean: [], low: [], high: [] };
    const list = (values: ArrayLike<number>) =>
      Array.from(values, (value) => (Number.isNaN(value) ? null : value));
    return {
      n: [...this.n],
      mean: Array.from(this.n, (n, at) => (n === 0 ? null : (this.sum[at] ?? 0) / n)),
      low: list(this.low),
      high: list(this.high),
    };
  }
}

export class WindowSamples {
  private readonly span: TimeSpan;
  private readonly count: number;
  private readonly lanes: Readonly<Record<Quality, Lane>>;
  private readonly missing: Uint32Array;
  private readonly times: number[] = [];
  private readonly values: (number | null)[] = [];
  private readonly marks: Readonly<Record<Quality, number[]>> = {
    good: [],
    indeterminate: [],
    bad: [],
  };
  private total = 0;

  constructor(span: TimeSpan, count: number) {
    this.span = span;
    this.count = count;
    this.lanes = { good: new Lane(count), indeterminate: new Lane(count), bad: new Lane(count) };
    this.missing = new Uint32Array(count);
  }

  /** `value`: NaN is missing. Times outside the window are passed over. */
  add(time: number, value: number, quality: Quality): void {
    const { from, to } = this.span;
    if (!(time >= from && time < to)) return;
    const at = Math.min(this.count - 1, Math.floor(((time - from) / (to - from)) * this.count));
    this.total++;
    if (this.total <= MOST_SAMPLES) this.keep(time, value, quality);
    if (Number.isNaN(value)) this.missing[at] = (this.missing[at] ?? 0) + 1;
    else this.lanes[quality].add(at, value);
  }

  private keep(time: number, value: number, quality: Quality): void {
    const isMissing = Number.isNaN(value);
    if (!isMissing) this.marks[quality].push(this.times.length);
    this.times.push(time);
    this.values.push(isMissing ? null : value);
  }

  /** Null without a sample. */
  shown(): LookSamples | LookColumns | null {
    if (this.total === 0) return null;
    if (this.total <= MOST_SAMPLES)
      return {
        kind: 'samples',
        times: this.times,
        values: this.values,
        doubtful: this.marks.indeterminate,
        bad: this.marks.bad,
      };
    const { good, indeterminate, bad } = this.lanes;
    return {
      kind: 'columns',
      source: 'files',
      from: this.span.from,
      step: (this.span.to - this.span.from) / this.count,
      count: this.count,
      good: good.plain(),
      doubtful: indeterminate.plain(),
      bad: bad.plain(),
      missing: [...this.missing],
    };
  }
}
