// Variables that have time behind another dimension, such as (station, time), read as if time came
// first: whatever cuts, joins or draws rows then has them as those of any other file.

import { inWords, valueBytes } from './claims.ts';
import {
  checkedEvery,
  checkedRows,
  type Dataset,
  elementCount,
  type NumericArray,
  rowCount,
  type Values,
  type Variable,
} from './dataset.ts';
import { isNumeric } from './element.ts';
import { held, item } from './held.ts';
import { together, typeOf } from './numeric-array.ts';
import { timeDimensionOf } from './time/time-axis.ts';
import { turn } from './yielding.ts';

/**
 * Rows of a variable are read in as many pieces as there are positions before time: more would be
 * too slow.
 */
const MOST_BEFORE = 1024;
/** A compressed variable may have to be unpacked whole for each block of rows. */
const MOST_BYTES = 256 * 2 ** 20;
/** Rows that are skipped are read, too, in pieces of about this size. */
const PIECE_BYTES = 4 * 2 ** 20;

/** A variable as it is read here, and the place of time among its stored dimensions. */
interface Turned {
  readonly variable: Variable;
  readonly axis: number;
}

/**
 * The dataset itself, unless some of its variables have time behind other dimensions; `close`
 * closes it, too.
 */
export function timeFirst(dataset: Dataset): Dataset {
  const time = dataset.readAlong && timeDimensionOf(dataset.variables);
  if (time === undefined) return dataset;
  const turned = new Map<string, Turned>();
  for (const stored of dataset.variables) {
    const axis = stored.dimensions.indexOf(time);
    if (axis > 0 && obstacle(stored, time) === undefined)
      turned.set(stored.name, { variable: withFirst(stored, axis), axis });
  }
  return turned.size > 0 ? new TimeFirstDataset(dataset, turned) : dataset;
}

/** Why a variable that has time behind other dimensions is not read as if it came first. */
export const whyBehind = (variable: Variable, time: string): string =>
  `time is not its slowest dimension${obstacle(variable, time) ?? ''}`;

function obstacle({ type, dimensions, shape }: Variable, time: string): string | undefined {
  const axis = dimensions.indexOf(time);
  if (dimensions.lastIndexOf(time) !== axis) return ', and it has time twice';
  const before = elementCount(shape.slice(0, axis));
  if (before > MOST_BEFORE)
    return `, and ${before} positions are before it, of at most ${MOST_BEFORE}`;
  const bytes = elementCount(shape) * valueBytes(type);
  if (bytes > MOST_BYTES)
    return `, and its values claim ${inWords(bytes)}, of at most ${inWords(MOST_BYTES)}`;
  return undefined;
}

class TimeFirstDataset implements Dataset {
  readonly format;
  readonly dimensions;
  readonly attributes;
  readonly variables: readonly Variable[];
  readonly unreadable;
  readonly #of: Dataset;
  readonly #turned: ReadonlyMap<string, Turned>;

  constructor(of: Dataset, turned: ReadonlyMap<string, Turned>) {
    this.#of = of;
    this.#turned = turned;
    this.format = of.format;
    this.dimensions = of.dimensions;
    this.attributes = of.attributes;
    this.unreadable = of.unreadable;
    this.variables = of.variables.map((stored) => turned.get(stored.name)?.variable ?? stored);
  }

