// A table in a text file as a dataset: a column is a variable along time, and rows are found again
// by their place.

import type { ByteSource } from '../byte-source.ts';
import { checkAttributes, checkRead, valueBytes } from '../claims.ts';
import {
  type Attribute,
  checkedEvery,
  checkedRows,
  type Dataset,
  type Format,
  findVariable,
  rowCount,
  type Values,
  type Variable,
} from '../dataset.ts';
import { item } from '../held.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { turn } from '../yielding.ts';
import { cellCount, cellsOf, type Separator, shown } from './cells.ts';
import { lineBatches } from './text-lines.ts';

export const TIME_DIMENSION = 'time';

export interface Column {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly type: 'double' | 'string';
  /** Which cells of a line it is made of. */
  readonly cells: readonly number[];
  /** The value; undefined: the cells cannot be read as one. */
  readonly value: (cells: readonly string[]) => number | string | undefined;
}

/** A value that holds for the whole file. */
export interface Single {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly value: number;
}

export interface TableForm {
  readonly format: Extract<Format, 'icartt' | 'csv'>;
  readonly attributes: readonly Attribute[];
  readonly columns: readonly Column[];
  readonly singles: readonly Single[];
  readonly separator: Separator;
  /** Lines that begin with this are skipped; '': none are. */
  readonly comment: string;
  /** The number of values of each line. */
  readonly cells: number;
  /** Where the first line of values begins, and its number counted from 1. */
  readonly begin: number;
  readonly firstLine: number;
}

/** Larger tables are not kept as text. */
const LARGEST_FILE = 2 ** 31;
const MOST_ROWS = 50_000_000;
/** The place in the file is kept for one row in this many. */
const STRIDE = 256;
/** Lines that are read before the loop yields. */
const LINES_PER_TURN = 500;

/**
 * Looks at every line once: where rows are, and that each has its cells. The dataset owns the
 * source.
 */
export async function openTable(source: ByteSource, form: TableForm): Promise<Dataset> {
  if (source.size > LARGEST_FILE)
    throw new NetcdfError('unsupported', 'It is a text of more than 2 GB; write it as NetCDF.');
  checkAttributes({
    attributes: form.attributes,
    variables: [...form.columns, ...form.singles].map((one) => ({
      ...one,
      type: 'double',
      dimensions: [],
      shape: [],
    })),
  });
  return new TextTable(source, form, await findRows(source, form));
}

interface Rows {
  readonly count: number;
  /** For rows 0, STRIDE, 2 STRIDE …: where they begin, and their line numbers. */
  readonly offsets: readonly number[];
  readonly lines: readonly number[];
}

async function findRows(source: ByteSource, form: TableForm): Promise<Rows> {
  const offsets: number[] = [];
  const lines: number[] = [];
  let [count, line] = [0, form.firstLine];
  for await (const batch of lineBatches(source, form.begin)) {
    for (const [i, text] of batch.lines.entries()) {
      if (i % LINES_PER_TURN === LINES_PER_TURN - 1) await turn();
      if (isRow(text, form)) {
        checkCells(text, line, form);
        if (count % STRIDE === 0) {
          offsets.push(batch.offsets[i] ?? 0);
          lines.push(line);
        }
        if (++count > MOST_ROWS)
          throw new NetcdfError('unsupported', `It has more than ${MOST_ROWS} lines.`);
      }
      line++;
    }
  }
  return { count, offsets, lines };
}

function checkCells(text: string, line: number, form: TableForm): void {
  const count = at(line, () => cellCount(text, form.separator));
  // A last empty cell is how some programs end a line.
  const extra = count === form.cells + 1 && /[,;\t|]\s*$/.test(text);
  if (count === form.cells || extra) return;
  throw new NetcdfError('corrupt', `Line ${line} has ${count} values, not ${form.cells}.`);
}

const isRow = (text: string, { comment }: TableForm): boolean =>
  text.trim() !== '' && (comment === '' || !text.startsWith(comment));

function at<T>(line: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof NetcdfError)) throw error;
    throw new NetcdfError(error.code, `Line ${line}: ${error.message}`, { cause: error });
  }
}

