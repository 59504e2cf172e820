// A file in the terms of a series: names, times, packing and missing values as all of its files
// have them. It is a dataset itself.
import {
  type Attribute,
  type Dataset,
  type Dimension,
  findVariable,
  type NumericArray,
  type Values,
  type Variable,
} from '../dataset.ts';
import { convert, isNumeric } from '../element.ts';
import { item } from '../held.ts';
import { missingTest } from '../job/missing.ts';
import { timeUnitsOf } from '../job/rebase.ts';
import type { FileVariable } from '../job/survey.ts';
import { unpacked, unpackingOf } from '../packing.ts';
import { secondsOf, storedTimes } from '../time/stored-times.ts';
import { readBaseTime, type TimeAxis } from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import { runYielding, turn } from '../yielding.ts';
import type { Showing } from './rules.ts';

/** One variable of a file, as the file and as the series have it. */
export interface ViewedVariable {
  readonly source: string;
  readonly shown: FileVariable;
  readonly showing: Showing;
}

type Change = (values: Values) => Promise<Values>;

/**
 * Owns the dataset. Its variables are those of `viewed`, along the dimension `time`. What it takes
 * to show one is found when it is read.
 */
export class SeriesView implements Dataset {
  /** The file itself. */
  readonly dataset: Dataset;
  readonly variables: readonly Variable[];
  readonly dimensions: readonly Dimension[];
  readonly unreadable: Dataset['unreadable'] = [];
  private readonly axis: TimeAxis;
  private readonly viewed = new Map<string, ViewedVariable>();
  private readonly changes = new Map<string, Change | undefined>();
  private units: Promise<ReadonlyMap<string, TimeUnits>> | undefined;

  constructor(dataset: Dataset, axis: TimeAxis, viewed: readonly ViewedVariable[]) {
    this.dataset = dataset;
    this.axis = axis;
    const lengths = new Map([['time', axis.length]]);
    this.variables = viewed.map((each) => {
      const { shown } = each;
      this.viewed.set(shown.name, each);
      for (const { name, length } of shown.inner) lengths.set(name, length);
      return variableOf(shown, axis.length);
    });
    this.dimensions = [...lengths].map(([name, length]) => ({
      name,
      length,
      unlimited: name === 'time',
    }));
  }

  get format(): Dataset['format'] {
    return this.dataset.format;
  }

  get attributes(): readonly Attribute[] {
    return this.dataset.attributes;
  }

  variable(name: string): Variable {
    return findVariable(this.variables, name);
  }

  async read(name: string, start?: number, stop?: number): Promise<Values> {
    return await this.changed(name, await this.dataset.read(this.sourceOf(name), start, stop));
  }

  async readEvery(name: string, start: number, stop: number, every: number): Promise<Values> {
    const source = this.sourceOf(name);
    return await this.changed(name, await this.dataset.readEvery(source, start, stop, every));
  }

  async readRows(names: readonly string[], start: number, stop: number): Promise<Values[]> {
    const sources = names.map((name) => this.sourceOf(name));
    const read = await this.dataset.readRows(sources, start, stop);
    const all: Values[] = [];
    for (const [index, name] of names.entries())
      all.push(await this.changed(name, item(read, index)));
    return all;
  }

  async close(): Promise<void> {
    await this.dataset.close();
  }

  private sourceOf(name: string): string {
    return this.viewed.get(this.variable(name).name)?.source ?? name;
  }

  private async changed(name: string, values: Values): Promise<Values> {
    if (!this.changes.has(name)) this.changes.set(name, await this.changeOf(name));
    return (await this.changes.get(name)?.(values)) ?? values;
  }

  private async changeOf(name: string): Promise<Change | undefined> {
    const viewed = this.viewed.get(name);
    if (!viewed) return undefined;
    const { source, showing } = viewed;
    const variable = this.dataset.variable(source);
    const isClock = showing.as === 'clock' && variable.name !== this.axis.variable;
    const units = isClock ? (await this.clocks()).get(source) : undefined;
    return changeOf(variable, showing, this.axis, units);
  }

  /** What zero means for each variable of times in this file. */
  private clocks(): Promise<ReadonlyMap<string, TimeUnits>> {
    this.units ??= (async () => {
      const base = await readBaseTime(this.dataset);
      return await runYielding(timeUnitsOf(this.dataset.variables, base));
    })();
    return this.units;
  }
}

const variableOf = ({ name, type, hasTime, inner, attributes }: FileVariable, rows: number) => ({
  ...{ name, type, attributes },
  dimensions: [...(hasTime ? ['time'] : []), ...inner.map((each) => each.name)],
  shape: [...(hasTime ? [rows] : []), ...inner.map(({ length }) => length)],
});

/** undefined: the values stay as they are. */
function changeOf(
  variable: Variable,
  showing: Showing,
  axis: TimeAxis,
  units: TimeUnits | undefined,
): Change | undefined {
  if (variable.name === axis.variable) return async (values) => axis.seconds(values);
  switch (showing.as) {
    case 'stored':
      return undefined;
    case 'clock': {
      const stored = storedTimes(variable);
      return async (values) =>
        units ? secondsOf(values, stored, units) : new Float64Array(values.length).fill(Number.NaN);
    }
    case 'wider':
      return async (values) => (isNumeric(values) ? convert(values, showing.type) : values);
    case 'measured':
      return (values) => measuredValues(variable, values, showing.type);
  }
}

/** Values that are converted before other work may run. */
const PIECE = 1 << 16;

async function measuredValues(
  variable: Variable,
  values: Values,
  type: 'float' | 'double',
): Promise<Values> {
  if (!isNumeric(values)) return values;
  const unpacking = unpackingOf(variable);
  const plain = await unpacked(unpacking, values);
  if (!isNumeric(plain)) return values;
  const isMissing = unpacking
    ? (value: number | bigint) => value === unpacking.missing
    : missingTest(variable);
  const made: NumericArray =
    type === 'float' ? new Float32Array(plain.length) : new Float64Array(plain.length);
  for (let from = 0; from < plain.length; from += PIECE) {
    const to = Math.min(plain.length, from + PIECE);
    for (let i = from; i < to; i++) {
      const value = plain[i] ?? Number.NaN;
      made[i] = isMissing(value) ? Number.NaN : Number(value);
    }
    const due = turn();
    if (due) await due;
  }
  return made;
}
