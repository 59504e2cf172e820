// Writes ASCII-CSV (RFC 4180, UTF-8): comment lines that explain every column, a line of names, a
// line for each time.

import { textAttribute } from '../attribute.ts';
import type { Attribute, Values } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held } from '../held.ts';
import { FixedValues } from '../job/fixed.ts';
import { type Mark, missingMarks, missingValues } from '../job/missing.ts';
import type { OutputSchema } from '../job/output-schema.ts';
import type { MergedVariable, Schema, Sizes } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { bytesOf, itemsOf, listed } from '../numeric-array.ts';
import { giveBack } from '../one-memory.ts';
import { type Unpacking, unpacked, unpackedNow, unpackingOf } from '../packing.ts';
import { decodeText } from '../text-bytes.ts';
import { runYielding, type Stepwise, turn } from '../yielding.ts';
import { defused, defusedLine } from './defuse.ts';
import { LONGEST_TIME } from './iso-time.ts';
import { floatText } from './number-text.ts';
import { formatApart, formattedWithoutThreads, rowThreadsAreReady } from './row-threads.ts';
import { type RowBlock, Rows } from './rows.ts';
import {
  type ColumnGroup,
  columnCount,
  columnGroup,
  field,
  longestCells,
  TIME_COLUMN,
  withNamesApart,
} from './text-columns.ts';
import { TextWriter } from './text-writer.ts';

const LINE_END = '\r\n';
/** Most columns that common spreadsheets can open. */
const MOST_COLUMNS = 16_384;
/** Arrays without time that are longer are not spelt out in the comments. */
const LONGEST_LISTED = 4096;
/** Already in the first column. */
const TOLD_BY_TIME = ['base_time', 'time_offset'];
/** Cells between two looks at the clock. */
const CELLS_AT_LEAST = 4096;
/** Cells of the piece that a thread is given: about a megabyte of text. */
const CELLS_APART = 1 << 17;
/** Most pieces of a file that threads work on, or that wait to be written. */
const MOST_UNDER_WAY = 4;

/** Which variables become columns, and the notes about the others. */
export function* csvColumns(
  schema: Schema,
): Stepwise<{ columns: MergedVariable[]; notes: string[] }> {
  const columns: MergedVariable[] = [];
  const notes: string[] = [];
  let count = 1;
  for (const variable of schema.variables.values()) {
    const isTold = TOLD_BY_TIME.includes(variable.name) || variable.name === schema.timeVariable;
    yield;
    if (!variable.perRecord || isTold) continue;
    const own = columnCount(variable);
    if (count + own > MOST_COLUMNS) {
      notes.push(
        `${variable.name} is left out: its ${own} values per time do not fit into ${MOST_COLUMNS} columns; NetCDF holds them`,
      );
      continue;
    }
    count += own;
    columns.push(variable);
  }
  return { columns, notes };
}

/** An upper estimate of what a file takes. */
export function* csvSizes(schema: Schema): Stepwise<Sizes> {
  const { columns } = yield* csvColumns(schema);
  let record = LONGEST_TIME;
  for (const variable of columns) {
    const inner = variable.inner.map(({ length }) => length);
    record += longestCells(variable.type, inner, unpackingOf(variable) !== undefined);
    yield;
  }
  return { record, fixed: 65_536 };
}

/**
 * The header is written before the first row, when all values without time are known. `isBare`:
 * only the names, and empty cells for missing values.
 */
