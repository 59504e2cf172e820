// Opens a classic file lazily: its header at once, its values only when they are asked for.

import type { ByteSource } from '../byte-source.ts';
import { checkAttributes, checkRead } from '../claims.ts';
import {
  checkedAlong,
  checkedEvery,
  checkedRows,
  type Dataset,
  elementCount,
  findVariable,
  type NumericArray,
  rowCount,
  type Values,
} from '../dataset.ts';
import { arrayOf, decodeBigEndian, elementBytes, type FixedType, swapBytes } from '../element.ts';
import { held, item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { runYielding, turn } from '../yielding.ts';
import { type ClassicHeader, type ClassicVariable, parseClassicHeader } from './header.ts';
import { HeaderIncomplete } from './header-cursor.ts';

/** Most headers fit in one read of this size; a larger one is read again, four times as long. */
const FIRST_READ = 32 * 1024;
const LONGEST_HEADER = 256 * 2 ** 20;
/** Records are read in blocks of about this many bytes. */
const BLOCK_BYTES = 4 * 2 ** 20;
/** Systems read less than 2 GiB at once. */
const LONGEST_READ = 2 ** 30;

/**
 * The source belongs to the dataset and is closed with it. `first` are bytes already read from its
 * beginning.
 */
export async function openClassic(source: ByteSource, first?: Uint8Array): Promise<Dataset> {
  const header = await readHeader(source, first);
  checkAttributes(header);
  return new ClassicDataset(source, header);
}

export class ClassicDataset implements Dataset {
  readonly format;
  readonly dimensions;
  readonly attributes;
  readonly variables: readonly ClassicVariable[];
  readonly unreadable = [];
  readonly header: ClassicHeader;
  readonly source: ByteSource;
  private readonly byName: ReadonlyMap<string, ClassicVariable>;
  private closed = false;

  constructor(source: ByteSource, header: ClassicHeader) {
    this.source = source;
    this.header = header;
    this.format = `cdf${header.version}` as const;
    this.dimensions = header.dimensions;
    this.attributes = header.attributes;
    this.variables = header.variables;
    this.byName = new Map(header.variables.map((variable) => [variable.name, variable]));
  }

  variable(name: string): ClassicVariable {
    return this.byName.get(name) ?? findVariable(this.variables, name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    const variable = this.variable(name);
    const rows = checkedRows(name, rowCount(variable), start, stop);
    if (variable.isRecord && this.source.readPieces)
      return await this.readEvery(name, rows.start, rows.stop, 1);
    if (variable.isRecord) {
      return item(await this.readRecords([variable], rows.start, rows.stop), 0);
    }
    const rowBytes = variable.bytes / Math.max(1, rowCount(variable));
    const length = (rows.stop - rows.start) * rowBytes;
    checkRead(name, length);
    const bytes = await this.readBytes(variable.begin + rows.start * rowBytes, length);
    return await decodeInTurns(bytes, variable.type);
  }

  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    const variable = this.variable(name);
    const rows = checkedRows(name, rowCount(variable), start, stop);
    checkedEvery(name, every);
    if (every === 1 && !(variable.isRecord && this.source.readPieces))
      return await this.read(name, rows.start, rows.stop);
    const length = variable.isRecord
      ? variable.bytes
      : variable.bytes / Math.max(1, rowCount(variable));
    const rowBytes = variable.isRecord ? this.header.recordSize : length;
    const count = Math.ceil((rows.stop - rows.start) / every);
    checkRead(name, length * count);
    if (this.closed) throw new NetcdfError('closed', 'The dataset was closed.');
    const begin = variable.begin + rows.start * rowBytes;
    const bytes = await readPieces(this.source, begin, length, rowBytes * every, count);
    return await decodeInTurns(bytes, variable.type);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const variables = names.map((name) => this.variable(name));
    const results = new Map<string, Values>();
    const inRecord = variables.filter((variable) => variable.isRecord);
    for (const variable of inRecord) checkedRows(variable.name, this.header.records, start, stop);
    const read = await this.readRecords(inRecord, start, stop);
    inRecord.forEach((variable, index) => {
      results.set(variable.name, item(read, index));
    });
    for (const variable of variables) {
      if (variable.isRecord) continue;
      results.set(variable.name, await this.read(variable.name, start, stop));
    }
    return names.map((name) => held(results, name));
  }

  async readAlong(name: string, axis: number, start: number, stop: number): Promise<Values> {
    const variable = this.variable(name);
    const { start: from, stop: to } = checkedAlong(variable, axis, start, stop);
    if (axis === 0) return await this.read(name, from, to);
    if (this.closed) throw new NetcdfError('closed', 'The dataset was closed.');
    const { isRecord, shape, type, begin } = variable;
    const step = elementCount(shape.slice(axis + 1)) * elementBytes(type);
    const stride = step * (shape[axis] ?? 0);
    const length = step * (to - from);
    const records = isRecord ? rowCount(variable) : 1;
    const pieces = elementCount(shape.slice(isRecord ? 1 : 0, axis));
    checkRead(name, length * pieces * records);
    const out = new Uint8Array(length * pieces * records);
    for (let record = 0; record < records; record++) {
      const at = begin + record * this.header.recordSize + from * step;
      out.set(await readPieces(this.source, at, length, stride, pieces), record * length * pieces);
    }
    return await decodeInTurns(out, type);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.source.close();
  }

  /** Sweeps once over the records, whose variables lie interleaved. */
  private async readRecords(
    variables: readonly ClassicVariable[],
    start: number,
    stop: number,
  ): Promise<Values[]> {
    const { recordSize } = this.header;
    const claimed = variables.reduce((sum, { bytes }) => sum + bytes, 0) * (stop - start);
    checkRead(
      variables
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200),
      claimed,
    );
    const columns = new Map<ClassicVariable, Uint8Array>();
    for (const group of neighbours(variables, recordSize)) {
      const [alone] = group;
      const isWhole = stop - start === 1 || alone?.bytes === recordSize;
      if (group.length === 1 && alone && isWhole && alone.bytes * (stop - start) < LONGEST_READ) {
        // Nothing lies between its values: what is read is the column.
        const begin = alone.begin + start * recordSize;
        columns.set(alone, await this.readBytes(begin, alone.bytes * (stop - start)));
        continue;
      }
      for (const variable of group)
        columns.set(variable, new Uint8Array(variable.bytes * (stop - start)));
      const spanBegin = group[0]?.begin ?? 0;
      const span = Math.max(...group.map(({ begin, bytes }) => begin + bytes)) - spanBegin;
      const perBlock = Math.max(1, Math.floor(BLOCK_BYTES / Math.max(1, recordSize)));
      for (let first = start; first < stop; first += perBlock) {
        const count = Math.min(perBlock, stop - first);
        const length = (count - 1) * recordSize + span;
        const block = await this.readBytes(spanBegin + first * recordSize, length);
        for (const variable of group) {
          const column = held(columns, variable);
          const from = { block, offset: variable.begin - spanBegin, stride: recordSize };
          gather(from, column, (first - start) * variable.bytes, variable.bytes, count);
          const due = turn();
          if (due) await due;
        }
      }
    }
    const decoded: Values[] = [];
    for (const variable of variables) {
      const column = columns.get(variable) ?? new Uint8Array(0);
      decoded.push(
        column.length <= BLOCK_BYTES
          ? decodeBigEndian(column, variable.type)
          : await decodeInTurns(column, variable.type),
      );
      const due = turn();
      if (due) await due;
    }
    return decoded;
  }

  private async readBytes(offset: number, length: number): Promise<Uint8Array> {
    if (this.closed) throw new NetcdfError('closed', 'The dataset was closed.');
    if (length === 0) return new Uint8Array(0);
    return checkedLength(await readSource(this.source, offset, length), length, offset);
  }
}

