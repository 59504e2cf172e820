// Finds the time axis of a dataset and reads it in seconds since 1970-01-01 00:00 UTC.
import { numberAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, Dataset, Values, Variable } from '../dataset.ts';
import { isNumeric } from '../element.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { countByTime } from './counted-rows.ts';
import { type MaybeClock, onlyClock } from './only-clock.ts';
import { secondsOf, storedTimes } from './stored-times.ts';
import { parseTimeUnits, type TimeUnits } from './time-units.ts';

export interface TimeAxis {
  /** The variable whose values are the times. */
  readonly variable: string;
  /** The dimension along which time runs; undefined when there is one time only, a scalar. */
  readonly dimension: string | undefined;
  /** Rows of the axis; 1 for a scalar. */
  readonly length: number;
  readonly units: TimeUnits;
  /** Seconds since 1970 UTC of values of the variable; NaN where they are missing. */
  seconds(values: Values): Float64Array;
}

/**
 * The axis of `time` (or another variable that CF marks as time, or the only one that counts time
 * along a dimension called so, such as XTIME of WRF) when its units name an epoch in a real
 * calendar, else of `time_offset` counted from `base_time`. Throws `no-time` when there is none,
 * and where rows are counted by time. Reads a scalar at most.
 */
export async function findTimeAxis(dataset: Dataset): Promise<TimeAxis> {
  const variable = clockOf(dataset.variables);
  const units = variable && epochOf(variable);
  const count = variable && countByTime(dataset.variables, variable.dimensions[0]);
  if (count)
    throw new NetcdfError(
      'no-time',
      `The file is not cut by time: ${count.name} counts the rows of each of its times, which stay together.`,
    );
  if (variable && units) return axisOf(variable, units);
  const offset = dataset.variables.find(({ name }) => name === 'time_offset');
  const base = offset && (await readBaseTime(dataset));
  if (offset && base !== undefined) {
    const own = epochOf(offset);
    return axisOf(offset, own ?? { secondsPerUnit: 1, epochSeconds: base });
  }
  throw new NetcdfError('no-time', withoutAxis(dataset.variables));
}

/**
 * The dimension along which time runs, as far as a header tells: whether `base_time` has a value is
 * not asked.
 */
export function timeDimensionOf(variables: readonly Variable[]): string | undefined {
  const clock = clockOf(variables) ?? variables.find(({ name }) => name === 'time_offset');
  const dimension = clock?.dimensions[0];
  return countByTime(variables, dimension) ? undefined : dimension;
}

/** The variable whose units name the epoch of the times; undefined if there is none. */
function clockOf(variables: readonly Variable[]): Variable | undefined {
  return (
    variables.find((variable) => variable.name === 'time' && isAxis(variable)) ??
    variables.find(isMarkedAsTime) ??
    onlyClock(variables, asMaybeClock)
  );
}

/** Why there is no time axis, naming what comes nearest to one. */
function withoutAxis(variables: readonly Variable[]): string {
  const none = 'The file has no time axis with units that name an epoch';
  const nearest = variables.find(({ name }) => name.split('/').at(-1)?.toLowerCase() === 'time');
  if (!nearest) return `${none}.`;
  const { name, shape } = nearest;
  const units = textAttribute(nearest, 'units');
  const calendar = textAttribute(nearest, 'calendar');
  if (shape.length > 1) return `${none}: ${name} has ${shape.length} dimensions.`;
  if (units === undefined) return `${none}: ${name} has no units.`;
  const isOtherCalendar =
    calendar !== undefined && epochOf({ attributes: withCalendar(nearest, 'standard') });
  return isOtherCalendar
    ? `${none}: ${name} counts in the calendar ${calendar.slice(0, 40)}, which is not that of dates.`
    : `${none}: the units of ${name} are "${units.slice(0, 80)}".`;
}

const withCalendar = ({ attributes }: Variable, value: string): Attribute[] => [
  ...attributes.filter(({ name }) => name !== 'calendar'),
  { name: 'calendar', type: 'char', value },
];

/** Rows [start, stop) of the axis in seconds since 1970 UTC; NaN where a time is missing. */
export async function readTimes(
  dataset: Dataset,
  axis: TimeAxis,
  start = 0,
  stop = axis.length,
): Promise<Float64Array> {
  return axis.seconds(await dataset.read(axis.variable, start, stop));
}

