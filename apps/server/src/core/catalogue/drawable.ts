// Which variables of a datastream have plots: measured numbers along time, or along time and one more axis.
import { type MaybeClock, onlyClock } from '@isobar/netcdf';
import type { HeaderVariable } from './header.ts';
import type { Measured } from './measured.ts';

/** The variables that can be drawn, each once, in the order of the measurements. */
export function drawableVariables(
  variables: readonly HeaderVariable[],
  measurements: readonly Measured[],
): readonly string[] {
  const time = timeDimension(variables);
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

/** The dimension that time runs along; null where no variable tells it. */
export function timeDimension(variables: readonly HeaderVariable[]): string | null {
  for (const name of ['time', 'time_offset']) {
    const [dimension] = variables.find((variable) => variable.name === name)?.dimensions ?? [];
    if (dimension !== undefined) return dimension;
  }
  const other = variables.find(
    ({ name, dimensions, attributes }) =>
      dimensions.length === 1 &&
      (attributes.standard_name === 'time' ||
        dimensions[0]?.toLowerCase() === name.toLowerCase()) &&
      countsTime(attributes),
  );
  return (other ?? onlyClock(variables, asMaybeClock))?.dimensions[0] ?? null;
}

const asMaybeClock = ({ name, dimensions, attributes }: HeaderVariable): MaybeClock => ({
  name,
  dimensions,
  standardName: attributes.standard_name,
  countsTime: countsTime(attributes),
});

const countsTime = ({ units = '' }: HeaderVariable['attributes']): boolean => / since /.test(units);
