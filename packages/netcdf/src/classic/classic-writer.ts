// Writes a classic file front to back: header, fixed variables, then blocks of records.
import { type FileHandle, open } from 'node:fs/promises';
import type { Attribute, NumericArray, Values } from '../dataset.ts';
import { elementBytes, encodeBigEndian, isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { giveBack } from '../one-memory.ts';
import { runYielding, turn } from '../yielding.ts';
import {
  type ClassicLayout,
  type Definition,
  headerStart,
  layOut,
  type PlacedVariable,
} from './layout.ts';

/**
 * Longer records are encoded and written piece by piece, which spares memory and the event loop.
 */
const PIECE_BYTES = 4 << 20;

/**
 * The number of records is known from the start. Temporary names, flushing and renaming are the
 * caller's business. Fixed variables may be written in any order, records only one after the other.
 */
export class ClassicWriter {
  readonly layout: ClassicLayout;
  private readonly definition: Definition;
  private readonly file: FileHandle;
  private readonly unwritten: Set<string>;
  private recordsWritten = 0;

  private constructor(file: FileHandle, definition: Definition, layout: ClassicLayout) {
    this.file = file;
    this.definition = definition;
    this.layout = layout;
    const fixed = layout.variables.filter((variable) => !variable.isRecord && variable.bytes > 0);
    this.unwritten = new Set(fixed.map((variable) => variable.name));
  }

  /** Creates or empties the file at `path` and writes its header. */
  static async create(
    path: string,
    definition: Definition,
    records: number,
  ): Promise<ClassicWriter> {
    const layout = await runYielding(layOut(definition, records));
    const file = await open(path, 'w').catch((cause: unknown) => {
      throw new NetcdfError('unreadable', `The file ${path} cannot be written.`, { cause });
    });
    const writer = new ClassicWriter(file, definition, layout);
    await writer.put(layout.header, 0);
    return writer;
  }

  /** All values of a variable without a record axis. */
  async writeFixed(name: string, values: Values | string): Promise<void> {
    const variable = this.placed(name);
    if (variable.isRecord) throw new NetcdfError('invalid', `"${name}" is a record variable.`);
    if (variable.bytes > PIECE_BYTES && isNumeric(values)) {
      await this.putPieces(variable, values, variable.begin);
    } else {
      const bytes = columnBytes(variable, values);
      if (bytes.length !== variable.bytes) throw wrongSize(variable, bytes.length);
      const padded = new Uint8Array(variable.padded);
      padded.set(bytes);
      await this.put(padded, variable.begin);
    }
    this.unwritten.delete(name);
  }

  /**
   * Values of a variable without a record axis, from the value `first` on; the pieces of a variable
   * come in order.
   */
  async writeFixedPiece(name: string, values: Values, first: number): Promise<void> {
    const variable = this.placed(name);
    const size = elementBytes(variable.type);
    const end = (first + values.length) * size;
    if (first === 0 && end === variable.bytes) return await this.writeFixed(name, values);
    if (variable.isRecord || end > variable.bytes) throw wrongSize(variable, end);
    await this.put(columnBytes(variable, values), variable.begin + first * size);
    if (end < variable.bytes) return;
    await this.put(new Uint8Array(variable.padded - end), variable.begin + end);
    this.unwritten.delete(name);
  }

  /** The next `count` records; `columns` holds `count` rows of every record variable. */
  async writeRecords(columns: ReadonlyMap<string, Values>, count: number): Promise<void> {
    const { recordSize, recordStart, records } = this.layout;
    if (this.recordsWritten + count > records) {
      throw new NetcdfError('invalid', `The file was laid out for ${records} records.`);
    }
    const begin = recordStart + this.recordsWritten * recordSize;
    const isLong = count === 1 && recordSize > PIECE_BYTES;
    const block = new Uint8Array(isLong ? 0 : recordSize * count);
    for (const variable of this.layout.variables) {
      if (!variable.isRecord || variable.bytes === 0) continue;
      const values = columns.get(variable.name);
      if (!values) throw new NetcdfError('invalid', `There are no values for "${variable.name}".`);
      if (isLong && isNumeric(values)) {
        await this.putPieces(variable, values, begin + variable.begin - recordStart);
        continue;
      }
      const bytes = columnBytes(variable, values);
      if (bytes.length !== variable.bytes * count) {
        throw new NetcdfError('invalid', `"${variable.name}" does not have ${count} rows.`);
      }
      const into = { block, offset: variable.begin - recordStart, stride: recordSize };
      scatter(bytes, into, variable.bytes, count);
      const due = turn();
      if (due) await due;
    }
    await this.put(block, begin);
    giveBack([block]);
    this.recordsWritten += count;
  }

  /**
   * Rewrites the global attributes, for what is known only when the data have been seen. Throws
   * `invalid` when they do not take exactly as many bytes as the first ones.
   */
  async replaceAttributes(attributes: readonly Attribute[]): Promise<void> {
    const { definition, layout } = this;
    const before = headerStart(definition, layout.version, layout.records).bytes();
    const now = headerStart({ ...definition, attributes }, layout.version, layout.records).bytes();
    if (now.length !== before.length) {
      throw new NetcdfError('invalid', 'The new attributes have another length than the first.');
    }
    await this.put(now, 0);
  }

  /** Bytes from the beginning that will not be written to again, unless attributes are replaced. */
  get settled(): number {
    if (this.unwritten.size > 0) return 0;
    const { recordStart, recordSize } = this.layout;
    return recordStart + this.recordsWritten * recordSize;
  }

  /** Flushes to the disk. */
  async sync(): Promise<void> {
    await this.file.sync();
  }

  /**
   * Throws `invalid` when something that the header promises was not written; the file is closed in
   * any case.
   */
  async close(): Promise<void> {
    await this.file.close();
    const [missing] = this.unwritten;
    if (missing !== undefined) throw new NetcdfError('invalid', `"${missing}" was not written.`);
    if (this.recordsWritten !== this.layout.records) {
      const { records } = this.layout;
      throw new NetcdfError(
        'invalid',
        `${this.recordsWritten} of ${records} records were written.`,
      );
    }
  }

  /** Closes a file that will not be finished. */
  async abandon(): Promise<void> {
    await this.file.close();
  }

  /** All values of a variable, or of one record of it, with their padding, from `at` on. */
  private async putPieces(variable: PlacedVariable, values: NumericArray, at: number) {
    const size = elementBytes(variable.type);
    const bytes = values.length * size;
    if (bytes !== variable.bytes) throw wrongSize(variable, bytes);
    const step = PIECE_BYTES / size;
    for (let first = 0; first < values.length; first += step) {
      const piece = encodeBigEndian(values.subarray(first, first + step), variable.type);
      await this.put(piece, at + first * size);
      giveBack([piece]);
    }
    if (variable.padded > bytes)
      await this.put(new Uint8Array(variable.padded - bytes), at + bytes);
  }

  private placed(name: string): PlacedVariable {
    const variable = this.layout.variables.find((candidate) => candidate.name === name);
    if (variable) return variable;
    throw new NetcdfError('invalid', `"${name}" is not in the definition.`);
  }

  private async put(bytes: Uint8Array, at: number): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const left = bytes.length - written;
      const { bytesWritten } = await this.file.write(bytes, written, left, at + written);
      written += bytesWritten;
    }
  }
}

