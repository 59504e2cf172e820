// Reads blocks of rows of one input in the shape that the output wants: filled, repeated, rebased,
// converted.

import { type Dataset, elementCount, type NumericArray, type Values } from '../dataset.ts';
import { arrayOf, convert, isFixedType, isNumeric } from '../element.ts';
import { item } from '../held.ts';
import { fillNumbers, isBig, putNumber, setNumbers, typeOf } from '../numeric-array.ts';
import { epochOf } from '../time/time-axis.ts';
import { turn } from '../yielding.ts';
import { fillerOf, type Mark } from './missing.ts';
import { type Rebasing, rebase, rebasing } from './rebase.ts';
import type { MergedVariable, Schema } from './schema.ts';
import type { Survey } from './survey.ts';

export class ColumnReader {
  private readonly dataset: Dataset;
  private readonly schema: Schema;
  private readonly present: ReadonlyMap<string, Survey['variables'][number]>;
  private readonly perRecord: readonly MergedVariable[];
  private readonly fillers: ReadonlyMap<string, Mark>;
  private readonly rebasings = new Map<string, Rebasing>();
  /** Values of variables that this input has once but the output has in every record. */
  private readonly once = new Map<string, Values>();

  constructor(
    dataset: Dataset,
    survey: Survey,
    schema: Schema,
    perRecord: readonly MergedVariable[],
    /** What to write where the input has nothing, for variables that do not state it. */
    fillers: ReadonlyMap<string, Mark> = new Map(),
  ) {
    this.dataset = dataset;
    this.schema = schema;
    this.perRecord = perRecord;
    this.fillers = fillers;
    this.present = new Map(survey.variables.map((variable) => [variable.name, variable]));
    for (const variable of survey.variables) {
      const { name } = variable;
      const change = rebasing(survey.timeUnits.get(name), schema.timeUnits.get(name), variable);
      if (change) this.rebasings.set(name, change);
    }
  }

  /** Rows [start, stop) of every variable that the output has in records. */
  async read(start: number, stop: number): Promise<Map<string, Values>> {
    const rows = stop - start;
    const stored = this.perRecord.filter(({ name }) => this.present.get(name)?.hasTime);
    const names = stored.map(({ name }) => name);
    const read = await this.dataset.readRows(names, start, stop);
    const found = new Map(names.map((name, index) => [name, item(read, index)]));
    const columns = new Map<string, Values>();
    for (const variable of this.perRecord) {
      const { name } = variable;
      const values =
        found.get(name) ??
        (this.present.has(name)
          ? await this.repeated(variable, rows)
          : filler(variable, rows, this.fillers.get(name)));
      columns.set(name, this.finished(variable, values));
      const due = turn();
      if (due) await due;
    }
    return columns;
  }

  private async repeated(variable: MergedVariable, rows: number): Promise<Values> {
    const { name } = variable;
    const values = this.once.get(name) ?? (await this.dataset.read(name));
    this.once.set(name, values);
    if (!isNumeric(values)) return Array.from({ length: rows }, () => values).flat();
    const all = new (typeOf(values))(values.length * rows);
    for (let row = 0; row < rows; row++) setNumbers(all, values, row * values.length);
    return all;
  }

  private finished(variable: MergedVariable, values: Values): Values {
    const { name, type } = variable;
    if (!isNumeric(values) || !isFixedType(type)) return values;
    if (name === 'base_time' && this.rebasings.has('time_offset'))
      return this.sameBaseTime(variable, values);
    const change = this.rebasings.get(name);
    if (change) return rebased(values, change, type);
    return values instanceof arrayOf(type) ? values : convert(values, type);
  }

  /** Once offsets count from the first input's base time, every record has that base time. */
  private sameBaseTime(variable: MergedVariable, values: NumericArray): NumericArray {
    const { baseTime } = this.schema;
    if (baseTime === undefined) return values;
    const units = epochOf(variable) ?? { secondsPerUnit: 1, epochSeconds: 0 };
    const value = (baseTime - units.epochSeconds) / units.secondsPerUnit;
    fillNumbers(values, isBig(values) ? Math.round(value) : value);
    return values;
  }
}

function rebased(
  values: NumericArray,
  change: Rebasing,
  type: Exclude<MergedVariable['type'], 'string'>,
): NumericArray {
  const target = new (arrayOf(type))(values.length);
  const whole = isBig(target);
  for (let i = 0; i < values.length; i++) {
    const value = rebase(values[i] ?? Number.NaN, change);
    putNumber(target, i, whole && typeof value === 'number' ? Math.round(value) : value);
  }
  return target;
}

function filler(variable: MergedVariable, rows: number, chosen: Mark | undefined): Values {
  const count = rows * elementCount(variable.inner.map(({ length }) => length));
  if (!isFixedType(variable.type)) return new Array<string>(count).fill('');
  const values = new (arrayOf(variable.type))(count);
  fillNumbers(values, chosen ?? fillerOf(variable));
  return values;
}
