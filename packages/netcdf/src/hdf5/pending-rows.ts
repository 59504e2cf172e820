// Collects rows until they fill whole chunks, because a chunk that is written twice is compressed
// twice.

import type { NumericArray, Values } from '../dataset.ts';
import { cut, isNumeric } from '../element.ts';
import { setNumbers, typeOf } from '../numeric-array.ts';

/**
 * Where a block goes, how large it is, and its values, which may be overwritten once the next one
 * is asked for.
 */
export type RowBlock = readonly [start: number[], count: number[], values: Values];

export class PendingRows {
  private readonly chunkRows: number;
  /** The first waiting row and how many wait, which is always less than a chunk. */
  private first = 0;
  private rows = 0;
  private inner: readonly number[] = [];
  private perRow = 1;
  private numbers: NumericArray | undefined;
  private texts: string[] = [];

  constructor(chunkRows: number) {
    this.chunkRows = chunkRows;
  }

  /**
   * Takes the next rows and answers those that now fill chunks; rows that do not follow the last
   * ones are answered at once.
   */
  *add(
    start: readonly number[],
    count: readonly number[],
    values: Values,
  ): Generator<RowBlock, void> {
    const coversInner = start.slice(1).every((index) => index === 0);
    if (!coversInner) {
      yield [[...start], [...count], values];
      return;
    }
    const at = start[0] ?? 0;
    const all = count[0] ?? 1;
    const early = at === this.first + this.rows ? undefined : this.rest();
    if (early) yield early;
    if (this.rows === 0) this.first = at;
    this.inner = count.slice(1);
    this.perRow = this.inner.reduce((product, length) => product * length, 1);
    for (let done = 0; done < all; ) {
      const left = all - done;
      const missing = this.chunkRows - ((this.first + this.rows) % this.chunkRows);
      if (left < missing) {
        this.keep(values, done, left);
        return;
      }
      if (this.rows > 0) {
        this.keep(values, done, missing);
        done += missing;
        yield this.take();
      } else {
        const whole = missing + Math.floor((left - missing) / this.chunkRows) * this.chunkRows;
        yield this.block(whole, cut(values, done * this.perRow, (done + whole) * this.perRow));
        done += whole;
        this.first += whole;
      }
    }
  }

  /** The rows that still wait. */
  rest(): RowBlock | undefined {
    return this.rows > 0 ? this.take() : undefined;
  }

  private keep(values: Values, from: number, rows: number): void {
    const { perRow } = this;
    const piece = cut(values, from * perRow, (from + rows) * perRow);
    if (isNumeric(piece)) {
      this.numbers ??= new (typeOf(piece))(this.chunkRows * perRow);
      setNumbers(this.numbers, piece, this.rows * perRow);
    } else this.texts.push(...piece);
    this.rows += rows;
  }

  private take(): RowBlock {
    const values = this.numbers?.subarray(0, this.rows * this.perRow) ?? this.texts;
    const block = this.block(this.rows, values);
    this.first += this.rows;
    this.rows = 0;
    this.texts = [];
    return block;
  }

  private block(rows: number, values: Values): RowBlock {
    return [[this.first, ...this.inner.map(() => 0)], [rows, ...this.inner], values];
  }
}
