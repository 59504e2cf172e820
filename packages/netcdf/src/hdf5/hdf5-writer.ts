// Writes a NetCDF-4 file through a worker, with chunks and deflate.
import { resolve } from 'node:path';
import type { Definition, VariableDefinition } from '../classic/layout.ts';
import type { Attribute, NcType, Values } from '../dataset.ts';
import { elementBytes, isFixedType } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { bytesTogether, OneMemory } from '../one-memory.ts';
import { turn } from '../yielding.ts';
import { Hdf5Session } from './pool.ts';
import type { OutputBlock, OutputVariable } from './protocol.ts';

/**
 * Large enough to compress well, small enough for the last, partly filled chunk to waste little.
 */
const CHUNK_BYTES = 256 * 1024;
/**
 * Rows wait until they fill a chunk; those of all variables together take no more memory than this.
 */
const WAITING_BYTES = 16 * 2 ** 20;
const SMALLEST_CHUNK_BYTES = 4 * 1024;
/** Variables without records that are smaller are stored in one piece, uncompressed. */
const SMALL_BYTES = 4 * 1024;
/**
 * Compressing more than this takes so long that a worker of its own, beside the reader's, is worth
 * starting.
 */
const LONG_BYTES = 16 * 2 ** 20;
/** Most bytes of values that the worker is given at once, unless a single variable is larger. */
const SENT_BYTES = 4 * 2 ** 20;

/**
 * Creates or empties the file at `path`. The unlimited dimension is the first one of every record
 * variable, and has `records` records from the start. Temporary names, flushing and renaming are
 * the caller's business.
 */
export class Hdf5Writer {
  private readonly session: Hdf5Session;
  private readonly definition: Definition;
  private readonly records: number;
  private readonly byName: ReadonlyMap<string, VariableDefinition>;
  private recordsWritten = 0;
  /** The memory in which values were last sent; the worker returns it, and it is filled again. */
  private sent = new ArrayBuffer(0);

  private constructor(session: Hdf5Session, definition: Definition, records: number) {
    this.session = session;
    this.definition = definition;
    this.records = records;
    this.byName = new Map(definition.variables.map((variable) => [variable.name, variable]));
  }

  /** `deflate` is 1 to 9, or 0 for none. */
  static async create(
    path: string,
    definition: Definition,
    records: number,
    deflate = 4,
  ): Promise<Hdf5Writer> {
    const dimensions = definition.dimensions.map((dimension) =>
      dimension.unlimited ? { ...dimension, length: records } : dimension,
    );
    const lengths = new Map(dimensions.map(({ name, length }) => [name, length]));
    const share = WAITING_BYTES / Math.max(1, definition.variables.length);
    const chunkBytes = Math.max(SMALLEST_CHUNK_BYTES, Math.min(CHUNK_BYTES, share));
    const variables = definition.variables.map((variable) =>
      withChunks(variable, lengths, dimensions, chunkBytes),
    );
    const file = { path: resolve(path), dimensions, variables, deflate };
    const bytes = variables.reduce((sum, variable) => sum + bytesOf(variable, lengths), 0);
    const session = new Hdf5Session(undefined, bytes > LONG_BYTES);
    try {
      await session.run({ kind: 'create', file });
    } catch (error) {
      await session.release();
      throw error;
    }
    return new Hdf5Writer(session, definition, records);
  }

  /** All values of a variable without a record axis. */
  async writeFixed(name: string, values: Values): Promise<void> {
    const count = this.innerShape(name);
    await this.write([{ name, start: count.map(() => 0), count, values }]);
  }

  /** Rows of a variable without a record axis, along its slowest dimension, one after the other. */
  async writeFixedRows(name: string, values: Values, first: number, rows: number): Promise<void> {
    const [, ...inner] = this.innerShape(name);
    if (this.innerShape(name).length === 0) return await this.writeFixed(name, values);
    const start = [first, ...inner.map(() => 0)];
    await this.write([{ name, start, count: [rows, ...inner], values }]);
  }

