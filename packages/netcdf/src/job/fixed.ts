// Values without time, in pieces: a table that holds for all times may be larger than the memory
// that a job may take.

import { type Dataset, elementCount, type Values } from '../dataset.ts';
import { elementBytes, isFixedType } from '../element.ts';
import { together } from '../numeric-array.ts';

export interface FixedPiece {
  readonly values: Values;
  /** The first row along its slowest dimension, and the number of rows; 0 and 1 for a scalar. */
  readonly start: number;
  readonly rows: number;
}

const PIECE_BYTES = 4 << 20;
/** What is compressed is better read in larger pieces. */
const COMPRESSED_PIECE_BYTES = 16 << 20;

/** The values of a variable, in order; nothing if it has none. */
export async function* fixedPieces(dataset: Dataset, name: string): AsyncGenerator<FixedPiece> {
  const { shape, type } = dataset.variable(name);
  const [rows = 1, ...inner] = shape;
  const rowBytes = elementCount(inner) * (isFixedType(type) ? elementBytes(type) : 16);
  const most = dataset.format === 'netcdf4' ? COMPRESSED_PIECE_BYTES : PIECE_BYTES;
  const atOnce = Math.max(1, Math.floor(most / Math.max(1, rowBytes)));
  if (rows <= atOnce) {
    if (rowBytes * rows > 0) yield { values: await dataset.read(name), start: 0, rows };
    return;
  }
  for (let start = 0; start < rows; start += atOnce) {
    const stop = Math.min(rows, start + atOnce);
    yield { values: await dataset.read(name, start, stop), start, rows: stop - start };
  }
}

/** Puts pieces together again, for outputs that list values in their headers. */
export class FixedValues {
  readonly byName = new Map<string, Values>();

  add(name: string, { values, start }: FixedPiece): void {
    const before = start > 0 ? this.byName.get(name) : undefined;
    this.byName.set(name, before ? together([before, values]) : values);
  }
}