  variable(name: string): Variable {
    return this.#turned.get(name)?.variable ?? this.#of.variable(name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    const turned = this.#turned.get(name);
    if (!turned) return await this.#of.read(name, start, stop);
    const rows = checkedRows(name, rowCount(turned.variable), start, stop);
    return await this.#rows(turned, rows.start, rows.stop);
  }

  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    const turned = this.#turned.get(name);
    if (!turned) return await this.#of.readEvery(name, start, stop, every);
    const { variable } = turned;
    const rows = checkedRows(name, rowCount(variable), start, stop);
    checkedEvery(name, every);
    const width = elementCount(variable.shape.slice(1)) * valueBytes(variable.type);
    const picked = Math.max(1, Math.floor(PIECE_BYTES / Math.max(1, width * every)));
    const pieces: Values[] = [];
    for (let from = rows.start; from < rows.stop; from += picked * every) {
      const to = Math.min(rows.stop, from + (picked - 1) * every + 1);
      pieces.push(await this.#rows(turned, from, to, every));
    }
    return pieces.length > 0 ? together(pieces) : await this.#rows(turned, 0, 0);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const plain = names.filter((name) => !this.#turned.has(name));
    const read = await this.#of.readRows(plain, start, stop);
    const byName = new Map(plain.map((name, index) => [name, item(read, index)]));
    for (const name of names) {
      if (this.#turned.has(name)) byName.set(name, await this.read(name, start, stop));
    }
    return names.map((name) => held(byName, name));
  }

  close(): Promise<void> {
    return this.#of.close();
  }

  /** Each `every`th row of [start, stop), from the first on. */
  async #rows(
    { variable: { name, shape }, axis }: Turned,
    start: number,
    stop: number,
    every = 1,
  ): Promise<Values> {
    const values = await this.#of.readAlong?.(name, axis, start, stop);
    if (!values) throw new Error(`${name} cannot be read along dimension ${axis}`);
    const [, ...others] = shape;
    return await turnedRows(values, {
      before: elementCount(others.slice(0, axis)),
      rows: stop - start,
      behind: elementCount(others.slice(axis)),
      every,
    });
  }
}

function withFirst(stored: Variable, axis: number): Variable {
  const { name, type, attributes, dimensions, shape } = stored;
  return {
    ...{ name, type, attributes },
    dimensions: toFront(dimensions, axis),
    shape: toFront(shape, axis),
    storedDimensions: dimensions,
  };
}

const toFront = <T>(list: readonly T[], index: number): T[] => [
  item(list, index),
  ...list.slice(0, index),
  ...list.slice(index + 1),
];

interface Stored {
  readonly before: number;
  readonly rows: number;
  readonly behind: number;
  readonly every: number;
}

/** Values of shape (before, rows, behind) as (each `every`th row, before, behind). */
async function turnedRows(values: Values, of: Stored): Promise<Values> {
  if (!isNumeric(values)) {
    const texts: string[] = [];
    await eachRun(of, of.behind, (to, from) => {
      for (let i = 0; i < of.behind; i++) texts[to + i] = item(values, from + i);
    });
    return texts;
  }
  const made = new (typeOf(values))(Math.ceil(of.rows / of.every) * of.before * of.behind);
  // Bits are copied, in the largest pieces that are whole parts of a value: the kind of number does
  // not matter.
  const [source, target] = [wordsOf(values), wordsOf(made)];
  const run = (of.behind * values.BYTES_PER_ELEMENT) / source.BYTES_PER_ELEMENT;
  await eachRun(of, run, (to, from) => {
    for (let i = 0; i < run; i++) target[to + i] = source[from + i] ?? 0;
  });
  return made;
}

/** Where each run of so many words goes, and where it is. */
async function eachRun(
  { before, rows, every }: Stored,
  run: number,
  copy: (to: number, from: number) => void,
): Promise<void> {
  for (let place = 0; place < before; place++) {
    for (let row = 0, made = 0; row < rows; row += every, made++)
      copy((made * before + place) * run, (place * rows + row) * run);
    const due = turn();
    if (due) await due;
  }
}

function wordsOf({ buffer, byteOffset, byteLength, BYTES_PER_ELEMENT }: NumericArray) {
  if (BYTES_PER_ELEMENT % 4 === 0) return new Uint32Array(buffer, byteOffset, byteLength / 4);
  if (BYTES_PER_ELEMENT === 2) return new Uint16Array(buffer, byteOffset, byteLength / 2);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
