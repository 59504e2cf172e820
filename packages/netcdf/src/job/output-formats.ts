// The formats that files can be written in: one row for each, with everything that callers have to
// know of it.

import { csvColumns, csvSink } from '../text/csv-sink.ts';
import type { IcarttInformation } from '../text/icartt-information.ts';
import { icarttShape } from '../text/icartt-shape.ts';
import { icarttSink } from '../text/icartt-sink.ts';
import { runYielding } from '../yielding.ts';
import { flattenedInWords } from './group-names.ts';
import type { OutputSchema } from './output-schema.ts';
import type { Part } from './plan.ts';
import { classicSink, hdf5Sink, type Sink } from './sink.ts';

/** A file that is about to be written. */
type Output = {
  readonly path: string;
  readonly schema: OutputSchema;
  readonly part: Part;
  readonly icartt: Partial<IcarttInformation>;
  /** CSV: see `bare` of a job. */
  readonly isBare?: boolean;
  /** Of NetCDF-4: 1 to 9, or 0 for none. */
  readonly deflate?: number | undefined;
};

type Traits = {
  /** The displayed name of the format. */
  readonly name: string;
  /** What a reader should know of files of this format; '': nothing. */
  readonly about: string;
  /** The file extension without the dot; null: that of the source. */
  readonly extension: string | null;
  readonly mediaType: string;
  /**
   * True: a line for each time with unpacked values, in no more bytes than the same values take as
   * text. False: NetCDF.
   */
  readonly isTable: boolean;
  /** Several inputs may go into one file. */
  readonly joins: boolean;
  /** The size of a file is not known before it is written, whatever the source is. */
  readonly isCompressed: boolean;
  open(output: Output): Promise<Sink>;
  /** What a reader should know of it: what is left out or renamed. */
  notes(output: Pick<Output, 'schema' | 'part'>): Promise<readonly string[]>;
};

const NETCDF = {
  about: '',
  mediaType: 'application/x-netcdf',
  isTable: false,
  joins: true,
  isCompressed: false,
  notes: async ({ schema, part }: Pick<Output, 'schema' | 'part'>) =>
    flattenedInWords(part.schema.variables.keys(), schema.names),
} as const;

const tableNotes = async ({ part }: Pick<Output, 'part'>) =>
  (await runYielding(csvColumns(part.schema))).notes;

export const OUTPUT_FORMATS = {
  /** NetCDF in the family of the source. */
  netcdf: {
    ...NETCDF,
    name: 'NetCDF',
    extension: null,
    open: (output) => netcdfSink(output, staysClassic(output.part)),
  },
  classic: {
    ...NETCDF,
    name: 'NetCDF (classic)',
    extension: null,
    open: (output) => netcdfSink(output, true),
  },
  netcdf4: {
    ...NETCDF,
    name: 'NetCDF-4',
    extension: null,
    open: (output) => netcdfSink(output, false),
  },
  csv: {
    name: 'ASCII-CSV',
    about: 'RFC 4180; lines that begin with # say units and sources; times are UTC',
    extension: 'csv',
    mediaType: 'text/csv',
    isTable: true,
    joins: true,
    isCompressed: false,
    open: ({ path, schema, part, isBare }) => csvSink(path, schema, part.schema, isBare),
    notes: tableNotes,
  },
  icartt: {
    name: 'ICARTT',
    about: '1001 or 2110',
    extension: 'ict',
    mediaType: 'text/plain',
    isTable: true,
    joins: false, // the format knows no joining of flights
    isCompressed: false,
    open: ({ path, schema, part, icartt }) => icarttSink(path, schema, part, icartt),
    notes: async ({ part }) => icarttShape(part.schema).notes,
  },
  parquet: {
    name: 'Parquet',
    about:
      'columns for Arrow, pandas, DuckDB and others; times are UTC, what is missing or masked is null; units, names and flags are JSON in the footer under isobar.columns, values without time under isobar.fixed',
    extension: 'parquet',
    mediaType: 'application/vnd.apache.parquet',
    isTable: true,
    joins: true,
    isCompressed: true,
    async open({ path, schema, part }) {
      // Few ask for it, and every thread that runs orders would hold its library in memory.
      const { parquetSink } = await import('../table/parquet-sink.ts');
      return await parquetSink(path, schema, part.schema);
    },
    notes: tableNotes,
  },
} as const satisfies Readonly<Record<string, Traits>>;

export type OutputFormat = keyof typeof OUTPUT_FORMATS;

export const isOutputFormat = (name: string): name is OutputFormat =>
  Object.hasOwn(OUTPUT_FORMATS, name);

/**
 * A classic file: its first input is one, unless another family is asked for; strings exist in
 * NetCDF-4 only.
 */
export const isClassicOutput = (format: OutputFormat, part: Part): boolean =>
  format === 'netcdf' ? staysClassic(part) : format === 'classic';

function staysClassic({ schema, surveys }: Part): boolean {
  const hasStrings = [...schema.variables.values()].some(({ type }) => type === 'string');
  return (surveys[0]?.isClassic ?? true) && !hasStrings;
}

async function netcdfSink(
  { path, schema, part, deflate }: Output,
  isClassic: boolean,
): Promise<Sink> {
  return isClassic
    ? await classicSink(path, schema, part.records)
    : await hdf5Sink(path, schema, part.records, deflate);
}
