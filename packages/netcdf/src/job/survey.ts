// Looks at one input of a job: which rows it gives, which variables it has, and what does not
// change along time.
import { createHash, type Hash } from 'node:crypto';
import { type Claim, tooLarge, valueBytes, weigh } from '../claims.ts';
import type { Attribute, Dataset, NcType, Values, Variable } from '../dataset.ts';
import { elementCount } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { findTimeAxis, readBaseTime } from '../time/time-axis.ts';
import type { TimeUnits } from '../time/time-units.ts';
import { whyBehind } from '../time-first.ts';
import { runYielding, turn } from '../yielding.ts';
import { chooseRows, type Range } from './choose-rows.ts';
import { fixedPieces } from './fixed.ts';
import { timeUnitsOf } from './rebase.ts';
import { selectPresent } from './select.ts';
import type { RowRun } from './sort-rows.ts';

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
  /** Its dimensions in the file, where time is not the slowest there. */
  readonly storedDimensions?: readonly string[];
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
  /** The earliest time: firstTime, unless times are not in order. */
  readonly earliest: number;
  readonly latest: number;
  readonly variables: readonly FileVariable[];
  /**
   * Chosen variables that cannot be carried along, with the reason, and what else a reader should
   * know of the input.
   */
  readonly notes: readonly string[];
  /** For each variable without time, a digest of its values. */
  readonly digests: ReadonlyMap<string, string>;
  readonly timeUnits: ReadonlyMap<string, TimeUnits>;
  readonly baseTime: number | undefined;
  /** Rows were sorted: `runs` go back and forth in the file, so that times do not. */
  readonly isMoved?: boolean;
  /** Whether every time was read, and not only the first and the last. */
  readonly isExact: boolean;
}

export interface SurveyOptions {
  readonly variables: readonly string[] | 'all';
  readonly ranges: readonly Range[] | undefined;
  /**
   * Reads every time instead of trusting that times between the first and the last lie between
   * them.
   */
  readonly exact: boolean;
  /** Rows in the order of their times, each time once. */
  readonly sort: boolean;
  /** An input without a time axis is taken as it is, all of it, instead of being a problem. */
  readonly wholeWithoutTimes: boolean;
  /** Bytes of values that one input may give. */
  readonly maximumClaim: number;
  /** Shares equal descriptions between inputs, of which there may be thousands. */
  readonly share: (variable: FileVariable) => FileVariable;
}

/**
 * Throws `no-time` when there is no axis to concatenate along, unless inputs without one are wanted
 * whole.
 */
export async function survey(
  dataset: Dataset,
  index: number,
  name: string,
  options: SurveyOptions,
): Promise<Survey> {
  try {
    return await surveyAlongTime(dataset, index, name, options);
  } catch (error) {
    const isTimeless = error instanceof NetcdfError && error.code === 'no-time';
    if (!isTimeless || !options.wholeWithoutTimes) throw error;
    return await surveyWhole(dataset, index, name, options, error.message);
  }
}

async function surveyAlongTime(
  dataset: Dataset,
  index: number,
  name: string,
  options: SurveyOptions,
): Promise<Survey> {
  const axis = await findTimeAxis(dataset);
  if (axis.dimension === undefined) {
    throw new NetcdfError('no-time', 'The file has a single time and no time axis.');
  }
  const timeDimension = axis.dimension;
  const { note, ...rows } = await chooseRows(dataset, axis, options);
  const chosen = selectPresent(dataset.variables, options.variables);
  const axisVariable = dataset.variable(axis.variable);
  if (!chosen.includes(axisVariable)) chosen.unshift(axisVariable);
  const { variables, leftOut } = await carried(dataset, chosen, options, {
    dimension: timeDimension,
    hasRows: axis.length > 0,
  });
  weigh(variables.map(claimOf), rows.records, options.maximumClaim);
  const baseTime = await readBaseTime(dataset);
  return {
    index,
    name,
    isClassic: dataset.format.startsWith('cdf'),
    timeDimension,
    timeVariable: axis.variable,
    ...rows,
    variables,
    notes: [
      ...leftOut,
      ...turnedNotes(variables),
      ...(note === undefined ? [] : [`${name}: ${note}`]),
    ],
    digests: rows.records > 0 ? await digests(dataset, variables) : new Map(),
    timeUnits: await runYielding(timeUnitsOf(variables, baseTime)),
    baseTime,
    isExact: options.exact || options.sort,
  };
}

