// Contiguous ragged arrays of CF, read as indexed ones: each row says to which station, profile or
// trajectory it belongs, where the file has counts of rows. Whatever cuts, joins, sorts or masks
// rows then leaves them where they belong, which counts would not.
import { textAttribute } from './attribute.ts';
import {
  checkedEvery,
  checkedRows,
  type Dataset,
  findVariable,
  rowCount,
  type Values,
  type Variable,
} from './dataset.ts';
import { isNumeric } from './element.ts';
import { held, item } from './held.ts';
import { countOfRows, INDEXED } from './time/counted-rows.ts';
import { timeDimensionOf } from './time/time-axis.ts';

/** Of rows that no count has. */
const NONE = -1;
/** More rows would take too much memory: their counts are left as they are. */
const MOST_ROWS = 2 ** 26;

/** The dataset itself, unless the rows along its time are counted; `close` closes it, too. */
export function indexedRows(dataset: Dataset): Dataset {
  const time = timeDimensionOf(dataset.variables);
  const count = time === undefined ? undefined : countOfRows(dataset.variables, time);
  const rows = dataset.dimensions.find(({ name }) => name === time)?.length;
  if (time === undefined || !count || rows === undefined || rows > MOST_ROWS) return dataset;
  return new IndexedDataset(dataset, count, indexOf(dataset.variables, count, { time, rows }));
}

function indexOf(
  variables: readonly Variable[],
  count: Variable,
  { time, rows }: { readonly time: string; readonly rows: number },
): Variable {
  const instances = item(count.dimensions, 0);
  const group = count.name.slice(0, count.name.lastIndexOf('/') + 1);
  let name = `${group}${instances.split('/').at(-1)}_index`;
  while (variables.some((variable) => variable.name === name)) name += '_';
  const about = textAttribute(count, 'long_name') ?? count.name;
  const texts = {
    long_name: `position along ${instances} to which the row belongs, from 0 (in place of: ${about})`,
    [INDEXED]: instances.split('/').at(-1) ?? instances,
  };
  return {
    ...{ name, type: 'int', dimensions: [time], shape: [rows] },
    attributes: [
      ...Object.entries(texts).map(([name, value]) => ({ name, type: 'char', value }) as const),
      { name: '_FillValue', type: 'int', value: Int32Array.of(NONE) },
    ],
  };
}

const isCount = (rows: number): boolean => Number.isInteger(rows) && rows >= 0;

class IndexedDataset implements Dataset {
  readonly format;
  readonly dimensions;
  readonly attributes;
  readonly variables: readonly Variable[];
  readonly unreadable;
  readonly readAlong?: NonNullable<Dataset['readAlong']>;
  readonly #of: Dataset;
  readonly #count: Variable;
  readonly #index: Variable;
  #made: Promise<Int32Array> | undefined;

  constructor(of: Dataset, count: Variable, index: Variable) {
    this.#of = of;
    this.#count = count;
    this.#index = index;
    this.format = of.format;
    this.dimensions = of.dimensions;
    this.attributes = of.attributes;
    this.unreadable = of.unreadable;
    this.variables = of.variables.map((stored) => (stored === count ? index : stored));
    const along = of.readAlong?.bind(of);
    if (along)
      this.readAlong = (name, axis, start, stop) =>
        name === index.name ? this.read(name, start, stop) : along(name, axis, start, stop);
  }

  variable(name: string): Variable {
    if (name === this.#index.name) return this.#index;
    return name === this.#count.name ? findVariable(this.variables, name) : this.#of.variable(name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    if (this.variable(name) !== this.#index) return await this.#of.read(name, start, stop);
    return await this.#rows(start, stop);
  }

  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    if (this.variable(name) !== this.#index)
      return await this.#of.readEvery(name, start, stop, every);
    checkedEvery(name, every);
    return (await this.#rows(start, stop)).filter((_, row) => row % every === 0);
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const stored = names.filter((name) => this.variable(name) !== this.#index);
    const read = await this.#of.readRows(stored, start, stop);
    const byName = new Map(stored.map((name, n) => [name, item(read, n)]));
    for (const name of names)
      if (!byName.has(name)) byName.set(name, await this.read(name, start, stop));
    return names.map((name) => held(byName, name));
  }

  close(): Promise<void> {
    return this.#of.close();
  }

  async #rows(start?: number, stop?: number): Promise<Int32Array> {
    const rows = checkedRows(this.#index.name, rowCount(this.#index), start, stop);
    this.#made ??= this.#make();
    return (await this.#made).slice(rows.start, rows.stop);
  }

  async #make(): Promise<Int32Array> {
    const index = new Int32Array(rowCount(this.#index)).fill(NONE);
    const counts = await this.#of.read(this.#count.name);
    if (!isNumeric(counts)) return index;
    const numbers = Array.from(counts, Number);
    const sum = numbers.filter(isCount).reduce((all, rows) => all + rows, 0);
    let from = 0;
    for (const [instance, rows] of numbers.entries()) {
      // a station without rows, whose count is missing
      if (!isCount(rows) && sum === index.length) continue;
      // no one knows whose the rows from here on are
      if (!isCount(rows) || from + rows > index.length) break;
      index.fill(instance, from, from + rows);
      from += rows;
    }
    return index;
  }
}
