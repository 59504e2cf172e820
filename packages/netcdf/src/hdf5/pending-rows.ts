// Collects rows until they fill whole chunks, because a chunk that is written twice is compressed twice.
import type { NumericArray, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';

/** Where a block goes, how large it is, and its values. */
export type RowBlock = readonly [start: number[], count: number[], values: Values];

export class PendingRows {
  private readonly chunkRows: number;
  private first = 0;
  private rows = 0;
  private inner: readonly number[] = [];
  private pieces: Values[] = [];

  constructor(chunkRows: number) {
    this.chunkRows = chunkRows;
  }

  /** Takes the next rows and gives back what now fills chunks; rows that do not follow on are given back at once. */
  add(start: readonly number[], count: readonly number[], values: Values): RowBlock[] {
    const at = start[0] ?? 0;
    const coversInner = start.slice(1).every((index) => index === 0);
    if (!coversInner) return [[[...start], [...count], values]];
    const early = this.rows > 0 && at !== this.first + this.rows ? this.rest() : [];
    if (this.rows === 0) this.first = at;
    this.inner = count.slice(1);
    this.pieces.push(values);
    this.rows += count[0] ?? 1;
    const boundary = Math.floor((this.first + this.rows) / this.chunkRows) * this.chunkRows;
    return boundary > this.first ? [...early, ...this.take(boundary - this.first)] : early;
  }

  rest(): RowBlock[] {
    return this.take(this.rows);
  }

  private take(rows: number): RowBlock[] {
    if (rows === 0) return [];
    const perRow = this.inner.reduce((product, length) => product * length, 1);
    const all = join(this.pieces);
    const taken = all.slice(0, rows * perRow);
    const start = [this.first, ...this.inner.map(() => 0)];
    this.first += rows;
    this.rows -= rows;
    this.pieces = this.rows > 0 ? [all.slice(rows * perRow)] : [];
    return [[start, [rows, ...this.inner], taken]];
  }
}

function join(pieces: readonly Values[]): Values {
  const [first] = pieces;
  if (first === undefined) return [];
  if (pieces.length === 1) return first;
  if (!isNumeric(first)) return (pieces as readonly (readonly string[])[]).flat();
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const Joined = first.constructor as new (length: number) => NumericArray;
  const joined = new Joined(length);
  let at = 0;
  for (const piece of pieces as readonly NumericArray[]) {
    joined.set(piece as never, at);
    at += piece.length;
  }
  return joined;
}
