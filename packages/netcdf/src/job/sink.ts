// Where the rows of a part go: a NetCDF file of either family, or text.
import { stat } from 'node:fs/promises';
import { ClassicWriter } from '../classic/classic-writer.ts';
import type { Attribute, Values } from '../dataset.ts';
import { Hdf5Writer } from '../hdf5/hdf5-writer.ts';
import type { FixedPiece } from './fixed.ts';
import type { OutputSchema } from './output-schema.ts';

/** The families of NetCDF files. */
export type Family = 'cdf2' | 'cdf5' | 'netcdf4';

/** Columns are keyed by the variables' names in the inputs. */
export interface Sink {
  /** What the finished file will take, where it is known from the start. */
  readonly size?: number;
  /** Bytes from the beginning that will not be written to again. */
  settled(): number;
  /** Pieces of a variable come in their order. */
  writeFixed(name: string, piece: FixedPiece): Promise<void>;
  /** `times` in seconds since 1970 UTC. */
  writeRows(columns: ReadonlyMap<string, Values>, times: Float64Array): Promise<void>;
  /** With the final global attributes, which take as many bytes as those at the start. */
  finish(globals: readonly Attribute[]): Promise<{ bytes: number; family?: Family }>;
  /** Closes a file that will not be finished. */
  abandon(): Promise<void>;
}

export async function classicSink(
  path: string,
  schema: OutputSchema,
  records: number,
): Promise<Sink> {
  const { definition } = schema;
  const writer = await ClassicWriter.create(path, definition, records);
  return {
    size: writer.layout.size,
    settled: () => writer.settled,
    writeFixed: (name, { values, start, rows }) =>
      writer.writeFixedPiece(
        schema.names.get(name) ?? name,
        values,
        start * (values.length / rows),
      ),
    writeRows: (columns, times) => writer.writeRecords(stored(columns, schema), times.length),
    finish: async (globals) => {
      if (globals !== definition.attributes) await writer.replaceAttributes(globals);
      await writer.close();
      const { size, version } = writer.layout;
      return { bytes: size, family: `cdf${version}` };
    },
    abandon: () => writer.abandon(),
  };
}

export async function hdf5Sink(
  path: string,
  schema: OutputSchema,
  records: number,
  deflate?: number,
): Promise<Sink> {
  const writer = await Hdf5Writer.create(path, schema.definition, records, deflate);
  return {
    settled: () => 0,
    writeFixed: (name, { values, start, rows }) =>
      writer.writeFixedRows(schema.names.get(name) ?? name, values, start, rows),
    writeRows: (columns, times) => writer.writeRecords(stored(columns, schema), times.length),
    finish: async (globals) => {
      await writer.close(globals);
      return { bytes: (await stat(path)).size, family: 'netcdf4' };
    },
    abandon: () => writer.abandon(),
  };
}

function stored(
  columns: ReadonlyMap<string, Values>,
  { names }: OutputSchema,
): Map<string, Values> {
  return new Map([...columns].map(([name, values]) => [names.get(name) ?? name, values]));
}
