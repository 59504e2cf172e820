// Puts variables of one series on a time grid: reads blocks in order of time, and gives slabs of
// finished cells.

import { textAttribute } from '../attribute.ts';
import { held } from '../held.ts';
import type { MaskSpan } from '../job/job.ts';
import type { Assessment } from '../job/quality-flags.ts';
import { NetcdfError } from '../netcdf-error.ts';
import type { Series } from '../series/series.ts';
import {
  type Binned,
  type Bins,
  INDETERMINATE,
  MeanBins,
  NearestBins,
  type Overlaps,
  type Samples,
  UNUSABLE,
  USABLE,
} from './bins.ts';
import type { FileExtent, FileGroup } from './file-groups.ts';
import type { GridLimits } from './flags.ts';
import type { GridMethod } from './method.ts';
import type { OutputCells } from './output-cells.ts';
import { innerCount, SampleReader } from './read-samples.ts';
import { MOST_REACH, midpointCells, type SampleCells, statedCells } from './sample-cells.ts';
import { type SortedBlock, sortedBlocks } from './sorted-rows.ts';

/** One variable to put on the grid. */
export interface GridVariable {
  /** In the series; for `vector` the direction, in degrees from north, that the wind comes from. */
  readonly name: string;
  readonly method: GridMethod;
  /** For `vector`. */
  readonly speed?: string | undefined;
  readonly limits?: GridLimits | undefined;
}

export interface GridRequest {
  readonly variables: readonly GridVariable[];
  readonly spans: readonly MaskSpan[];
  readonly assessed?: readonly Assessment[];
  /**
   * No edge of a sample's cell is farther than half of this from the sample, in seconds; bounds in
   * the files stay as they are.
   */
  readonly longestSample?: number;
}

/**
 * Cells [from, from + count) of the output; by name of the variable, for `vector` also by `speed`
 * and `components`.
 */
export interface Slab {
  readonly from: number;
  readonly count: number;
  readonly binned: ReadonlyMap<string, Binned>;
}

/** Numbers that a variable keeps of its cells at a time, half of them finished. */
const WINDOW_NUMBERS = 1 << 17;
/** Numbers that are read at a time. */
const BLOCK_NUMBERS = 1 << 18;
const MOST_OVERLAPS = 1 << 16;

/** Names of the parts of a wind in a slab. */
export const vectorParts = (name: string) =>
  ({ speed: `${name}\u0000speed`, scalar: `${name}\u0000scalar`, direction: name }) as const;

/**
 * All cells of the output, in slabs of at most `slab` cells. `groups`: those of the files of the
 * series. Reads no values but those of samples that have a part in the cells. Throws what reading
 * throws.
 */
export async function* gridSlabs(
  series: Series,
  groups: readonly FileGroup[],
  request: GridRequest,
  cells: OutputCells,
  slab: number,
): AsyncGenerator<Slab> {
  const names = [
    ...new Set(request.variables.flatMap(({ name, speed }) => (speed ? [name, speed] : [name]))),
  ];
  const bounds = boundsOf(series);
  const reader = new SampleReader(series, names, { ...request, bounds });
  const columns = request.variables.map((variable) => columnOf(series, variable, 2 * slab));
  const window = new Window(cells, columns, slab);
  const perRow = names.reduce((sum, name) => sum + innerCount(series.variable(name)), 0);
  const most = Math.max(64, Math.floor(BLOCK_NUMBERS / Math.max(1, perRow)));
  for await (const block of sortedBlocks(series, groups, most, samplesFor(series, cells))) {
    const middle = midpointCells(block.times, block, request.longestSample);
    const stated = await reader.readBounds(block);
    const own = stated ? statedCells(stated, block.times, middle) : middle;
    const used = overlapping(block, own, cells);
    if (used) yield* window.add(used.block.times, used.own, await reader.read(used.block));
  }
  yield* window.finish();
}

/**
 * How far from a cell samples may be that have a part in it, besides the ones next to it; seconds.
 */
export const reachOf = (series: Series): number =>
  boundsOf(series) === undefined ? 0 : MOST_REACH;

