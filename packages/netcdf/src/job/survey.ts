// Looks at one input of a job: which rows it gives, which variables it has, and what does not change along time.
import { createHash, type Hash } from 'node:crypto';
import type { Attribute, Dataset, NcType, Values, Variable } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import {
  findTimeAxis,
  readBaseTime,
  readTimeRange,
  readTimes,
  type TimeAxis,
} from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import { inTurns, turn } from '../turns.ts';
import { fixedPieces } from './fixed.ts';
import { timeUnitsOf } from './rebase.ts';
import { selectPresent } from './select.ts';

export interface InnerDimension {
  readonly name: string;
  readonly length: number;
}

/** A variable apart from how many rows it has. */
export interface FileVariable {
  readonly name: string;
  readonly type: NcType;
  /** Whether its slowest dimension is that of time. */
  readonly hasTime: boolean;
  /** Its other dimensions. */
  readonly inner: readonly InnerDimension[];
  readonly attributes: readonly Attribute[];
}

/** Seconds since 1970 UTC, [start, end). */
type Range = readonly [start: number, end: number];

export interface RowRun {
  readonly start: number;
  readonly stop: number;
}

export interface Survey {
  readonly index: number;
  readonly name: string;
  readonly isClassic: boolean;
  readonly timeDimension: string;
  readonly timeVariable: string;
  readonly runs: readonly RowRun[];
  readonly records: number;
  /** Of the rows in `runs`, in seconds since 1970 UTC. */
  readonly firstTime: number;
  readonly lastTime: number;
  readonly variables: readonly FileVariable[];
  /** Chosen variables that cannot be carried along, with the reason. */
  readonly leftOut: readonly string[];
  /** Of each variable without time, what tells its values from others. */
  readonly digests: ReadonlyMap<string, string>;
  readonly timeUnits: ReadonlyMap<string, TimeUnits>;
  readonly baseTime: number | undefined;
  /** Whether every time was read, and not only the first and the last. */
  readonly isExact: boolean;
}

export interface SurveyOptions {
  readonly variables: readonly string[] | 'all';
  readonly ranges: readonly Range[] | undefined;
  /** Reads every time instead of trusting that times between the first and the last lie between them. */
  readonly exact: boolean;
  /** Shares equal descriptions between inputs, of which there may be thousands. */
  readonly share: (variable: FileVariable) => FileVariable;
}

/** Throws `no-time` when there is no axis to concatenate along. */
export async function survey(
  dataset: Dataset,
  index: number,
  name: string,
  options: SurveyOptions,
): Promise<Survey> {
  const axis = await findTimeAxis(dataset);
  if (axis.dimension === undefined) {
    throw new NetcdfError('no-time', 'The file has a single time and no axis of times.');
  }
  const timeDimension = axis.dimension;
  const rows = await chooseRows(dataset, axis, options);
  const chosen = selectPresent(dataset.variables, options.variables);
  const axisVariable = dataset.variable(axis.variable);
  if (!chosen.includes(axisVariable)) chosen.unshift(axisVariable);
  const leftOut: string[] = [];
  const variables: FileVariable[] = [];
  for (const variable of chosen) {
    const due = turn();
    if (due) await due;
    if (variable.dimensions.indexOf(timeDimension) > 0) {
      leftOut.push(`${variable.name} is left out: time is not its slowest dimension`);
      continue;
    }
    if (elementCount(variable.shape) === 0 && axis.length > 0) {
      leftOut.push(`${variable.name} is left out: a dimension of it has length 0`);
      continue;
    }
    variables.push(options.share(describe(variable, timeDimension)));
  }
  for (const { name: unreadable, reason } of dataset.unreadable) {
    const isChosen = options.variables === 'all' || options.variables.includes(unreadable);
    if (isChosen) leftOut.push(`${unreadable} is left out: ${reason}`);
  }
  const baseTime = await readBaseTime(dataset);
  return {
    index,
    name,
    isClassic: dataset.format !== 'netcdf4',
    timeDimension,
    timeVariable: axis.variable,
    ...rows,
    variables,
    leftOut,
    digests: rows.records > 0 ? await digests(dataset, variables) : new Map(),
    timeUnits: await inTurns(timeUnitsOf(variables, baseTime)),
    baseTime,
    isExact: options.exact,
  };
}