function wrongSize({ name, bytes }: PlacedVariable, given: number): NetcdfError {
  return new NetcdfError('invalid', `"${name}" takes ${bytes} B, not ${given}.`);
}

function columnBytes(variable: PlacedVariable, values: Values | string): Uint8Array {
  if (typeof values === 'string' || isNumeric(values))
    return encodeBigEndian(values, variable.type);
  throw new NetcdfError('invalid', `"${variable.name}" cannot hold strings.`);
}

/**
 * Lays `count` pieces of `bytes` bytes into a block, `stride` apart; four bytes at a time where it
 * can.
 */
function scatter(
  from: Uint8Array,
  { block, offset, stride }: { block: Uint8Array; offset: number; stride: number },
  bytes: number,
  count: number,
): void {
  if (bytes === stride) {
    block.set(from, offset);
    return;
  }
  const aligned = [offset, stride, bytes].every((value) => value % 4 === 0);
  if (!aligned || bytes > 256) {
    for (let i = 0; i < count; i++) {
      block.set(from.subarray(i * bytes, (i + 1) * bytes), offset + i * stride);
    }
    return;
  }
  const source = new Uint32Array(from.buffer, from.byteOffset, from.length >> 2);
  const target = new Uint32Array(block.buffer, 0, block.length >> 2);
  const words = bytes >> 2;
  const step = stride >> 2;
  for (let i = 0, s = 0, t = offset >> 2; i < count; i++, t += step) {
    for (let word = 0; word < words; word++) target[t + word] = source[s++] ?? 0;
  }
}