/** The time within which a sample may have a part in the cells. */
function samplesFor(series: Series, cells: OutputCells): FileExtent {
  if (cells.count === 0) return { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  const reach = reachOf(series);
  return {
    first: cells.startOf(0) - reach,
    last: cells.startOf(cells.count - 1) + cells.step + reach,
  };
}

/**
 * The part of a block from the first sample that has a part in the time of the cells to the last
 * one; undefined: none has.
 */
function overlapping(
  block: SortedBlock,
  { starts, ends }: SampleCells,
  cells: OutputCells,
): { readonly block: SortedBlock; readonly own: SampleCells } | undefined {
  const start = cells.startOf(0);
  const end = cells.startOf(cells.count - 1) + cells.step;
  const isUsed = (row: number) => (starts[row] ?? end) < end && (ends[row] ?? start) >= start;
  let [from, to] = [0, block.times.length];
  while (from < to && !isUsed(from)) from++;
  while (to > from && !isUsed(to - 1)) to--;
  if (from === to) return undefined;
  return {
    block: {
      ...block,
      times: block.times.subarray(from, to),
      rows: block.rows?.subarray(from, to),
      first: block.first + from,
    },
    own: { starts: starts.subarray(from, to), ends: ends.subarray(from, to) },
  };
}

/**
 * How many cells a slab may have, so that what is kept of them stays small whatever the variables
 * are.
 */
export function slabCells(series: Series, variables: readonly GridVariable[]): number {
  const inner = variables.map(({ name }) => innerCount(series.variable(name)));
  const largest = Math.max(1, ...inner);
  return Math.max(16, Math.min(4096, Math.floor(WINDOW_NUMBERS / 2 / largest)));
}

/** The variable that says what each sample stands for, where the series has one. */
export function boundsOf(series: Series): string | undefined {
  const time = series.variables.get('time');
  const named = time && textAttribute(time, 'bounds');
  for (const name of [named, 'time_bounds']) {
    const found = name === undefined ? undefined : series.variables.get(name);
    if (found?.perRecord && found.type === 'double' && innerCount(found) === 2) return found.name;
  }
  return undefined;
}

/** What is done with a variable when samples come, and when cells are finished. */
interface Column {
  add(overlaps: Overlaps, samples: ReadonlyMap<string, Samples>): void;
  take(cells: number): ReadonlyMap<string, Binned>;
}

function columnOf(series: Series, variable: GridVariable, window: number): Column {
  const { name, method, limits = {}, speed } = variable;
  const inner = innerCount(series.variable(name));
  if (method === 'vector') {
    if (speed === undefined) throw new NetcdfError('invalid', `${name} needs a speed.`);
    return vectorColumn({ ...variable, speed }, window, inner);
  }
  const bins: Bins =
    method === 'nearest'
      ? new NearestBins(window, inner)
      : new MeanBins(window, inner, { isSum: method === 'sum', limits });
  return {
    add: (overlaps, samples) => bins.add(overlaps, held(samples, name)),
    take: (count) => new Map([[name, bins.take(count)]]),
  };
}

const RADIANS = Math.PI / 180;

/** A sample of a wind is usable where both its speed and its direction are. */
function vectorColumn(
  { name, speed, limits = {} }: GridVariable & { readonly speed: string },
  window: number,
  inner: number,
): Column {
  const bins = () => new MeanBins(window, inner, { isSum: false, limits: {} });
  const [east, north] = [bins(), bins()];
  const scalar = new MeanBins(window, inner, { isSum: false, limits });
  const parts = vectorParts(name);
  return {
    add: (overlaps, samples) => {
      const speeds = held(samples, speed);
      const directions = held(samples, name);
      const { length } = speeds.uses;
      const uses = new Uint8Array(length);
      const easts = new Float64Array(length);
      const norths = new Float64Array(length);
      for (let i = 0; i < length; i++) {
        const [a, b] = [speeds.uses[i] ?? UNUSABLE, directions.uses[i] ?? UNUSABLE];
        if (a === UNUSABLE || b === UNUSABLE) uses[i] = UNUSABLE;
        else uses[i] = a === INDETERMINATE || b === INDETERMINATE ? INDETERMINATE : USABLE;
        const angle = (directions.values[i] ?? 0) * RADIANS;
        easts[i] = -(speeds.values[i] ?? 0) * Math.sin(angle);
        norths[i] = -(speeds.values[i] ?? 0) * Math.cos(angle);
      }
      east.add(overlaps, { values: easts, uses });
      north.add(overlaps, { values: norths, uses });
      scalar.add(overlaps, { values: speeds.values, uses });
    },
    take: (count) => {
      const [u, v, s] = [east.take(count), north.take(count), scalar.take(count)];
      const speeds = u.values.map((x, at) => Math.hypot(x, v.values[at] ?? Number.NaN));
      const directions = u.values.map((x, at) => directionOf(x, v.values[at] ?? Number.NaN));
      return new Map([
        [parts.direction, { values: directions, flags: u.flags }],
        [parts.speed, { values: speeds, flags: u.flags }],
        [parts.scalar, s],
      ]);
    },
  };
}

/** Degrees from north that a wind comes from, from 0 to below 360; 0 in a calm. */
function directionOf(east: number, north: number): number {
  if (Number.isNaN(east)) return Number.NaN;
  if (Math.hypot(east, north) < 1e-9) return 0;
  const degrees = Math.atan2(-east, -north) / RADIANS;
  const turned = degrees < 0 ? degrees + 360 : degrees;
  return turned >= 360 ? 0 : turned;
}

/** The cells that are not finished yet. */
class Window {
  private readonly cells: OutputCells;
  private readonly columns: readonly Column[];
  private readonly slab: number;
  /** Place of the first cell. */
  private base = 0;
  private readonly rows = new Int32Array(MOST_OVERLAPS);
  private readonly places = new Int32Array(MOST_OVERLAPS);
  private readonly parts = new Float64Array(MOST_OVERLAPS);
  private readonly seconds = new Float64Array(MOST_OVERLAPS);
  private readonly distances = new Float64Array(MOST_OVERLAPS);
  private count = 0;

  constructor(cells: OutputCells, columns: readonly Column[], slab: number) {
    this.cells = cells;
    this.columns = columns;
    this.slab = slab;
  }

  /**
   * Adds samples, whose cells begin in order, and gives the slabs that nothing can change any more.
   */
  *add(
    times: Float64Array,
    { starts, ends }: SampleCells,
    samples: ReadonlyMap<string, Samples>,
  ): Generator<Slab> {
    const { step } = this.cells;
    for (let row = 0; row < times.length; row++) {
      const start = starts[row] ?? Number.NaN;
      const end = ends[row] ?? Number.NaN;
      const width = end - start;
      const first = Math.floor(start / step);
      const last = width > 0 ? Math.ceil(end / step) - 1 : first;
      for (const [cell, stop, place] of this.cells.runsIn(first, last)) {
        for (let at = Math.max(0, this.base - place); at < stop - cell; at++) {
          if (place + at >= this.base + 2 * this.slab) {
            this.flush(samples);
            while (place + at >= this.base + 2 * this.slab) yield this.take(this.slab);
          }
          if (this.count === MOST_OVERLAPS) this.flush(samples);
          const begin = (cell + at) * step;
          const shared = Math.min(end, begin + step) - Math.max(start, begin);
          const n = this.count++;
          this.rows[n] = row;
          this.places[n] = place + at - this.base;
          this.parts[n] = width > 0 ? shared / width : 1;
          this.seconds[n] = width > 0 ? shared : 1;
          this.distances[n] = Math.abs((times[row] ?? Number.NaN) - begin);
        }
      }
    }
    this.flush(samples);
    const reached = this.cells.firstAfter(starts.at(-1) ?? Number.NEGATIVE_INFINITY);
    while (reached - this.base >= this.slab) yield this.take(this.slab);
  }

  *finish(): Generator<Slab> {
    while (this.base < this.cells.count)
      yield this.take(Math.min(this.slab, this.cells.count - this.base));
  }

  private flush(samples: ReadonlyMap<string, Samples>): void {
    const { count, rows, places, parts, seconds, distances } = this;
    if (count > 0)
      for (const column of this.columns)
        column.add({ count, rows, places, parts, seconds, distances }, samples);
    this.count = 0;
  }

  private take(count: number): Slab {
    const binned = new Map<string, Binned>();
    for (const column of this.columns)
      for (const [name, each] of column.take(count)) binned.set(name, each);
    const from = this.base;
    this.base += count;
    return { from, count, binned };
  }
}