/** Pieces with less between them are read as one span. */
const WORTH_SKIPPING = 8 * 1024;
/** Reads under way at once. */
const READS_AT_ONCE = 16;

/** Throws 'truncated' where the source ends before its pieces do. */
async function readPieces(
  source: ByteSource,
  begin: number,
  length: number,
  stride: number,
  count: number,
): Promise<Uint8Array> {
  const whole = length * count;
  if (whole === 0) return new Uint8Array(0);
  if (source.readPieces) {
    const pieces = source.readPieces(begin, length, stride, count);
    return checkedLength(await pieces.catch(throwNamed), whole, begin);
  }
  const out = new Uint8Array(whole);
  const perRead =
    stride - length < WORTH_SKIPPING ? Math.max(1, Math.floor(BLOCK_BYTES / stride)) : 1;
  const read = async (first: number): Promise<void> => {
    const pieces = Math.min(perRead, count - first);
    const span = (pieces - 1) * stride + length;
    const at = begin + first * stride;
    const block = checkedLength(await readSource(source, at, span), span, at);
    gather({ block, offset: 0, stride }, out, first * length, length, pieces);
  };
  const atOnce = perRead === 1 ? READS_AT_ONCE : 1;
  for (let first = 0; first < count; first += perRead * atOnce) {
    const firsts = Array.from({ length: atOnce }, (_, i) => first + i * perRead);
    await Promise.all(firsts.filter((one) => one < count).map(read));
    const due = turn();
    if (due) await due;
  }
  return out;
}