class TextTable implements Dataset {
  readonly format;
  readonly dimensions;
  readonly attributes;
  readonly variables: readonly Variable[];
  readonly unreadable = [];
  readonly #source: ByteSource;
  readonly #form: TableForm;
  readonly #rows: Rows;
  readonly #columns: ReadonlyMap<string, Column>;
  #closed = false;

  constructor(source: ByteSource, form: TableForm, rows: Rows) {
    this.#source = source;
    this.#form = form;
    this.#rows = rows;
    this.#columns = new Map(form.columns.map((column) => [column.name, column]));
    this.format = form.format;
    this.attributes = form.attributes;
    this.dimensions = [{ name: TIME_DIMENSION, length: rows.count, unlimited: true }];
    this.variables = [
      ...form.columns.map(({ name, type, attributes }) => ({
        name,
        type,
        attributes,
        dimensions: [TIME_DIMENSION],
        shape: [rows.count],
      })),
      ...form.singles.map(({ name, attributes }) => ({
        name,
        type: 'double' as const,
        attributes,
        dimensions: [],
        shape: [],
      })),
    ];
  }

  variable(name: string): Variable {
    return findVariable(this.variables, name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    const variable = this.variable(name);
    const rows = checkedRows(name, rowCount(variable), start, stop);
    return item(await this.readRows([name], rows.start, rows.stop), 0);
  }

  /** Reads all lines between, since lines can only be found one after the other. */
  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    checkedEvery(name, every);
    const values = await this.read(name, start, stop);
    if (every === 1) return values;
    const isKept = (_: unknown, row: number): boolean => row % every === 0;
    return values instanceof Float64Array
      ? values.filter(isKept)
      : [...values].map(String).filter(isKept);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    if (this.#closed) throw new NetcdfError('closed', 'The dataset was closed.');
    const variables = names.map((name) => this.variable(name));
    for (const variable of variables) checkedRows(variable.name, rowCount(variable), start, stop);
    const bytes = variables.reduce((sum, { type }) => sum + (stop - start) * valueBytes(type), 0);
    checkRead(names.join(', ').slice(0, 200), bytes);
    const columns = names.flatMap((name) => this.#columns.get(name) ?? []);
    const read =
      columns.length > 0 && stop > start ? await this.#columnValues(columns, start, stop) : [];
    let next = 0;
    return variables.map(({ name, type }) => {
      const single = this.#form.singles.find((one) => one.name === name);
      if (single) return Float64Array.of(single.value).subarray(start, stop);
      return read[next++] ?? (type === 'string' ? [] : new Float64Array(0));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#source.close();
  }

  async #columnValues(columns: readonly Column[], start: number, stop: number): Promise<Values[]> {
    const { offsets, lines } = this.#rows;
    const mark = Math.floor(start / STRIDE);
    const end = offsets[Math.ceil(stop / STRIDE)] ?? this.#source.size;
    const arrays = columns.map(({ type }) =>
      type === 'string' ? new Array<string>(stop - start).fill('') : new Float64Array(stop - start),
    );
    let [row, line] = [mark * STRIDE, lines[mark] ?? 0];
    for await (const batch of lineBatches(this.#source, offsets[mark] ?? 0, end)) {
      for (const [i, text] of batch.lines.entries()) {
        if (i % LINES_PER_TURN === LINES_PER_TURN - 1) await turn();
        if (isRow(text, this.#form)) {
          if (row >= start && row < stop) this.#take(text, line, columns, arrays, row - start);
          row++;
        }
        line++;
      }
    }
    if (row >= stop) return arrays;
    throw new NetcdfError('truncated', 'It became shorter while it was read.');
  }

  #take(
    text: string,
    line: number,
    columns: readonly Column[],
    arrays: readonly (string[] | Float64Array)[],
    place: number,
  ): void {
    const cells = at(line, () => cellsOf(text, this.#form.separator));
    for (const [c, column] of columns.entries()) {
      const own = column.cells.map((cell) => cells[cell] ?? '');
      const value = column.value(own);
      const array = arrays[c];
      if (value === undefined)
        throw new NetcdfError(
          'corrupt',
          `Line ${line}, ${column.name}: ${shown(own.join(' '))} cannot be read.`,
        );
      if (array) array[place] = value;
    }
  }
}
