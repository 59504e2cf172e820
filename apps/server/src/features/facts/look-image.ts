// The samples of a window with levels, or the launches of an instrument that rises, as a picture of
// time and height. Pure.
import type { LookImage } from '@isobar/contract/calls/look.ts';
import { textOfCells, type ValueRange } from '@isobar/contract/quicklooks/day.ts';
import { byteOf } from '@isobar/contract/quicklooks/palette.ts';
import { imageRange } from '@isobar/contract/quicklooks/ranges.ts';
import type { Axis } from '../../core/facts/heights.ts';
import type { Reach } from '../../core/facts/sample-widths.ts';
import type { TimeSpan } from '../../core/facts/timed-rows.ts';

/** Rows of a picture. */
export const IMAGE_ROWS = 160;
/** Cells that are looked at for the range. */
const LOOKED_AT = 50_000;

export const MARKS = { good: 0, indeterminate: 1, bad: 2 } as const;

/** A column of the picture. NaN: no value. */
export interface ImageColumn {
  readonly values: Float32Array;
  readonly marks: Uint8Array;
}

export interface ImageOf {
  readonly axis: Axis;
  readonly edges: readonly [bottom: number, top: number];
  readonly rows: number;
}

export class WindowImage {
  readonly of: ImageOf;
  private readonly span: TimeSpan;
  private readonly width: number;
  private readonly values: Float32Array;
  private readonly marks: Uint8Array;

  constructor(of: ImageOf, span: TimeSpan, width: number) {
    this.of = of;
    this.span = span;
    this.width = width;
    this.values = new Float32Array(width * of.rows).fill(Number.NaN);
    this.marks = new Uint8Array(width * of.rows);
  }

  /**
   * Puts a column where its sample reaches; what is there already is replaced where the column has
   * values.
   */
  add(time: number, { before, after }: Reach, column: ImageColumn): void {
    const { rows } = this.of;
    const first = Math.max(0, Math.floor(this.placeOf(time - before)));
    const last = Math.max(first, Math.ceil(this.placeOf(time + after)) - 1);
    if (time + after < this.span.from || time - before >= this.span.to) return;
    for (let at = first; at <= last && at < this.width; at++)
      for (let row = 0; row < rows; row++) {
        const value = column.values[row] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        this.values[at * rows + row] = value;
        this.marks[at * rows + row] = column.marks[row] ?? 0;
      }
  }

  private placeOf(time: number): number {
    const { from, to } = this.span;
    return ((time - from) / (to - from)) * this.width;
  }

  /** Null without a value. */
  shown(launches: readonly number[], units: string): LookImage | null {
    const range = this.range(units);
    if (!range) return null;
    const { axis, edges, rows } = this.of;
    const cells = new Uint8Array(this.width * rows);
    const marks = new Uint8Array(this.width * rows);
    for (let at = 0; at < this.width; at++)
      for (let row = 0; row < rows; row++) {
        const value = this.values[at * rows + row] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        cells[row * this.width + at] = byteOf(value, range);
        marks[row * this.width + at] = this.marks[at * rows + row] ?? 0;
      }
    return {
      kind: 'image',
      from: this.span.from,
      step: (this.span.to - this.span.from) / this.width,
      axis,
      bottom: edges[0],
      top: edges[1],
      range,
      width: this.width,
      height: rows,
      cells: textOfCells(cells),
      marks: marks.some((mark) => mark > 0) ? textOfCells(marks) : '',
      launches: [...launches],
    };
  }

  /** Of the values that no check calls Bad; of all where there are no others. */
  private range(units: string): ValueRange | null {
    const isGood = (at: number): boolean => this.marks[at] !== MARKS.bad;
    const some = this.someValues(isGood);
    if (some.length === 0) some.push(...this.someValues(() => true));
    return imageRange(some, units);
  }

  private someValues(isMeant: (at: number) => boolean): number[] {
    const found: number[] = [];
    const there = this.values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
    const every = Math.max(1, Math.floor(there / LOOKED_AT));
    let seen = 0;
    for (const [at, value] of this.values.entries()) {
      if (Number.isNaN(value) || !isMeant(at)) continue;
      if (seen++ % every === 0) found.push(value);
    }
    return found;
  }
}

/**
 * A launch by height, as a column of a picture: the mean of the values of each row, and between
 * rows without any, the nearest.
 */
export function launchColumn(
  { edges: [bottom, top], rows }: Pick<ImageOf, 'edges' | 'rows'>,
  launch: {
    readonly at: ArrayLike<number>;
    readonly values: readonly (number | null)[];
    readonly marks: readonly number[];
  },
): ImageColumn {
  const sums = new Float64Array(rows);
  const counts = new Uint32Array(rows);
  const marks = new Uint8Array(rows);
  for (const [i, value] of launch.values.entries()) {
    const height = launch.at[i] ?? Number.NaN;
    const row = Math.floor(((top - height) / (top - bottom)) * rows);
    if (value === null || !(row >= 0 && row < rows)) continue;
    sums[row] = (sums[row] ?? 0) + value;
    counts[row] = (counts[row] ?? 0) + 1;
    marks[row] = Math.max(marks[row] ?? 0, launch.marks[i] ?? 0);
  }
  const values = Float32Array.from(sums, (sum, row) => sum / (counts[row] || Number.NaN));
  fillBetween(values, marks);
  return { values, marks };
}

/** Rows between two samples of a launch that are farther apart than this have no value. */
const MOST_GAP = 4;

function fillBetween(values: Float32Array, marks: Uint8Array): void {
  let before = -1;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) continue;
    for (let between = before + 1; before >= 0 && between < row; between++) {
      if (row - before > MOST_GAP) break;
      const from = between - before <= row - between ? before : row;
      values[between] = values[from] ?? Number.NaN;
      marks[between] = marks[from] ?? 0;
    }
    before = row;
  }
}
