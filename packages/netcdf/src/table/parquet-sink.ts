// Writes Parquet: a column for each value that a variable has per time, as in CSV, with what is
// missing as null.

import { type FileHandle, open } from 'node:fs/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { findAttribute, textAttribute } from '../attribute.ts';
import { type Attribute, elementCount, type Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held, item } from '../held.ts';
import { FixedValues } from '../job/fixed.ts';
import { missingTest } from '../job/missing.ts';
import type { OutputSchema } from '../job/output-schema.ts';
import type { MergedVariable, Schema } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { bytesOf, itemsOf, listed } from '../numeric-array.ts';
import { type Unpacking, unpacked, unpackedNow, unpackingOf } from '../packing.ts';
import { csvColumns } from '../text/csv-sink.ts';
import {
  type ColumnGroup,
  columnGroup,
  TIME_COLUMN,
  withNamesApart,
} from '../text/text-columns.ts';
import { decodeText } from '../text-bytes.ts';
import { runYielding, turn } from '../yielding.ts';

/**
 * Values of a row group: a few megabytes, so that readers can skip groups and little waits in
 * memory.
 */
const CELLS_OF_GROUP = 1 << 19;
/** Longer arrays without time are left out of the footer. */
const LONGEST_TOLD = 4096;

type Group = ColumnGroup & { readonly unpacking: Unpacking | undefined; readonly kind: Kind };
type Kind = 'INT32' | 'INT64' | 'UINT64' | 'FLOAT' | 'DOUBLE' | 'STRING';
type Cell = number | bigint | string | null;

/** Rows wait until they fill a group, which is then written for good. */
export async function parquetSink(path: string, schema: OutputSchema, part: Schema): Promise<Sink> {
  const file = await open(path, 'w').catch((cause: unknown) => {
    throw new NetcdfError('unreadable', `The file ${path} cannot be written.`, { cause });
  });
  const { columns } = await runYielding(csvColumns(part));
  const finished = new Map(schema.perRecord.map((variable) => [variable.name, variable]));
  const groups = withNamesApart(
    columns.map(({ name }): Group => {
      const variable = held(finished, name);
      const unpacking = unpackingOf(variable);
      return { ...columnGroup(variable), unpacking, kind: kindOf(variable, unpacking) };
    }),
  );
  const table = new Table(file, groups);
  const fixed = new FixedValues();
  return {
    settled: () => table.written,
    writeFixed: (name, piece) => {
      const told = schema.fixed.find((variable) => variable.name === name);
      if (told && countOf(told) <= LONGEST_TOLD) fixed.add(name, piece);
      return Promise.resolve();
    },
    writeRows: (block, times) => table.add(block, times),
    finish: async (globals) => {
      const facts = [
        ...globals.map(({ name, value }) => ({ key: name, value: plain(value) })),
        { key: 'isobar.columns', value: JSON.stringify(columnFacts(groups)) },
        { key: 'isobar.fixed', value: JSON.stringify(fixedFacts(schema, fixed.byName)) },
      ];
      return { bytes: await table.finish(facts) };
    },
    abandon: () => file.close(),
  };
}

function kindOf({ type }: MergedVariable, unpacking: Unpacking | undefined): Kind {
  if (unpacking) return unpacking.isSingle ? 'FLOAT' : 'DOUBLE';
  if (type === 'char' || type === 'string') return 'STRING';
  if (type === 'float') return 'FLOAT';
  if (type === 'double') return 'DOUBLE';
  if (type === 'uint64') return 'UINT64';
  return type === 'uint' || type === 'int64' ? 'INT64' : 'INT32';
}

class Table {
  /** Bytes in the file so far. */
  written = 0;
  private readonly file: FileHandle;
  private readonly groups: readonly Group[];
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private times: (bigint | null)[] = [];
  private columns: Cell[][];