function checkedLength(bytes: Uint8Array, length: number, offset: number): Uint8Array {
  if (bytes.length === length) return bytes;
  throw new NetcdfError('truncated', `The file ended at ${offset + bytes.length} B while read.`);
}

/** As decodeBigEndian, but yields to the event loop for long values. */
async function decodeInTurns(bytes: Uint8Array, type: FixedType): Promise<NumericArray> {
  if (bytes.length <= BLOCK_BYTES) return decodeBigEndian(bytes, type);
  const own = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  for (let at = 0; at < own.length; at += BLOCK_BYTES) {
    swapBytes(own.subarray(at, at + BLOCK_BYTES), elementBytes(type));
    await turn();
  }
  return new (arrayOf(type))(own.buffer, own.byteOffset, own.length / elementBytes(type));
}

/** Turns whatever a source throws into a NetcdfError. */
async function readSource(source: ByteSource, offset: number, length: number): Promise<Uint8Array> {
  return await source.read(offset, length).catch(throwNamed);
}

function throwNamed(cause: unknown): never {
  if (cause instanceof NetcdfError) throw cause;
  throw new NetcdfError('unreadable', 'The source cannot be read.', { cause });
}

async function readHeader(source: ByteSource, first?: Uint8Array): Promise<ClassicHeader> {
  let bytes = first ?? (await readSource(source, 0, Math.min(FIRST_READ, source.size)));
  for (;;) {
    try {
      return await runYielding(parseClassicHeader(bytes, source.size));
    } catch (error) {
      if (!(error instanceof HeaderIncomplete)) throw error;
      if (error.upTo > LONGEST_HEADER) {
        throw new NetcdfError('unsupported', 'The header is too long to read.', { cause: error });
      }
      const wanted = Math.min(source.size, Math.max(bytes.length * 4, error.upTo));
      const more = await readSource(source, 0, wanted);
      if (more.length <= bytes.length) {
        throw new NetcdfError('truncated', 'The file ended inside its header while it was read.');
      }
      bytes = more;
    }
  }
}

/** Longer records are read directly into place, since copying them would hold up other work. */
const LONG_RECORD = 2 ** 20;

/**
 * Record variables in groups that are worth reading as one span: all together, unless records are
 * so long that skipping what lies between them is cheaper.
 */
function neighbours(
  variables: readonly ClassicVariable[],
  recordSize: number,
): ClassicVariable[][] {
  const sorted = [...variables].filter(({ bytes }) => bytes > 0).sort((a, b) => a.begin - b.begin);
  const worthSkipping = 64 * 1024;
  const groups: ClassicVariable[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const variable of sorted) {
    const last = groups.at(-1);
    const isNear = recordSize <= worthSkipping || variable.begin - end <= worthSkipping;
    const before = last?.at(-1)?.bytes ?? 0;
    if (last && isNear && Math.max(before, variable.bytes) <= LONG_RECORD) {
      last.push(variable);
    } else {
      groups.push([variable]);
    }
    end = variable.begin + variable.bytes;
  }
  return groups;
}

interface Strided {
  readonly block: Uint8Array;
  readonly offset: number;
  readonly stride: number;
}

/**
 * Copies `count` pieces of `bytes` bytes, `stride` apart, to one place; four bytes at a time where
 * it can.
 */
function gather(from: Strided, to: Uint8Array, at: number, bytes: number, count: number): void {
  const { block, offset, stride } = from;
  if (bytes === stride) {
    to.set(block.subarray(offset, offset + bytes * count), at);
    return;
  }
  const aligned = [block.byteOffset + offset, to.byteOffset + at, stride, bytes].every(
    (value) => value % 4 === 0,
  );
  if (!aligned || bytes > 256) {
    for (let i = 0; i < count; i++) {
      const begin = offset + i * stride;
      to.set(block.subarray(begin, begin + bytes), at + i * bytes);
    }
    return;
  }
  const source = new Uint32Array(
    block.buffer,
    block.byteOffset + offset,
    (block.length - offset) >> 2,
  );
  const target = new Uint32Array(to.buffer, to.byteOffset + at, (bytes * count) >> 2);
  const words = bytes >> 2;
  const step = stride >> 2;
  for (let i = 0, s = 0, t = 0; i < count; i++, s += step) {
    for (let word = 0; word < words; word++) target[t++] = source[s + word] ?? 0;
  }
}
