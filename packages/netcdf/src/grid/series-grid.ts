// One series on one time grid as a table of cells, of which any part can be read: the same values
// as writeGrid writes.
import type { NumericArray, Values } from '../dataset.ts';
import { arrayOf, isFixedType, isNumeric } from '../element.ts';
import { held } from '../held.ts';
import type { MergedVariable } from '../job/schema.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { setNumbers } from '../numeric-array.ts';
import type { Masking } from '../series/masking.ts';
import type { Series } from '../series/series.ts';
import { turn } from '../yielding.ts';
import { type FileExtent, type FileGroup, fileExtents, fileGroups } from './file-groups.ts';
import { type GridColumn, gridColumns } from './grid-columns.ts';
import { type GridVariable, gridSlabs, reachOf, slabCells } from './grid-series.ts';
import { cellTimes, extentOf, fixedVariables, TIMES } from './grid-table.ts';
import { OutputCells } from './output-cells.ts';
import { innerCount } from './read-samples.ts';

export class SeriesGrid {
  readonly series: Series;
  readonly cells: OutputCells;
  /** The variables that are put on the grid, each with those that are added beside it. */
  readonly columns: readonly GridColumn[];
  /** Values without time. */
  readonly fixed: readonly MergedVariable[];
  /** Of every file of the series. */
  readonly extents: readonly FileExtent[];
  private readonly groups: readonly FileGroup[];
  private readonly request: readonly GridVariable[];

  constructor(
    series: Series,
    request: readonly GridVariable[],
    step: number,
    extents: readonly FileExtent[],
  ) {
    this.series = series;
    this.request = request;
    this.extents = extents;
    this.groups = fileGroups(extents);
    this.cells = new OutputCells(step, extentOf(this.groups));
    this.columns = gridColumns(series, request, (name) => name);
    this.fixed = fixedVariables([{ series, variables: request }]).map(({ variable }) => variable);
  }

  /** All variables with a value for every cell, the times among them. */
  get perCell(): readonly MergedVariable[] {
    return [...TIMES, ...this.columns.map(({ variable }) => variable)];
  }

  /** Numbers of one row that are read for a variable that is put on the grid. */
  numbersRead(of: string): number {
    const variable = this.request.find(({ name }) => name === of);
    const names = [of, ...(variable?.speed === undefined ? [] : [variable.speed])];
    return names.reduce((sum, name) => sum + innerCount(this.series.variable(name)), 0);
  }

  /**
   * How far from a cell samples may be that have a part in it, besides the ones next to it;
   * seconds.
   */
  get reach(): number {
    return reachOf(this.series);
  }

  /**
   * Cells [from, to) of variables that have a value for every cell, each as one array with the cell
   * as its slowest dimension. Throws `no-such-variable`, and what reading throws.
   */
  async readCells(
    names: readonly string[],
    from: number,
    to: number,
    masking: Masking,
  ): Promise<Map<string, NumericArray>> {
    const columns = new Map(this.columns.map((column) => [column.variable.name, column]));
    const made = new Map<string, NumericArray>();
    const wanted: GridColumn[] = [];
    const { time, bounds } = cellTimes(this.cells, from, to - from);
    for (const name of names) {
      const column = columns.get(name);
      if (column) {
        wanted.push(column);
        made.set(name, emptyOf(column.variable, to - from));
      } else if (name === 'time') made.set(name, time);
      else if (name === 'time_bounds') made.set(name, bounds);
      else throw new NetcdfError('no-such-variable', `The grid has no variable "${name}".`);
    }
    if (wanted.length === 0) return made;
    const needed = new Set(wanted.map(({ of }) => of));
    const variables = this.request.filter(({ name }) => needed.has(name));
    const slab = Math.min(to - from, slabCells(this.series, variables));
    const request = { variables, ...masking };
    const window = this.window(from, to);
    for await (const part of gridSlabs(this.series, this.groups, request, window, slab)) {
      for (const { variable, valuesOf } of wanted)
        put(held(made, variable.name), valuesOf(part), part.from, variable);
      const due = turn();
      if (due) await due;
    }
    return made;
  }

  private window(from: number, to: number): OutputCells {
    return new OutputCells(this.cells.step, {
      first: this.cells.startOf(from),
      last: this.cells.startOf(to - 1),
    });
  }
}

/**
 * `known`: extents of files whose times go back, by the index of the file. Throws what reading
 * throws, and `invalid` for a step that does not divide a day.
 */
export async function openSeriesGrid(
  series: Series,
  request: readonly GridVariable[],
  step: number,
  known?: ReadonlyMap<number, FileExtent>,
): Promise<SeriesGrid> {
  return new SeriesGrid(series, request, step, await fileExtents(series, known));
}

function emptyOf({ type, inner, name }: MergedVariable, cells: number): NumericArray {
  if (!isFixedType(type)) throw new NetcdfError('unsupported', `${name} is text of any length.`);
  return new (arrayOf(type))(cells * inner.reduce((product, { length }) => product * length, 1));
}

function put(into: NumericArray, values: Values, cell: number, { inner }: MergedVariable): void {
  const perCell = inner.reduce((product, { length }) => product * length, 1);
  if (isNumeric(values)) setNumbers(into, values, cell * perCell);
}