  constructor(file: FileHandle, groups: readonly Group[]) {
    this.file = file;
    this.groups = groups;
    this.columns = groups.flatMap(({ names }) => names.map(() => []));
    const cells = groups.flatMap(({ names, kind }) => names.map((name) => element(name, kind)));
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: [{ name: 'root', num_children: cells.length + 1 }, TIME, ...cells],
      createdBy: 'Isobar',
      statistics: false, // bounds of columns with NaN are read differently by different readers
    });
  }

  async add(block: ReadonlyMap<string, Values>, times: Float64Array): Promise<void> {
    for (const time of times) this.times.push(micros(time));
    let first = 0;
    for (const group of this.groups) {
      const values = await unpacked(group.unpacking, held(block, group.variable.name));
      const cellOf = reader(group, values);
      const { length } = group.names;
      for (let column = 0; column < length; column++) {
        const cells = item(this.columns, first + column);
        for (let row = 0; row < times.length; row++) cells.push(cellOf(row * length + column));
        const due = turn();
        if (due) await due;
      }
      first += length;
    }
    if (this.times.length * (this.columns.length + 1) >= CELLS_OF_GROUP) await this.writeGroup();
  }

  /** The length of the file. */
  async finish(
    facts: readonly { readonly key: string; readonly value: string }[],
  ): Promise<number> {
    if (this.times.length > 0) await this.writeGroup();
    this.writer.kvMetadata = [...facts];
    await this.writer.finish();
    await this.flush();
    await this.file.close();
    return this.written;
  }

  private async writeGroup(): Promise<void> {
    const names = this.groups.flatMap(({ names: own }) => own);
    const columnData = [
      { name: TIME.name, data: this.times },
      ...this.columns.map((data, place) => ({ name: names[place] ?? '', data })),
    ];
    await this.writer.write({ columnData, rowGroupSize: this.times.length });
    this.times = [];
    this.columns = this.columns.map(() => []);
    await this.flush();
  }

  private async flush(): Promise<void> {
    const piece = this.bytes.getBytes();
    for (let done = 0; done < piece.length; )
      done += (await this.file.write(piece, done, piece.length - done)).bytesWritten;
    this.written += piece.length;
    this.bytes.index = 0;
  }
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const TIME = {
  name: TIME_COLUMN,
  type: 'INT64',
  converted_type: 'TIMESTAMP_MICROS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  repetition_type: 'OPTIONAL',
} as const;

/** null: a row without a time, or with one that 64 bits of microseconds do not hold. */
function micros(seconds: number): bigint | null {
  const count = Math.round(seconds * 1e6);
  return Math.abs(count) < 2 ** 63 ? BigInt(count) : null;
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const UNSIGNED = { type: 'INT64', converted_type: 'UINT_64' } as const;

function element(name: string, kind: Kind): SchemaElement {
  const type = kind === 'STRING' ? TEXT : kind === 'UINT64' ? UNSIGNED : { type: kind };
  return { name, repetition_type: 'OPTIONAL', ...type };
}

/** The value at a place of a block; null: it is missing. */
function reader({ variable, unpacking, shape, kind }: Group, values: Values): (at: number) => Cell {
  if (!isNumeric(values)) return (at) => values[at] ?? null;
  if (shape.width > 0) {
    const { width } = shape;
    const bytes = bytesOf(values);
    return (at) => decodeText(bytes.subarray(at * width, (at + 1) * width));
  }
  const isMissing = unpacking
    ? (value: Cell) => Object.is(value, unpacking.missing)
    : missingTest(variable);
  return (at) => {
    const value = values[at] ?? Number.NaN; // within the block
    if (isMissing(value)) return null;
    return kind === 'INT64' || kind === 'UINT64' ? BigInt(value) : Number(value);
  };
}

const columnFacts = (groups: readonly Group[]) =>
  Object.fromEntries(
    groups.map(({ variable, names }) => [
      variable.name,
      {
        columns: names.length > 1 ? [names[0], names.at(-1)] : names,
        dimensions: variable.inner.map(({ name, length }) => ({ name, length })),
        ...Object.fromEntries(
          TOLD.flatMap((name) => {
            const text = textAttribute(variable, name) ?? plainOf(findAttribute(variable, name));
            return text === undefined ? [] : [[name, text]];
          }),
        ),
      },
    ]),
  );
const TOLD = ['long_name', 'standard_name', 'units', 'valid_min', 'valid_max', 'flag_meanings'];

const plainOf = (attribute: Attribute | undefined): string | undefined =>
  attribute && plain(attribute.value);

function fixedFacts(schema: OutputSchema, values: ReadonlyMap<string, Values>) {
  return Object.fromEntries(
    schema.fixed.flatMap((variable) => {
      const found = values.get(variable.name);
      if (!found) return [];
      const measured = unpackedNow(unpackingOf(variable), found);
      const isText = variable.type === 'char' && isNumeric(measured);
      const told = isText
        ? decodeText(bytesOf(measured))
        : Array.from(itemsOf(measured), (value) =>
            typeof value === 'bigint' ? String(value) : value,
          );
      return [[variable.name, { values: told, units: textAttribute(variable, 'units') ?? '' }]];
    }),
  );
}

const countOf = ({ inner }: MergedVariable): number =>
  elementCount(inner.map(({ length }) => length));

const plain = (value: Attribute['value']): string =>
  typeof value === 'string' ? value : listed(value);
