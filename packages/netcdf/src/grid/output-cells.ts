// The cells of a time grid: [g, g + step), counted from 1970-01-01T00:00:00Z.
import { NetcdfError } from '../netcdf-error.ts';

const DAY = 86_400;

/** Steps are whole seconds that divide a day. */
export const isGridStep = (step: number): boolean =>
  Number.isInteger(step) && step >= 1 && step <= DAY && DAY % step === 0;

/** Cells [first, stop), by their number since 1970. */
interface Span {
  readonly first: number;
  readonly stop: number;
  /** Place of the first among all cells of the output. */
  readonly place: number;
}

/** The cells of an output in order of time. A place counts them from 0. */
export class OutputCells {
  readonly step: number;
  readonly count: number;
  private readonly spans: readonly Span[];

  /**
   * All cells between two times that `ranges` hold, or all between them when omitted: from the cell
   * that holds `first` to the one that holds `last`. `ranges` are [start, end) in seconds since
   * 1970 UTC; a cell belongs to one that holds its start. Throws `invalid` for a step that does not
   * divide a day.
   */
  constructor(
    step: number,
    { first, last }: { readonly first: number; readonly last: number },
    ranges?: readonly (readonly [start: number, end: number])[],
  ) {
    if (!isGridStep(step))
      throw new NetcdfError('invalid', `A step of ${step} s does not divide a day.`);
    this.step = step;
    const whole = { first: Math.floor(first / step), stop: Math.floor(last / step) + 1 };
    const chosen = (ranges ?? [[whole.first * step, whole.stop * step]])
      .map(([start, end]) => ({
        first: Math.max(whole.first, Math.ceil(start / step)),
        stop: Math.min(whole.stop, Math.ceil(end / step)),
      }))
      .filter((span) => span.stop > span.first)
      .sort((a, b) => a.first - b.first);
    const spans: Span[] = [];
    let count = 0;
    for (const { first: from, stop } of chosen) {
      const begun = Math.max(from, spans.at(-1)?.stop ?? from);
      if (stop <= begun) continue;
      spans.push({ first: begun, stop, place: count });
      count += stop - begun;
    }
    this.spans = spans;
    this.count = count;
  }

  /** The start of the cell at a place, seconds since 1970 UTC. */
  startOf(place: number): number {
    const span = this.spans.findLast((each) => each.place <= place);
    if (!span || place >= this.count)
      throw new NetcdfError('out-of-range', `Cell ${place} of a grid of ${this.count}.`);
    return (span.first + place - span.place) * this.step;
  }

  /** The first place whose cell ends after a time; `count` when there is none. */
  firstAfter(time: number): number {
    const cell = Math.floor(time / this.step);
    for (const { first, stop, place } of this.spans)
      if (cell < stop) return place + Math.max(0, cell - first);
    return this.count;
  }

  /**
   * Runs of cells that touch the numbers [first, last]: `[cell, stop, place]`, in order of time.
   */
  *runsIn(
    first: number,
    last: number,
  ): Generator<readonly [cell: number, stop: number, place: number]> {
    for (const span of this.spans) {
      if (span.first > last) return;
      const from = Math.max(span.first, first);
      const to = Math.min(span.stop, last + 1);
      if (to > from) yield [from, to, span.place + from - span.first];
    }
  }
}
