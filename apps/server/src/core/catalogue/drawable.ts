// Which variables of a datastream have plots: measured numbers along time, or along time and one
// more axis.
import { type MaybeClock, onlyClock, unitsOfTime } from '@isobar/netcdf';
import type { HeaderVariable } from './header.ts';
import type { Measured } from './measured.ts';

/** A dimension, in one of the headers. */
interface Length {
  readonly name: string;
  readonly length: number;
}

/**
 * The variables that can be drawn, each once, in the order of the measurements; none where the rows
 * along time are of several stations, of which a line or an hour would mix the values. `lengths`:
 * the dimensions of all headers.
 */
export function drawableVariables(
  variables: readonly HeaderVariable[],
  measurements: readonly Measured[],
  lengths: readonly Length[],
): readonly string[] {
  const time = timeDimension(variables);
  if (severalAlong(variables, time ?? undefined, lengths)) return [];
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const drawable = measurements
    .flatMap((measured) => measured.variableNames)
    .filter((name) => {
      const variable = byName.get(name);
      if (!variable || variable.type === 'char' || variable.type === 'string') return false;
      const { dimensions } = variable;
      return time !== null && dimensions[0] === time && dimensions.length <= 2;
    });
  return [...new Set(drawable)];
}

/**
 * The variable that tells rows of several stations, profiles or trajectories from one another;
 * undefined: all are of one.
 */
export function severalAlong(
  all: readonly HeaderVariable[],
  time: string | undefined,
  lengths: readonly Length[],
): string | undefined {
  if (time === undefined) return undefined;
  const areSeveral = (dimension: string | undefined): boolean =>
    lengths.some(({ name, length }) => name === dimension && length > 1);
  return all.find(({ attributes, dimensions: [first] }) =>
    first === time
      ? areSeveral(attributes.instance_dimension?.trim())
      : attributes.sample_dimension?.trim() === time && areSeveral(first),
  )?.name;
}

/**
 * The dimension that time runs along, as far as headers tell what readers of values find; null
 * where no variable counts it in dates.
 */
export function timeDimension(variables: readonly HeaderVariable[]): string | null {
  const clock =
    variables.find((variable) => variable.name === 'time' && mayBeAxis(variable)) ??
    variables.find((variable) => isAxis(variable) && isMarkedAsTime(variable)) ??
    onlyClock(variables, asMaybeClock) ??
    variables.find(({ name, dimensions }) => name === 'time_offset' && dimensions.length === 1);
  return clock?.dimensions[0] ?? null;
}

const isAxis = ({ dimensions, attributes }: HeaderVariable): boolean =>
  dimensions.length === 1 && countsTime(attributes);

/** One without units may count from `base_time`. */
const mayBeAxis = (variable: HeaderVariable): boolean =>
  isAxis(variable) || (variable.dimensions.length === 1 && variable.attributes.units === undefined);

const isMarkedAsTime = ({ name, dimensions, attributes }: HeaderVariable): boolean =>
  attributes.standard_name === 'time' ||
  attributes.axis === 'T' ||
  dimensions[0]?.toLowerCase() === name.toLowerCase();

const asMaybeClock = ({ name, dimensions, attributes }: HeaderVariable): MaybeClock => ({
  name,
  dimensions,
  standardName: attributes.standard_name,
  countsTime: countsTime(attributes),
});

const countsTime = ({ units = '', calendar }: HeaderVariable['attributes']): boolean =>
  unitsOfTime(units, calendar) !== null;
