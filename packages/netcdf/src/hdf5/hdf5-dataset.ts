// A NetCDF-4 file as a dataset; everything that touches the file happens in a worker.
import type { ByteSource } from '../byte-source.ts';
import {
  type Attribute,
  checkedRows,
  type Dataset,
  elementCount,
  findVariable,
  rowCount,
  type Values,
} from '../dataset.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { turn } from '../turns.ts';
import { filled } from './fill.ts';
import { Hdf5Session } from './pool.ts';
import type { Hdf5Header, Hdf5Input, StoredVariable } from './protocol.ts';

/** Opens a file of this machine by its absolute path, or a source by fetching only the bytes that are needed. */
export async function openHdf5(from: { path: string } | { source: ByteSource }): Promise<Dataset> {
  const source = 'source' in from ? from.source : undefined;
  const session = new Hdf5Session(source);
  const input: Hdf5Input = 'path' in from ? from : { size: from.source.size };
  try {
    const header = (await session.run({ kind: 'header', input })) as Hdf5Header;
    return new Hdf5Dataset(session, input, header);
  } catch (error) {
    await session.release();
    throw error;
  }
}

class Hdf5Dataset implements Dataset {
  readonly format = 'netcdf4' as const;
  readonly dimensions;
  readonly attributes: readonly Attribute[];
  readonly variables: readonly StoredVariable[];
  readonly unreadable;
  private readonly session: Hdf5Session;
  private readonly input: Hdf5Input;
  private readonly byName: ReadonlyMap<string, StoredVariable>;
  private closed = false;

  constructor(session: Hdf5Session, input: Hdf5Input, header: Hdf5Header) {
    this.session = session;
    this.input = input;
    this.dimensions = header.dimensions;
    this.attributes = header.attributes;
    this.variables = header.variables;
    this.unreadable = header.unreadable;
    this.byName = new Map(header.variables.map((variable) => [variable.name, variable]));
  }

  variable(name: string): StoredVariable {
    const unreadable = this.unreadable.find((candidate) => candidate.name === name);
    if (unreadable) throw new NetcdfError('unsupported', `"${name}": ${unreadable.reason}.`);
    return this.byName.get(name) ?? findVariable(this.variables, name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    if (this.closed) throw new NetcdfError('closed', 'The dataset was closed.');
    const variable = this.variable(name);
    const rows = checkedRows(name, rowCount(variable), start, stop);
    const { type, path, shape, extent } = variable;
    const wanted = shape.length === 0 ? [] : [rows.stop - rows.start, ...shape.slice(1)];
    const stored = wanted.map((count, axis) => {
      const from = axis === 0 ? rows.start : 0;
      return Math.max(0, Math.min(count, (extent[axis] ?? 0) - from));
    });
    const begin = shape.map((_, axis) => (axis === 0 ? rows.start : 0));
    const values =
      elementCount(stored) === 0 ? [] : await this.readStored(path, type, begin, stored);
    const isComplete = elementCount(stored) === elementCount(wanted) && values.length > 0;
    return isComplete ? values : filled(variable, wanted, stored, values);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const reading: Promise<Values>[] = [];
    for (const name of names) {
      const one = this.read(name, start, stop);
      one.catch(() => undefined); // met below, when all are under way
      reading.push(one);
      const due = turn();
      if (due) await due;
    }
    return await Promise.all(reading);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.session.release();
    await this.session.source?.close();
  }

  private async readStored(
    path: string,
    type: StoredVariable['type'],
    start: readonly number[],
    count: readonly number[],
  ): Promise<Values> {
    const slab = { path, type, start, count };
    return (await this.session.run({ kind: 'read', input: this.input, slab })) as Values;
  }
}