/** Without times all of a file is wanted, along its unlimited dimension where it has one. */
async function surveyWhole(
  dataset: Dataset,
  index: number,
  name: string,
  options: SurveyOptions,
  reason: string,
): Promise<Survey> {
  const chosen = selectPresent(dataset.variables, options.variables);
  const unlimited = dataset.dimensions.find((dimension) => dimension.unlimited);
  const isSlowest = chosen.every(
    ({ dimensions }) => !unlimited || dimensions.indexOf(unlimited.name) < 1,
  );
  const isUsed = chosen.some(({ dimensions }) => dimensions[0] === unlimited?.name);
  const along = unlimited && isSlowest && isUsed ? unlimited : undefined;
  const { variables, leftOut } = await carried(dataset, chosen, options, {
    dimension: along?.name ?? NO_DIMENSION,
    hasRows: along?.length !== 0,
  });
  const records = along?.length ?? 0;
  weigh(variables.map(claimOf), records, options.maximumClaim);
  return {
    index,
    name,
    isClassic: dataset.format.startsWith('cdf'),
    timeDimension: along?.name ?? NO_DIMENSION,
    timeVariable: NO_TIMES,
    runs: records > 0 ? [{ start: 0, stop: records }] : [],
    records,
    firstTime: Number.NaN,
    lastTime: Number.NaN,
    earliest: Number.NaN,
    latest: Number.NaN,
    variables,
    notes: [`all of the file is here, uncut: ${reason}`, ...leftOut],
    digests: new Map(),
    timeUnits: new Map(),
    baseTime: undefined,
    isExact: true,
  };
}

/** Stands for the name of the time variable, and of its dimension, where there are no times. */
export const NO_TIMES = '';
export const NO_DIMENSION = '';

/** Which of the chosen variables go into the output, and why the others do not. */
export async function carried(
  dataset: Dataset,
  chosen: readonly Variable[],
  options: Pick<SurveyOptions, 'variables' | 'share'>,
  along: { readonly dimension: string; readonly hasRows: boolean },
): Promise<{ variables: FileVariable[]; leftOut: string[] }> {
  const leftOut: string[] = [];
  const variables: FileVariable[] = [];
  for (const variable of chosen) {
    const due = turn();
    if (due) await due;
    if (variable.dimensions.indexOf(along.dimension) > 0) {
      leftOut.push(`${variable.name} is left out: ${whyBehind(variable, along.dimension)}`);
      continue;
    }
    const large = tooLarge(variable);
    if (large !== undefined) {
      leftOut.push(`${variable.name} is left out: ${large}`);
      continue;
    }
    if (elementCount(variable.shape) === 0 && along.hasRows) {
      leftOut.push(`${variable.name} is left out: a dimension of it has length 0`);
      continue;
    }
    variables.push(options.share(describe(variable, along.dimension)));
  }
  for (const { name: unreadable, reason } of dataset.unreadable) {
    const isChosen = options.variables === 'all' || options.variables.includes(unreadable);
    if (isChosen) leftOut.push(`${unreadable} is left out: ${reason}`);
  }
  return { variables, leftOut };
}

const claimOf = ({ name, type, hasTime, inner }: FileVariable): Claim => ({
  name,
  bytes: elementCount(inner.map(({ length }) => length)) * valueBytes(type),
  perRecord: hasTime,
});

/** Gives equal variables the same object. */
export function sharing(): (variable: FileVariable) => FileVariable {
  const known = new Map<string, FileVariable>();
  return (variable) => {
    const key = JSON.stringify(variable, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? String(value) : value,
    );
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
    ...(variable.storedDimensions ? { storedDimensions: variable.storedDimensions } : {}),
  };
}

/** A sentence for each order of dimensions that variables have in the file and not here. */
export function turnedNotes(
  variables: readonly Pick<FileVariable, 'name' | 'storedDimensions'>[],
): string[] {
  const names = new Map<string, string[]>();
  for (const { name, storedDimensions } of variables) {
    if (!storedDimensions) continue;
    const order = storedDimensions.join(', ');
    names.set(order, [...(names.get(order) ?? []), name]);
  }
  return [...names].map(
    ([order, own]) =>
      `time is the first dimension here, and in the files (${order}): ${own.join(', ')}`,
  );
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

/** Equal for equal values: a single number as text, else a digest of all values. */
export async function digest(dataset: Dataset, name: string): Promise<string> {
  // Asked first, as a hash takes longer to make than a number to read.
  if (elementCount(dataset.variable(name).shape) === 1)
    return String((await dataset.read(name))[0]);
  const hash = createHash('sha1');
  for await (const { values } of fixedPieces(dataset, name)) await addTo(hash, values);
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
