// Writes ICARTT files: a line for each time (format index 1001), or a line and a table for each
// time (2110).

import { textAttribute } from '../attribute.ts';
import type { Attribute, Values } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { held } from '../held.ts';
import { FixedValues } from '../job/fixed.ts';
import { type Mark, MISSING, missingTest } from '../job/missing.ts';
import { NOTES_ATTRIBUTE, type OutputSchema } from '../job/output-schema.ts';
import type { Part } from '../job/plan.ts';
import type { MergedVariable } from '../job/schema.ts';
import type { Sink } from '../job/sink.ts';
import { numbersOf } from '../numeric-array.ts';
import { unpackedNow, unpackingOf } from '../packing.ts';
import { turn } from '../yielding.ts';
import { icarttHeader } from './icartt-header.ts';
import type { IcarttInformation } from './icartt-information.ts';
import { icarttShape } from './icartt-shape.ts';
import { LONGEST_NUMBER, putDouble, putFloat, putInteger } from './number-text.ts';
import { TextWriter } from './text-writer.ts';

const DAY = 86400;
const COMMA = 44;
const NEW_LINE = 10;
/** Cells between two looks at the clock. */
const CELLS_AT_LEAST = 4096;

export async function icarttSink(
  path: string,
  schema: OutputSchema,
  part: Part,
  information: Partial<IcarttInformation>,
): Promise<Sink> {
  const shape = icarttShape(part.schema);
  const { bounded } = shape;
  const finished = new Map(schema.perRecord.map((variable) => [variable.name, variable]));
  const isFinished = (variable: MergedVariable) => finished.get(variable.name) ?? variable;
  const columns = shape.columns.map(isFinished);
  const profiles = shape.profiles.map(isFinished);
  const packed = [...columns, ...profiles].flatMap((variable) => {
    const told = unpackingOf(variable)?.told;
    return told === undefined ? [] : [`${variable.name} is ${told}`];
  });
  const { definition } = schema;
  const told = textAttribute(definition, NOTES_ATTRIBUTE)?.split('\n') ?? part.notes;
  const writer = await TextWriter.create(path);
  const fixedValues = new FixedValues();
  const fixed: ReadonlyMap<string, Values> = fixedValues.byName;
  const midnight = Math.floor(part.firstTime / DAY) * DAY;
  const headerWith = (globals: readonly Attribute[]) =>
    icarttHeader({
      shape,
      schema,
      globals,
      fixed,
      firstTime: part.firstTime,
      special: [...told, ...packed],
      given: information,
    });
  const levels = bounded?.dimension.length ?? 0;
  const perRow = columns.length + 2 + levels * (profiles.length + 1);
  const rowsPerTurn = Math.max(1, Math.floor(CELLS_AT_LEAST / perRow));
  let begun = false;
  const writeRow = (time: number, row: number, cells: readonly Cell[], tables: readonly Cell[]) => {
    writer.reserve(perRow * (LONGEST_NUMBER + 2) + levels);
    const { bytes } = writer;
    let at = putDouble(bytes, writer.length, round(time - midnight));
    if (bounded) {
      bytes[at++] = COMMA;
      at = putInteger(bytes, at, levels);
    }
    for (const cell of cells) at = putCell(bytes, at, cell, row);
    bytes[at++] = NEW_LINE;
    for (let level = 0; level < levels; level++) {
      for (const [place, table] of tables.entries()) {
        at = putCell(bytes, at, table, table.isFixed ? level : row * levels + level, place > 0);
      }
      bytes[at++] = NEW_LINE;
    }
    writer.length = at;
  };
  const sink: Sink = {
    settled: () => writer.written,
    writeFixed: (name, piece) => {
      // keeps scalars and the places along the second dimension; ICARTT has no place for tables
      // without time
      const inner = schema.fixed.find((variable) => variable.name === name)?.inner;
      if (inner && inner.length < 2) fixedValues.add(name, piece);
      return Promise.resolve();
    },
    writeRows: async (block, times) => {
      if (!begun) writer.add(headerWith(schema.definition.attributes));
      begun = true;
      const cells = columns.map((variable) => cellOf(variable, block, fixed));
      const places = bounded?.coordinate
        ? cellOf(bounded.coordinate, block, fixed)
        : countedFromZero(levels);
      const tables = [places, ...profiles.map((variable) => cellOf(variable, block, fixed))];
      for (let row = 0; row < times.length; row++) {
        const time = times[row] ?? Number.NaN;
        // a line without its time cannot be distinguished from others
        if (Number.isNaN(time)) continue;
        writeRow(time, row, cells, tables);
        if (writer.isFull) await writer.flush();
        const due = row % rowsPerTurn === rowsPerTurn - 1 ? turn() : undefined;
        if (due) await due;
      }
    },
    finish: async (globals) => {
      if (begun && globals !== schema.definition.attributes)
        await writer.replaceStart(headerWith(globals));
      await writer.close();
      return { bytes: writer.written };
    },
    abandon: () => writer.abandon(),
  };
  return sink;
}

interface Cell {
  readonly values: ArrayLike<number | bigint>;
  /** True if the same values hold for every row. */
  readonly isFixed: boolean;
  readonly isMissing: (value: Mark) => boolean;
  readonly put: (bytes: Uint8Array, at: number, value: number) => number;
}

function cellOf(
  variable: MergedVariable,
  block: ReadonlyMap<string, Values>,
  fixed: ReadonlyMap<string, Values>,
): Cell {
  const source = variable.perRecord ? block : fixed;
  const unpacking = unpackingOf(variable);
  const values = unpackedNow(unpacking, held(source, variable.name));
  // the shape of the file leaves texts out
  if (!isNumeric(values)) throw new Error(`${variable.name} is text`);
  const isSingle = unpacking ? unpacking.isSingle : variable.type === 'float';
  return {
    values: numbersOf(values),
    isFixed: !variable.perRecord,
    isMissing: unpacking ? (value) => value === unpacking.missing : missingTest(variable),
    put: isSingle ? putFloat : putDouble,
  };
}

const countedFromZero = (count: number): Cell => ({
  values: Int32Array.from({ length: count }, (_, index) => index),
  isFixed: true,
  isMissing: () => false,
  put: putInteger,
});

/** Writes a cell; every kind of missing value becomes the one flag of the header. */
function putCell(
  bytes: Uint8Array,
  start: number,
  { values, isMissing, put }: Cell,
  index: number,
  hasComma = true,
): number {
  let at = start;
  if (hasComma) bytes[at++] = COMMA;
  const value = values[index] ?? Number.NaN;
  const number = Number(value);
  return put(bytes, at, Number.isNaN(number) || isMissing(value) ? MISSING : number);
}

/** Times keep microseconds and lose the noise of subtraction. */
function round(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