  /** The next `count` records; `columns` holds `count` rows of every record variable. */
  async writeRecords(columns: ReadonlyMap<string, Values>, count: number): Promise<void> {
    if (this.recordsWritten + count > this.records) {
      throw new NetcdfError('invalid', `The file was created for ${this.records} records.`);
    }
    let blocks: OutputBlock[] = [];
    let bytes = 0;
    for (const [name, values] of columns) {
      const inner = this.innerShape(name);
      const start = [this.recordsWritten, ...inner.map(() => 0)];
      blocks.push({ name, start, count: [count, ...inner], values });
      bytes += bytesTogether([values]);
      if (bytes > SENT_BYTES) {
        await this.write(blocks);
        [blocks, bytes] = [[], 0];
      }
      const due = turn();
      if (due) await due;
    }
    await this.write(blocks);
    this.recordsWritten += count;
  }

  /** One block after the other, since each uses the memory that comes back from the worker. */
  private async write(blocks: readonly OutputBlock[]): Promise<void> {
    const needed = bytesTogether(blocks.map(({ values }) => values));
    const { sent: memory } = this;
    const room = new OneMemory(memory.byteLength < needed ? new ArrayBuffer(needed) : memory);
    const laidOut: OutputBlock[] = [];
    for (const block of blocks) {
      laidOut.push({ ...block, values: room.add(block.values) });
      const due = turn();
      if (due) await due;
    }
    const job = { kind: 'write', blocks: laidOut, memory: room.memory } as const;
    this.sent = (await this.session.run(job, [room.memory])) as ArrayBuffer;
  }

  /** Global attributes may be given again. Throws `invalid` when records are missing. */
  async close(attributes: readonly Attribute[] = this.definition.attributes): Promise<void> {
    if (this.recordsWritten !== this.records) {
      await this.abandon();
      const { recordsWritten, records } = this;
      throw new NetcdfError('invalid', `${recordsWritten} of ${records} records were written.`);
    }
    try {
      await this.session.run({ kind: 'finish', attributes });
    } finally {
      await this.session.release();
    }
  }

  /** Closes a file that will not be finished. */
  async abandon(): Promise<void> {
    await this.session.release();
  }

  /** Lengths of a variable's dimensions other than the unlimited one. */
  private innerShape(name: string): number[] {
    const variable = this.byName.get(name);
    if (!variable) throw new NetcdfError('invalid', `"${name}" is not in the definition.`);
    return variable.dimensions.flatMap((dimension) => {
      const found = this.definition.dimensions.find((candidate) => candidate.name === dimension);
      return found && !found.unlimited ? [found.length] : [];
    });
  }
}

function withChunks(
  variable: VariableDefinition,
  lengths: ReadonlyMap<string, number>,
  dimensions: readonly { name: string; unlimited: boolean }[],
  chunkBytes: number,
): OutputVariable {
  const { name, type, attributes } = variable;
  const shape = variable.dimensions.map((dimension) => lengths.get(dimension) ?? 0);
  const plain = { name, type, dimensions: variable.dimensions, attributes };
  const bytes = bytesOf(variable, lengths);
  const isRecord = dimensions.some(
    (each) => each.unlimited && variable.dimensions.includes(each.name),
  );
  if (shape.length === 0 || (!isRecord && bytes < SMALL_BYTES)) return plain;
  return { ...plain, chunks: chunkShape(shape, itemBytesOf(type), chunkBytes) };
}

/** Texts are counted as 16 bytes each, whatever their length. */
const itemBytesOf = (type: NcType): number => (isFixedType(type) ? elementBytes(type) : 16);

function bytesOf(
  { type, dimensions }: Pick<VariableDefinition, 'type' | 'dimensions'>,
  lengths: ReadonlyMap<string, number>,
): number {
  return dimensions.reduce(
    (product, name) => product * (lengths.get(name) ?? 0),
    itemBytesOf(type),
  );
}

/**
 * As many whole rows as fit; a row that is much too long is halved along its longest axis until it
 * fits.
 */
export function chunkShape(
  shape: readonly number[],
  itemBytes: number,
  chunkBytes: number = CHUNK_BYTES,
): number[] {
  const chunk = shape.map((length) => Math.max(1, length));
  const size = () => chunk.reduce((product, length) => product * length, itemBytes);
  const row = size() / (chunk[0] ?? 1);
  chunk[0] = Math.max(1, Math.min(chunk[0] ?? 1, Math.floor(chunkBytes / row)));
  while (size() > CHUNK_BYTES * 4) {
    const longest = chunk.indexOf(Math.max(...chunk));
    chunk[longest] = Math.ceil((chunk[longest] ?? 1) / 2);
  }
  return chunk;
}
