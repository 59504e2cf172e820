// Writes ASCII-CSV (RFC 4180, UTF-8): comment lines that explain every column, a line of names, a line for each time.
import { textAttribute } from '../attribute.ts';
import type { Attribute, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { missingValues } from '../job/missing.ts';
import type { OutputSchema } from '../job/output-schema.ts';
import type { MergedVariable, Schema, Sizes } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { decodeText } from '../text-bytes.ts';
import { inTurns, type Stepwise, turn } from '../turns.ts';
import { IsoTime, LONGEST_TIME } from './iso-time.ts';
import { floatText } from './number-text.ts';
import {
  Cells,
  type ColumnGroup,
  columnCount,
  columnGroup,
  field,
  longestText,
} from './text-columns.ts';
import { TextWriter } from './text-writer.ts';

const LINE_END = '\r\n';
/** What common spreadsheets hold. */
const MOST_COLUMNS = 16_384;
/** Arrays without time that are longer are not spelt out in the comments. */
const LONGEST_LISTED = 4096;
/** Told by the first column already. */
const TOLD_BY_TIME = ['base_time', 'time_offset'];
/** Between two looks at the clock. */
const CELLS_AT_LEAST = 4096;

/** Which variables become columns, and what is said about the others. */
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
    const width = variable.type === 'char' ? (variable.inner.at(-1)?.length ?? 1) : 0;
    record += columnCount(variable) * (longestText(variable.type, width) + 1);
    yield;
  }
  return { record, fixed: 65_536 };
}

/** The header is written before the first row, when all values without time are known. */
export async function csvSink(path: string, schema: OutputSchema, part: Schema): Promise<Sink> {
  const writer = await TextWriter.create(path);
  const { columns } = await inTurns(csvColumns(part));
  const finished = new Map(schema.perRecord.map((variable) => [variable.name, variable]));
  const groups = columns.map(({ name }) => columnGroup(finished.get(name) as MergedVariable));
  const fixed = new Map<string, Values>();
  const clock = new IsoTime();
  let begun = false;
  return {
    writeFixed: (name, values) => {
      fixed.set(name, values);
      return Promise.resolve();
    },
    writeRows: async (block, times) => {
      const globals = schema.definition.attributes;
      if (!begun) writer.add(await inTurns(headerText(globals, schema, groups, fixed)));
      begun = true;
      await writeRows(writer, groups, block, times, clock);
    },
    finish: async (globals) => {
      if (begun && globals !== schema.definition.attributes)
        await writer.replaceStart(await inTurns(headerText(globals, schema, groups, fixed)));
      await writer.close();
      return { bytes: writer.written, format: 'csv' };
    },
    abandon: () => writer.abandon(),
  };
}

async function writeRows(
  writer: TextWriter,
  groups: readonly ColumnGroup[],
  block: ReadonlyMap<string, Values>,
  times: Float64Array,
  clock: IsoTime,
): Promise<void> {
  const cells = groups.map((group) => new Cells(group, block.get(group.variable.name) as Values));
  const perRow = cells.reduce((sum, each) => sum + each.perRow, 1);
  const rowsPerTurn = Math.max(1, Math.floor(CELLS_AT_LEAST / perRow));
  for (let row = 0; row < times.length; row++) {
    let longest = LONGEST_TIME + 2;
    for (const column of cells) longest += column.longestRow(row);
    writer.reserve(longest);
    const { bytes } = writer;
    let at = clock.put(bytes, writer.length, times[row] as number);
    for (const column of cells) at = column.putRow(bytes, at, row);
    bytes[at++] = 13;
    bytes[at++] = 10;
    writer.length = at;
    if (writer.isFull) await writer.flush();
    const due = row % rowsPerTurn === rowsPerTurn - 1 ? turn() : undefined;
    if (due) await due;
  }
}

function* headerText(
  globals: readonly Attribute[],
  schema: OutputSchema,
  groups: readonly ColumnGroup[],
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
    ...globals.map((attribute) => `${attribute.name}: ${valueText(attribute)}`),
    ...schema.fixed.flatMap((variable) => fixedLines(variable, fixed.get(variable.name))),
    ...columnLines,
    `units: ${['UTC', ...groups.flatMap(unitsOf)].map(field).join(',')}`,
  ];
  const names = ['time_utc', ...groups.flatMap(({ names: own }) => own)];
  yield;
  let comments = '';
  for (const line of lines) {
    comments += `# ${line.replace(/\s*[\r\n]+\s*/g, ' | ')}${LINE_END}`;
    yield;
  }
  return `${comments}${names.map(field).join(',')}${LINE_END}`;
}

/** Coordinates and other values that hold for all times. */
function fixedLines(variable: MergedVariable, values: Values | undefined): string[] {
  if (!values || TOLD_BY_TIME.includes(variable.name)) return [];
  const { name, type, inner } = variable;
  const dimensions = inner.map((each) => `${each.name}=${each.length}`).join(', ');
  const shape = dimensions === '' ? '' : ` (${dimensions})`;
  const title = textAttribute(variable, 'long_name');
  const units = textAttribute(variable, 'units');
  const tail = `${units ? ` ${units}` : ''}${title ? ` — ${title}` : ''}`;
  if (values.length > LONGEST_LISTED)
    return [`${name}${shape}: ${values.length} values, in NetCDF only`];
  if (type === 'char' && isNumeric(values)) {
    return [`${name}${shape} = ${decodeText(values as Uint8Array)}${tail}`];
  }
  const texts = Array.from(values as ArrayLike<number | bigint | string>, (value) =>
    type === 'float' ? floatText(value as number) : String(value),
  );
  return [`${name}${shape} = ${texts.join(' ')}${tail}`];
}

function columnLine({ variable, names }: ColumnGroup): string {
  const missing = missingValues(variable).join(' or ');
  const indexed = variable.type === 'char' ? variable.inner.slice(0, -1) : variable.inner;
  const indexes = indexed.map(({ name, length }) => `${name} (0 to ${length - 1})`).join(' and ');
  const layout =
    indexes === ''
      ? ''
      : `; ${names.length} columns ${names[0]} to ${names.at(-1)}, indexes of ${indexes}`;
  const told = [
    textAttribute(variable, 'long_name'),
    `units ${textAttribute(variable, 'units') ?? 'none'}`,
    `type ${variable.type}`,
    variable.type === 'char' || variable.type === 'string' ? undefined : `missing ${missing}`,
    textAttribute(variable, 'standard_name') &&
      `standard_name ${textAttribute(variable, 'standard_name')}`,
  ];
  return `column ${variable.name}: ${told.filter(Boolean).join('; ')}${layout}`;
}

function unitsOf({ variable, names }: ColumnGroup): string[] {
  const units = textAttribute(variable, 'units') ?? '';
  return names.map(() => units);
}

function valueText({ value }: Attribute): string {
  if (typeof value === 'string') return value;
  return Array.from(value as ArrayLike<number | bigint | string>, String).join(', ');
}
