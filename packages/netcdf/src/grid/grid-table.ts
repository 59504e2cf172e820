// What a table on a time grid has besides the variables that are put on it: times, their bounds,
// and values without time.
import type { Attribute } from '../dataset.ts';
import { item } from '../held.ts';
import type { MergedVariable } from '../job/schema.ts';
import { CLOCK_UNITS } from '../series/rules.ts';
import type { Series } from '../series/series.ts';
import type { FileExtent } from './file-groups.ts';
import { text } from './flags.ts';
import type { GridVariable } from './grid-series.ts';
import type { OutputCells } from './output-cells.ts';

/** The earliest and the latest of all. */
export function extentOf(extents: readonly FileExtent[]): FileExtent {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const each of extents) {
    first = Math.min(first, each.first);
    last = Math.max(last, each.last);
  }
  return { first, last };
}

/** Starts of `count` cells, and their bounds, two numbers for each. */
export function cellTimes(
  cells: OutputCells,
  from: number,
  count: number,
): { readonly time: Float64Array; readonly bounds: Float64Array } {
  const time = Float64Array.from({ length: count }, (_, at) => cells.startOf(from + at));
  const bounds = Float64Array.from(
    { length: 2 * count },
    (_, at) => item(time, at >> 1) + (at % 2) * cells.step,
  );
  return { time, bounds };
}

const clock = (
  name: string,
  inner: MergedVariable['inner'],
  more: readonly Attribute[],
): MergedVariable => ({
  ...{ name, type: 'double', perRecord: true, inner, digest: undefined },
  attributes: [text('units', CLOCK_UNITS), text('calendar', 'standard'), ...more],
});

/** The start of each cell, and its bounds. */
export const TIMES: readonly MergedVariable[] = [
  clock(
    'time',
    [],
    [
      text('standard_name', 'time'),
      text('long_name', 'Start of the cell of the time grid, UTC'),
      text('bounds', 'time_bounds'),
    ],
  ),
  clock(
    'time_bounds',
    [{ name: 'bound', length: 2 }],
    [text('long_name', 'Bounds of the cell: the start belongs to it, the end does not')],
  ),
];

const PLACES = ['lat', 'lon', 'alt'];

/**
 * Coordinates of the chosen variables and, of a single source, where it was; a name that sources
 * give different lengths goes to the first.
 */
export function fixedVariables(
  sources: readonly { readonly series: Series; readonly variables: readonly GridVariable[] }[],
): { readonly variable: MergedVariable; readonly series: Series }[] {
  const found = new Map<string, { variable: MergedVariable; series: Series }>();
  for (const { series, variables } of sources) {
    const dimensions = variables.flatMap(({ name }) =>
      series.variable(name).inner.map((each) => each.name),
    );
    for (const name of [...dimensions, ...(sources.length === 1 ? PLACES : [])]) {
      const variable = series.variables.get(name);
      const isNumbers = variable && variable.type !== 'string' && !variable.perRecord;
      if (isNumbers && !found.has(name)) found.set(name, { variable, series });
    }
  }
  return [...found.values()];
}
