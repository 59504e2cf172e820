// A NetCDF-4 file as a dataset; everything that touches the file happens in a worker.

import { isDeepStrictEqual } from 'node:util';
import type { ByteSource } from '../byte-source.ts';
import { checkAttributes, checkRead, valueBytes } from '../claims.ts';
import {
  type Attribute,
  checkedAlong,
  checkedEvery,
  checkedRows,
  type Dataset,
  type Dimension,
  elementCount,
  findVariable,
  rowCount,
  type Values,
  type Variable,
} from '../dataset.ts';
import { item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { turn } from '../yielding.ts';
import { filled } from './fill.ts';
import { Hdf5Session } from './pool.ts';
import type {
  Hdf5Header,
  Hdf5Input,
  Hdf5Job,
  KnownObject,
  Slab,
  StoredVariable,
} from './protocol.ts';

/**
 * Opens a file of this machine by its absolute path, or a source by fetching only the bytes that
 * are needed.
 */
export async function openHdf5(from: { path: string } | { source: ByteSource }): Promise<Dataset> {
  const source = 'source' in from ? from.source : undefined;
  const session = new Hdf5Session(source);
  const input: Hdf5Input = 'path' in from ? from : { size: from.source.size };
  try {
    const header = (await session.run({ kind: 'header', input })) as Hdf5Header;
    checkAttributes(header);
    const variables = await sharedWithLast(header.variables);
    return new Hdf5Dataset(session, input, { ...header, variables });
  } catch (error) {
    await session.release();
    throw error;
  }
}

/**
 * What an index knows of the variables of a file: all that a header says of those that it names.
 */
export interface KnownVariables {
  readonly dimensions: readonly Dimension[];
  /** Names occur once. */
  readonly variables: readonly Variable[];
}

/**
 * A dataset of the variables that are known, whose header is not read: that takes several times as
 * long as reading values. How they are stored is compared with what is known when values are read,
 * and `changed` is thrown where that differs, for all other variables, and by `attributes`. It does
 * not read anything itself.
 */
export function openKnownHdf5(
  from: { path: string } | { source: ByteSource },
  known: KnownVariables,
): Dataset {
  const source = 'source' in from ? from.source : undefined;
  const input: Hdf5Input = 'path' in from ? from : { size: from.source.size };
  return new KnownHdf5Dataset(new Hdf5Session(source), input, {
    ...{ dimensions: known.dimensions, attributes: [], unreadable: [] },
    variables: known.variables.map((variable) => ({
      ...variable,
      path: `/${variable.name}`,
      extent: variable.shape,
    })),
  });
}

/** Whether the dataset was opened by openKnownHdf5. */
export const isKnownHdf5 = (dataset: Dataset): boolean => dataset instanceof KnownHdf5Dataset;

const differs = (what: string): NetcdfError =>
  new NetcdfError('changed', `${what} is not known without the header of the file.`);

let last: WeakRef<readonly StoredVariable[]> | undefined;

/**
 * Files of a datastream mostly describe their variables alike, so equal descriptions are kept once:
 * there may be thousands, and a job keeps many files open.
 */
async function sharedWithLast(
  variables: readonly StoredVariable[],
): Promise<readonly StoredVariable[]> {
  const known = last?.deref() ?? [];
  const shared: StoredVariable[] = [];
  for (const [place, variable] of variables.entries()) {
    const same = known[place];
    shared.push(same && isDeepStrictEqual(same, variable) ? same : variable);
    const due = turn();
    if (due) await due;
  }
  last = new WeakRef(shared);
  return shared;
}

class Hdf5Dataset implements Dataset {
  readonly format = 'netcdf4' as const;
  readonly dimensions;
  readonly variables: readonly StoredVariable[];
  readonly unreadable;
  private readonly header: Hdf5Header;
  protected readonly session: Hdf5Session;
  protected readonly input: Hdf5Input;
  private readonly byName: ReadonlyMap<string, StoredVariable>;
  private closed = false;

  constructor(session: Hdf5Session, input: Hdf5Input, header: Hdf5Header) {
    this.session = session;
    this.input = input;
    this.header = header;
    this.dimensions = header.dimensions;
    this.variables = header.variables;
    this.unreadable = header.unreadable;
    this.byName = new Map(header.variables.map((variable) => [variable.name, variable]));
  }

  get attributes(): readonly Attribute[] {
    return this.header.attributes;
  }

  variable(name: string): StoredVariable {
    const unreadable = this.unreadable.find((candidate) => candidate.name === name);
    if (unreadable) throw new NetcdfError('unsupported', `"${name}": ${unreadable.reason}.`);
    return this.byName.get(name) ?? findVariable(this.variables, name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    const variable = this.variable(name);
    return item(await this.readBlocks([blockOf(variable, start, stop)]), 0);
  }

  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    const variable = this.variable(name);
    return item(await this.readBlocks([blockOf(variable, start, stop, every)]), 0);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const blocks: Block[] = [];
    for (const name of names) {
      blocks.push(blockOf(this.variable(name), start, stop));
      const due = turn();
      if (due) await due;
    }
    return await this.readBlocks(blocks);
  }

  async readAlong(name: string, axis: number, start: number, stop: number): Promise<Values> {
    const variable = this.variable(name);
    const block = blockAlong(variable, axis, checkedAlong(variable, axis, start, stop));
    return item(await this.readBlocks([block]), 0);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.session.release();
    await this.session.source?.close();
  }

  private async readBlocks(blocks: readonly Block[]): Promise<Values[]> {
    if (this.closed) throw new NetcdfError('closed', 'The dataset was closed.');
    const claimed = blocks.reduce(
      (sum, { variable, wanted }) => sum + elementCount(wanted) * valueBytes(variable.type),
      0,
    );
    checkRead(
      blocks
        .map(({ variable }) => variable.name)
        .join(', ')
        .slice(0, 200),
      claimed,
    );
    const slabs = blocks.map(({ slab }) => slab).filter(({ count }) => elementCount(count) > 0);
    const read = slabs.length > 0 ? await this.readSlabs(slabs, blocks) : [];
    let next = 0;
    const all: Values[] = [];
    for (const { variable, slab, wanted } of blocks) {
      const stored = elementCount(slab.count) > 0 ? item(read, next++) : [];
      const isComplete = stored.length > 0 && stored.length === elementCount(wanted);
      all.push(isComplete ? stored : filled(variable, wanted, slab.count, stored));
      const due = turn();
      if (due) await due;
    }
    return all;
  }

  /** `known`: is compared with the file before. Throws `changed` where it differs. */
  protected async readSlabs(
    slabs: readonly Slab[],
    _: readonly Block[],
    known: readonly KnownObject[] = [],
  ): Promise<Values[]> {
    const job: Hdf5Job = { kind: 'read', input: this.input, slabs, known };
    const read = (await this.session.run(job)) as Values[] | null;
    if (!read) throw differs('How a variable is stored');
    return read;
  }
}

class KnownHdf5Dataset extends Hdf5Dataset {
  private isCompared = false;

  override get attributes(): readonly Attribute[] {
    throw differs('What the attributes of the file are');
  }

  override variable(name: string): StoredVariable {
    const found = this.variables.find((variable) => variable.name === name);
    if (found) return found;
    throw differs(`"${name}"`);
  }

  /**
   * All variables are compared before the first values are read, and those that are read each time.
   */
  protected override async readSlabs(
    slabs: readonly Slab[],
    blocks: readonly Block[],
  ): Promise<Values[]> {
    const compared = this.isCompared ? blocks.map(({ variable }) => variable) : this.variables;
    const known = compared.map(({ path, type, extent }) => ({ path, type, extent }));
    const read = await super.readSlabs(slabs, blocks, known);
    this.isCompared = true;
    return read;
  }
}

interface Block {
  readonly variable: StoredVariable;
  readonly wanted: readonly number[];
  /** The part of it that is stored. */
  readonly slab: Slab;
}

function blockOf(variable: StoredVariable, start?: number, stop?: number, every = 1): Block {
  const rows = checkedRows(variable.name, rowCount(variable), start, stop);
  checkedEvery(variable.name, every);
  return blockAlong(variable, 0, rows, every);
}

/** `every`: along the first axis only. */
function blockAlong(
  variable: StoredVariable,
  along: number,
  rows: { readonly start: number; readonly stop: number },
  every = 1,
): Block {
  const { path, type, shape, extent } = variable;
  const apart = (axis: number): number => (axis === 0 ? every : 1);
  const height = Math.ceil((rows.stop - rows.start) / every);
  const wanted = shape.map((length, axis) => (axis === along ? height : length));
  const from = shape.map((_, axis) => (axis === along ? rows.start : 0));
  const count = wanted.map((length, axis) => {
    const stored = Math.ceil(((extent[axis] ?? 0) - (from[axis] ?? 0)) / apart(axis));
    return Math.max(0, Math.min(length, stored));
  });
  return { variable, wanted, slab: { path, type, start: from, count, every } };
}