/** Gives equal variables the same object. */
export function sharing(): (variable: FileVariable) => FileVariable {
  const known = new Map<string, FileVariable>();
  return (variable) => {
    const key = JSON.stringify(variable, (_, value: unknown) => {
      if (ArrayBuffer.isView(value)) return String(value);
      return typeof value === 'bigint' ? String(value) : value;
    });
    const same = known.get(key);
    if (same) return same;
    known.set(key, variable);
    return variable;
  };
}

function describe(variable: Variable, timeDimension: string): FileVariable {
  const hasTime = variable.dimensions[0] === timeDimension;
  const dimensions = hasTime ? variable.dimensions.slice(1) : variable.dimensions;
  const lengths = hasTime ? variable.shape.slice(1) : variable.shape;
  return {
    name: variable.name,
    type: variable.type,
    hasTime,
    inner: dimensions.map((name, axis) => ({ name, length: lengths[axis] ?? 0 })),
    attributes: variable.attributes,
  };
}

async function chooseRows(dataset: Dataset, axis: TimeAxis, { ranges, exact }: SurveyOptions) {
  const nothing = { runs: [], records: 0, firstTime: Number.NaN, lastTime: Number.NaN };
  const range = await readTimeRange(dataset, axis);
  if (!range) {
    if (axis.length === 0) return nothing;
    throw new NetcdfError('no-time', 'All times are missing.');
  }
  const whole = {
    runs: [{ start: 0, stop: axis.length }],
    records: axis.length,
    firstTime: range.first,
    lastTime: range.last,
  };
  if (!ranges) return whole;
  if (!exact) {
    if (ranges.some(([start, end]) => start <= range.first && range.last < end)) return whole;
    if (!ranges.some(([start, end]) => start <= range.last && range.first < end)) return nothing;
  }
  const times = await readTimes(dataset, axis);
  const runs = runsInside(times, ranges);
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) return nothing;
  return {
    runs,
    records: runs.reduce((sum, { start, stop }) => sum + stop - start, 0),
    firstTime: times[first.start] as number,
    lastTime: times[last.stop - 1] as number,
  };
}

/** Runs of rows whose times lie in one of the ranges [start, end). */
export function runsInside(times: Float64Array, ranges: readonly Range[]): RowRun[] {
  const near = overlapping(times, ranges);
  const runs: RowRun[] = [];
  let start = -1;
  for (let row = 0; row <= times.length; row++) {
    const inside = row < times.length && isInside(times[row] as number, near);
    if (inside && start < 0) start = row;
    if (!inside && start >= 0) {
      runs.push({ start, stop: row });
      start = -1;
    }
  }
  return runs;
}

/** Those ranges that may hold one of the times: an order may have hundreds, a file meets few of them. */
export function overlapping(times: Float64Array, ranges: readonly Range[]): readonly Range[] {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return ranges.filter(([start, end]) => start <= last && first < end);
}

export function isInside(time: number, ranges: readonly Range[]): boolean {
  return ranges.some(([start, end]) => time >= start && time < end);
}

async function digests(
  dataset: Dataset,
  variables: readonly FileVariable[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, hasTime, inner } of variables) {
    if (hasTime || elementCount(inner.map(({ length }) => length)) === 0) continue;
    found.set(name, await digest(dataset, name));
  }
  return found;
}

async function digest(dataset: Dataset, name: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const { values } of fixedPieces(dataset, name)) {
    if (elementCount(dataset.variable(name).shape) === 1) return String(values[0]);
    await addTo(hash, values);
  }
  return hash.digest('base64');
}

const HASHED_AT_ONCE = 1 << 20;

async function addTo(hash: Hash, values: Values): Promise<void> {
  if (!isNumeric(values)) {
    hash.update(`${values.join('\0')}\0`);
    return;
  }
  for (let at = 0; at < values.byteLength; at += HASHED_AT_ONCE) {
    const length = Math.min(HASHED_AT_ONCE, values.byteLength - at);
    hash.update(new Uint8Array(values.buffer, values.byteOffset + at, length));
    const due = turn();
    if (due) await due;
  }
}