/**
 * First and last time, from the first and last row; all rows are read only when one of those is
 * missing. undefined when there are no times.
 */
export async function readTimeRange(
  dataset: Dataset,
  axis: TimeAxis,
): Promise<{ first: number; last: number } | undefined> {
  if (axis.length === 0) return undefined;
  const [first = Number.NaN] = await readTimes(dataset, axis, 0, 1);
  const [last = Number.NaN] = await readTimes(dataset, axis, axis.length - 1, axis.length);
  if (Number.isFinite(first) && Number.isFinite(last)) return { first, last };
  const known = (await readTimes(dataset, axis)).filter(Number.isFinite);
  if (known.length === 0) return undefined;
  return { first: known[0] ?? Number.NaN, last: known.at(-1) ?? Number.NaN };
}

/**
 * What turns values of a variable into seconds since 1970 UTC, NaN where they are missing,
 * whichever dimensions it has; undefined for one whose units name no epoch in a real calendar.
 */
export function secondsIn(variable: Variable): TimeAxis['seconds'] | undefined {
  const units = epochOf(variable);
  return units && axisOf(variable, units).seconds;
}

/** Seconds since 1970 UTC of the scalar `base_time`; undefined when it is absent or missing. */
export async function readBaseTime(dataset: Dataset): Promise<number | undefined> {
  const variable = dataset.variables.find(({ name }) => name === 'base_time');
  if (!variable || variable.shape.length > 1) return undefined;
  const values = await dataset.read('base_time', 0, Math.min(1, variable.shape[0] ?? 1));
  if (!isNumeric(values) || values.length === 0) return undefined;
  const value = Number(values[0]);
  if (!Number.isFinite(value) || value === -9999) return undefined;
  const units = parseTimeUnits(textAttribute(variable, 'units') ?? '');
  return value * (units?.secondsPerUnit ?? 1) + (units?.epochSeconds ?? 0);
}

/**
 * What the attributes of a variable say that it counts; null where that is no time, or one in
 * another calendar than the real one.
 */
export function unitsOfTime(units: string, calendar = 'standard'): TimeUnits | null {
  const named = calendar.trim().toLowerCase();
  if (!['standard', 'gregorian', 'proleptic_gregorian', ''].includes(named)) return null;
  return parseTimeUnits(units, named === 'proleptic_gregorian' ? 'proleptic' : 'mixed');
}

const MAY_BE_TIME = /[a-z]\s+(?:since|after|from|ref)\s+[-+]?\d/i;

/**
 * What zero means for a variable of times, by its own units; undefined in other calendars than the
 * real one.
 */
export function epochOf(of: { readonly attributes: readonly Attribute[] }): TimeUnits | undefined {
  const text = textAttribute(of, 'units');
  // most variables, whose other attributes need no look
  if (!text || !MAY_BE_TIME.test(text)) return undefined;
  const units = unitsOfTime(text, textAttribute(of, 'calendar'));
  if (!units) return undefined;
  // Packed times are times of other units that count from another moment.
  const scale = numberAttribute(of, 'scale_factor') ?? 1;
  const offset = numberAttribute(of, 'add_offset') ?? 0;
  if (!Number.isFinite(scale * offset) || scale === 0) return undefined;
  return {
    secondsPerUnit: units.secondsPerUnit * scale,
    epochSeconds: units.epochSeconds + offset * units.secondsPerUnit,
  };
}

function isAxis(variable: Variable): boolean {
  return variable.shape.length <= 1 && epochOf(variable) !== undefined;
}

function isMarkedAsTime(variable: Variable): boolean {
  const says =
    textAttribute(variable, 'standard_name') === 'time' ||
    textAttribute(variable, 'axis') === 'T' ||
    variable.dimensions[0]?.toLowerCase() === variable.name.toLowerCase();
  return says && isAxis(variable);
}

const asMaybeClock = (variable: Variable): MaybeClock => ({
  name: variable.name,
  dimensions: variable.dimensions,
  standardName: textAttribute(variable, 'standard_name'),
  countsTime: isAxis(variable),
});

function axisOf(variable: Variable, units: TimeUnits): TimeAxis {
  const stored = storedTimes(variable);
  return {
    variable: variable.name,
    dimension: variable.dimensions[0],
    length: variable.shape[0] ?? 1,
    units,
    seconds: (values) => secondsOf(values, stored, units),
  };
}
