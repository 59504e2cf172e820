// What a state of arrays says of itself on a time grid: its cells, the variables that are put on
// it, and what a chunk costs to make.
import { type SeriesGrid, typeBytes } from '@isobar/netcdf';
import type { GridPlan } from '../../core/grid/grid-methods.ts';
import type { DescribedVariable, Description } from '../../core/series/description.ts';
import { chunkRows, plainText, plainVariable } from './description.ts';

/**
 * Rows of samples, and numbers of them, that a chunk is made of, at most, unless a single cell has
 * more.
 */
const MOST_ROWS = 1 << 15;
const MOST_NUMBERS = 1 << 23;

/** `plain`: the description of the rows. */
export function describeGrid(
  grid: SeriesGrid,
  plain: Description,
  leftOut: GridPlan['leftOut'],
): Description {
  const { cells, series } = grid;
  const rows = cells.count;
  const perCell = rowsOfCell(grid);
  const variables = new Map(plain.variables.map((variable) => [variable.name, variable]));
  const columns = new Map(grid.columns.map(({ variable, of }) => [variable.name, of]));
  const counts = new Map<string, number>();
  for (const of of columns.values()) counts.set(of, (counts.get(of) ?? 0) + 1);
  const described = grid.perCell.map((variable): DescribedVariable => {
    const of = columns.get(variable.name);
    const source = of === undefined ? undefined : series.variables.get(of);
    const most = chunkRows(variable);
    if (of === undefined || !source)
      return {
        ...plainVariable(variable),
        ...{ chunkRows: most, sources: [], from: plain.start, to: plain.end },
      };
    const samples = grid.numbersRead(of) * perCell;
    const rowsOfChunk = powerBelow(Math.min(most, MOST_ROWS / perCell, MOST_NUMBERS / samples));
    const bytes = source.type === 'char' || source.type === 'string' ? 1 : typeBytes(source.type);
    const { sources, from, to } = source;
    return {
      ...plainVariable(variable),
      ...{ chunkRows: rowsOfChunk, sources, from, to, of },
      readBytes: Math.ceil((rowsOfChunk * samples * bytes) / (counts.get(of) ?? 1)),
    };
  });
  const fixed = grid.fixed.flatMap(({ name }) => {
    const variable = variables.get(name);
    return variable ? [variable] : [];
  });
  return {
    ...plain,
    rows,
    start: cells.startOf(0),
    end: cells.startOf(rows - 1),
    variables: [...described, ...fixed],
    globals: [
      ...plain.globals.filter(({ name }) => name !== 'isobar_grid_step'),
      plainText('isobar_grid_step', `${cells.step} s, from 1970-01-01T00:00:00Z`),
    ],
    notes: [
      ...leftOut.map(({ name, reason }) => `${name} is not on the time grid: ${reason}`),
      ...plain.notes,
    ],
    grid: {
      ...{ step: cells.step, first: cells.startOf(0), reach: grid.reach },
      extents: series.files.flatMap((file, index) => {
        const extent = grid.extents[index];
        return file.unordered === 0 || !extent ? [] : [[index, extent.first, extent.last]];
      }),
    },
  };
}

/** Rows that a cell has where there are files, about. */
function rowsOfCell({ cells, series, extents }: SeriesGrid): number {
  const seconds = extents.reduce((sum, { first, last }) => sum + last - first, 0);
  const filled = Math.min(cells.count, Math.max(1, seconds / cells.step));
  return Math.max(1, series.rows / filled);
}

const powerBelow = (number: number): number => 2 ** Math.floor(Math.log2(Math.max(1, number)));