export async function csvSink(
  path: string,
  schema: OutputSchema,
  part: Schema,
  isBare = false,
): Promise<Sink> {
  const writer = await TextWriter.create(path);
  const { columns } = await runYielding(csvColumns(part));
  const finished = new Map(schema.perRecord.map((variable) => [variable.name, variable]));
  const groups = withNamesApart(
    columns.map(({ name }): CsvGroup => {
      const variable = held(finished, name);
      return { ...columnGroup(variable), unpacking: unpackingOf(variable) };
    }),
  );
  const fixed = new FixedValues();
  const press = new RowPress(writer);
  const shapes = groups.map((group) =>
    isBare && !isText(group.variable) ? { ...group.shape, empty: marksOf(group) } : group.shape,
  );
  const header = function* (globals: readonly Attribute[]): Stepwise<string> {
    const comments = isBare ? '' : yield* commentLines(globals, schema, groups, fixed.byName);
    return `${comments}${namesLine(groups)}`;
  };
  let begun = false;
  return {
    settled: () => writer.written,
    writeFixed: (name, piece) => {
      const told = schema.fixed.find((variable) => variable.name === name);
      if (told && valuesOf(told) <= LONGEST_LISTED) fixed.add(name, piece);
      return Promise.resolve();
    },
    writeRows: async (block, times) => {
      const globals = schema.definition.attributes;
      if (!begun) writer.add(await runYielding(header(globals)));
      begun = true;
      const columns: Values[] = [];
      for (const { variable, unpacking } of groups)
        columns.push(await unpacked(unpacking, held(block, variable.name)));
      await press.put({ shapes, columns, times });
    },
    finish: async (globals) => {
      await press.end();
      if (begun && globals !== schema.definition.attributes)
        await writer.replaceStart(await runYielding(header(globals)));
      await writer.close();
      return { bytes: writer.written };
    },
    abandon: () => writer.abandon(),
  };
}

/** Columns, and how their values are unpacked where they are stored otherwise than measured. */
interface CsvGroup extends ColumnGroup {
  readonly unpacking: Unpacking | undefined;
}

/**
 * Turns blocks into rows of the file, in their order; with threads, while the caller reads the
 * next.
 */
class RowPress {
  private readonly writer: TextWriter;
  private readonly underWay: Promise<Uint8Array>[] = [];

  constructor(writer: TextWriter) {
    this.writer = writer;
  }

  async put(block: RowBlock): Promise<void> {
    const perRow = block.shapes.reduce((sum, shape) => sum + shape.perRow, 1);
    const rows = Math.max(1, Math.floor(CELLS_APART / perRow));
    for (let row = 0; row < block.times.length; row += rows) {
      const due = turn();
      if (due) await due;
      if (!rowThreadsAreReady()) return await this.putHere(block, row);
      const piece = formatApart(block, row, Math.min(block.times.length, row + rows));
      piece.catch(() => undefined); // thrown when the piece is awaited
      this.underWay.push(piece);
      if (this.underWay.length > MOST_UNDER_WAY) await this.write();
    }
  }

  /** Resolves when all is written. */
  async end(): Promise<void> {
    while (this.underWay.length > 0) await this.write();
  }

  private async write(): Promise<void> {
    const bytes = await this.underWay.shift();
    if (!bytes) return;
    await this.writer.addBytes(bytes);
    giveBack([bytes]);
  }

  /** Writes the rows of a block from row `first` on. */
  private async putHere(block: RowBlock, first: number): Promise<void> {
    await this.end();
    const { writer } = this;
    const rows = new Rows(block);
    const rowsPerLook = Math.max(1, Math.floor(CELLS_AT_LEAST / rows.cellsPerRow));
    for (let row = first; row < rows.count; row++) {
      rows.put(writer, row);
      if (writer.isFull) await writer.flush();
      const due = row % rowsPerLook === rowsPerLook - 1 ? turn() : undefined;
      if (due) await due;
    }
    formattedWithoutThreads((rows.count - first) * rows.cellsPerRow);
  }
}

const UNPACKED =
  'Packed variables are unpacked here, with the digits that their scale_factor and add_offset have; NetCDF keeps them packed';
const DEFUSED = 'A text that a spreadsheet would take for a formula has an apostrophe before it';

const isText = ({ type }: MergedVariable): boolean => type === 'char' || type === 'string';

function* commentLines(
  globals: readonly Attribute[],
  schema: OutputSchema,
  groups: readonly CsvGroup[],
  fixed: ReadonlyMap<string, Values>,
): Stepwise<string> {
  const columnLines: string[] = [];
  for (const group of groups) {
    columnLines.push(columnLine(group));
    yield;
  }
  const lines = [
    'CSV made from NetCDF: UTF-8, RFC 4180; lines that begin with # are comments',
    'The first column is the time in UTC (ISO 8601); missing values stand as they do in the source',
    ...(groups.some(({ unpacking }) => unpacking) ? [UNPACKED] : []),
    ...(groups.some(({ variable }) => isText(variable)) ? [DEFUSED] : []),
    ...globals.map((attribute) => `${attribute.name}: ${valueText(attribute)}`),
    ...schema.fixed.flatMap((variable) => fixedLines(variable, fixed.get(variable.name))),
    ...columnLines,
    `units: ${['UTC', ...groups.flatMap(unitsOf)].map(field).join(',')}`,
  ];
  yield;
  let comments = '';
  for (const line of lines) {
    comments += `# ${defusedLine(oneLine(line))}${LINE_END}`;
    yield;
  }
  return comments;
}

/**
 * What any reader takes for the end of a line, which would make data of the rest of a comment, is a
 * bar; other control characters are spaces.
 */
const oneLine = (text: string): string =>
  text.replace(/\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g, ' | ').replace(/[^\P{Cc}\t]+/gu, ' ');

function namesLine(groups: readonly CsvGroup[]): string {
  const names = [TIME_COLUMN, ...groups.flatMap(({ names: own }) => own)];
  return `${names.map((name) => field(defused(name))).join(',')}${LINE_END}`;
}

/**
 * What is written where a value is missing; a value that is not a number was not measured, whatever
 * a variable states.
 */
const marksOf = ({ variable, unpacking }: CsvGroup): ReadonlySet<Mark> =>
  new Set([Number.NaN, ...(unpacking ? [unpacking.missing] : missingMarks(variable))]);

/** Coordinates and other values that hold for all times. */
function fixedLines(variable: MergedVariable, values: Values | undefined): string[] {
  if (TOLD_BY_TIME.includes(variable.name)) return [];
  const { name, type, inner } = variable;
  const dimensions = inner.map((each) => `${each.name}=${each.length}`).join(', ');
  const shape = dimensions === '' ? '' : ` (${dimensions})`;
  const title = textAttribute(variable, 'long_name');
  const units = textAttribute(variable, 'units');
  const tail = `${units ? ` ${units}` : ''}${title ? ` — ${title}` : ''}`;
  const count = valuesOf(variable);
  if (count > LONGEST_LISTED) return [`${name}${shape}: ${count} values, in NetCDF only`];
  if (!values) return [];
  if (type === 'char' && isNumeric(values)) {
    return [`${name}${shape} = ${decodeText(bytesOf(values))}${tail}`];
  }
  const unpacking = unpackingOf(variable);
  const measured = unpackedNow(unpacking, values);
  const isSingle = unpacking ? unpacking.isSingle : type === 'float';
  const texts = Array.from(itemsOf(measured), (value) =>
    isSingle ? floatText(Number(value)) : String(value),
  );
  const how = unpacking ? ` (${unpacking.told}; missing ${unpacking.missing})` : '';
  return [`${name}${shape} = ${texts.join(' ')}${tail}${how}`];
}

const valuesOf = ({ inner }: MergedVariable): number =>
  elementCount(inner.map(({ length }) => length));

function columnLine({ variable, names, unpacking }: CsvGroup): string {
  const missing = unpacking ? unpacking.missing : missingTexts(variable).join(' or ');
  const indexed = variable.type === 'char' ? variable.inner.slice(0, -1) : variable.inner;
  const indexes = indexed.map(({ name, length }) => `${name} (0 to ${length - 1})`).join(' and ');
  const layout =
    indexes === ''
      ? ''
      : `; ${names.length} columns ${names[0]} to ${names.at(-1)}, indexes of ${indexes}`;
  const [first] = names;
  const isRenamed = names.length === 1 && first !== variable.name;
  const told = [
    isRenamed && `called ${first} here, since another column has its name`,
    textAttribute(variable, 'long_name'),
    `units ${textAttribute(variable, 'units') ?? 'none'}`,
    `type ${variable.type}`,
    unpacking?.told,
    isText(variable) ? undefined : `missing ${missing}`,
    textAttribute(variable, 'standard_name') &&
      `standard_name ${textAttribute(variable, 'standard_name')}`,
  ];
  return `column ${variable.name}: ${told.filter(Boolean).join('; ')}${layout}`;
}

/** Missing values as they were stated: -999.9 in 32 bits is not written as -999.9000244140625. */
const missingTexts = (variable: MergedVariable): string[] =>
  missingValues(variable).map((value) =>
    variable.type === 'float' ? floatText(value) : String(value),
  );

function unitsOf({ variable, names }: ColumnGroup): string[] {
  const units = textAttribute(variable, 'units') ?? '';
  return names.map(() => units);
}

function valueText({ value }: Attribute): string {
  if (typeof value === 'string') return value;
  return listed(value);
}
