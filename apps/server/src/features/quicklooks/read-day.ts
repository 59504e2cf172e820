// Reads one day of a variable from the archive's files: missing values left out, packed ones unpacked, quality noted.
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import {
  type Dataset,
  failing,
  failingFlags,
  findTimeAxis,
  missingValues,
  NetcdfError,
  type NumericArray,
  openDataset,
  qualityOf,
  readTimes,
  textAttribute,
  unpacked,
  unpackingOf,
  type Values,
  type Variable,
} from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';
import {
  addToImage,
  addToLine,
  emptyImage,
  emptyLine,
  type ImageDay,
  type LineDay,
  type Quality,
} from './day-samples.ts';
import type { PlotJob } from './plot-job.ts';

export type DayOfVariable = {
  readonly longName: string;
  readonly units: string;
  /** Null: no file of the day holds the variable in a form that can be drawn. */
  readonly samples: LineDay | ImageDay | null;
  /** Usual seconds between samples; NaN with fewer than two. */
  readonly step: number;
  /** The second axis of an image. */
  readonly levels: {
    readonly name: string;
    readonly units: string;
    readonly at: Float64Array;
  } | null;
};

/** Values of one block, at most. */
const BLOCK_VALUES = 1_000_000;
/** A day with more values than this is left to the files themselves. */
const MOST_VALUES = 60_000_000;
/** A sample of an image stands for no more time than this, in seconds. */
const LONGEST_STEP = 1800;

export async function readDay(archive: ArchiveStore, job: PlotJob): Promise<DayOfVariable> {
  let day: DayOfVariable = {
    longName: '',
    units: '',
    samples: null,
    step: Number.NaN,
    levels: null,
  };
  let left = MOST_VALUES;
  for (const path of job.files) {
    const read = await readFrom(archive, path, job, day, left);
    if (!read) continue;
    day = read.day;
    left -= read.values;
  }
  return day;
}

/** Files whose reading did not come to an end, until this thread ends or so many others were. */
const endless = new Set<string>();
const MOST_REMEMBERED = 1000;

function remember(path: string): void {
  if (endless.size >= MOST_REMEMBERED) endless.clear();
  endless.add(path);
}

/** undefined: the file cannot be read, and the day is that of the others. */
async function readFrom(
  archive: ArchiveStore,
  path: string,
  job: PlotJob,
  day: DayOfVariable,
  left: number,
) {
  if (endless.has(path)) return undefined;
  try {
    const dataset = await openDataset(archive.localPath?.(path) ?? (await archive.open(path)));
    try {
      return await readFile(dataset, job, day, left);
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (error instanceof NetcdfError && error.code === 'endless') remember(path);
    if (error instanceof NetcdfError && error.code !== 'unreadable') return undefined;
    throw error;
  }
}

async function readFile(
  dataset: Dataset,
  { variable: name, day: midnight }: PlotJob,
  before: DayOfVariable,
  left: number,
): Promise<{ day: DayOfVariable; values: number }> {
  const nothing = { day: before, values: 0 };
  const variable = dataset.variables.find((one) => one.name === name);
  const axis = await findTimeAxis(dataset);
  if (!variable || !isDrawn(variable, axis.dimension)) return nothing;
  const times = await readTimes(dataset, axis);
  const rows = rowsOfDay(times, midnight);
  const levels = variable.shape[1] ?? 1;
  const values = (rows.stop - rows.start) * levels;
  if (rows.stop === rows.start || values > left || levels === 0) return nothing;
  const step = stepOf(times, rows);
  const samples = before.samples ?? emptySamples(variable);
  if (samples.kind === 'image' && samples.levels !== levels) return nothing; // another design on one day
  const day: DayOfVariable = {
    longName: textAttribute(variable, 'long_name') ?? before.longName,
    units: textAttribute(variable, 'units') ?? before.units,
    samples,
    step: Number.isNaN(step) ? before.step : step,
    levels: before.levels ?? (samples.kind === 'image' ? await levelsOf(dataset, variable) : null),
  };
  await fill(dataset, variable, times, rows, midnight, day);
  return { day, values };
}

const isDrawn = (variable: Variable, time: string | undefined): boolean =>
  time !== undefined &&
  variable.dimensions[0] === time &&
  variable.dimensions.length <= 2 &&
  variable.type !== 'char' &&
  variable.type !== 'string';

const emptySamples = (variable: Variable): LineDay | ImageDay =>
  variable.shape.length === 2 ? emptyImage(variable.shape[1] ?? 1) : emptyLine();

type Rows = { readonly start: number; readonly stop: number };

/** The smallest run of rows that holds every sample of the day. */
function rowsOfDay(times: Float64Array, midnight: number): Rows {
  const within = (time: number): boolean => time >= midnight && time < midnight + DAY_SECONDS;
  const start = times.findIndex(within);
  return start < 0 ? { start: 0, stop: 0 } : { start, stop: times.findLastIndex(within) + 1 };
}

/** The median of the seconds between samples. */
function stepOf(times: Float64Array, { start, stop }: Rows): number {
  const steps: number[] = [];
  const every = Math.max(1, Math.floor((stop - start) / 2000));
  for (let i = start + 1; i < stop; i += every) {
    const step = (times[i] as number) - (times[i - 1] as number); // rows of the axis
    if (step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? Number.NaN;
}

/** The values of the second axis; their numbers where the file names none. */
async function levelsOf(
  dataset: Dataset,
  variable: Variable,
): Promise<NonNullable<DayOfVariable['levels']>> {
  const name = variable.dimensions[1] ?? '';
  const count = variable.shape[1] ?? 0;
  const coordinate = dataset.variables.find((one) => one.name === name);
  const numbers = Float64Array.from({ length: count }, (_, i) => i + 1);
  if (coordinate?.shape.length !== 1 || coordinate.type === 'char' || coordinate.type === 'string')
    return { name, units: '', at: numbers };
  const at = await measured(coordinate, await dataset.read(name));
  const usable = at.every(Number.isFinite) && isMonotonic(at);
  return usable
    ? { name, units: textAttribute(coordinate, 'units') ?? '', at }
    : { name, units: '', at: numbers };
}

const isMonotonic = (at: Float64Array): boolean =>
  at.every((value, i) => i === 0 || value > (at[i - 1] as number)) ||
  at.every((value, i) => i === 0 || value < (at[i - 1] as number));

async function fill(
  dataset: Dataset,
  variable: Variable,
  times: Float64Array,
  rows: Rows,
  midnight: number,
  { samples, step }: DayOfVariable,
): Promise<void> {
  if (!samples) return;
  const levels = variable.shape[1] ?? 1;
  const quality = qualityReader(dataset, variable);
  const block = Math.max(1, Math.floor(BLOCK_VALUES / levels));
  for (let start = rows.start; start < rows.stop; start += block) {
    const stop = Math.min(rows.stop, start + block);
    const values = await measured(variable, await dataset.read(variable.name, start, stop));
    const of = await quality(start, stop);
    for (let row = start; row < stop; row++) {
      const second = (times[row] as number) - midnight; // a row of the axis
      if (!(second >= 0 && second < DAY_SECONDS)) continue;
      const at = (row - start) * levels;
      if (samples.kind === 'line') {
        const value = values[at] as number; // one value a row
        if (!Number.isNaN(value)) addToLine(samples, second, value, of(at));
      } else {
        const wide = Math.min(Number.isNaN(step) ? 0 : step, LONGEST_STEP);
        addToImage(samples, second, wide, rowOf(values, at, levels, of));
      }
    }
  }
}

function rowOf(
  values: Float64Array,
  at: number,
  levels: number,
  quality: (index: number) => Quality,
) {
  const row = { values: values.subarray(at, at + levels), bad: 0, indeterminate: 0 };
  for (let level = 0; level < levels; level++) {
    const said = quality(at + level);
    if (said === 'bad') row.bad++;
    else if (said === 'indeterminate') row.indeterminate++;
  }
  return row;
}

/** Missing and infinite values become NaN; packed values are unpacked. */
async function measured(variable: Variable, values: Values): Promise<Float64Array> {
  const unpacking = unpackingOf(variable);
  const missing = new Set(unpacking ? [unpacking.missing] : missingValues(variable));
  const plain = await unpacked(unpacking, values);
  const result = new Float64Array(plain.length);
  for (let i = 0; i < plain.length; i++) {
    const value = Number(plain[i]);
    result[i] = missing.has(value) || !Number.isFinite(value) ? Number.NaN : value;
  }
  return result;
}

/** Asks the variable's quality variable, row by row of the same shape; without one everything is good. */
function qualityReader(dataset: Dataset, variable: Variable) {
  const byName = new Map(dataset.variables.map((one) => [one.name, one]));
  const quality = qualityOf(variable, byName);
  const same = quality?.shape.join() === variable.shape.join();
  const bad = quality && failingFlags(quality, dataset, ['Bad']);
  const doubtful = quality && failingFlags(quality, dataset, ['Indeterminate']);
  return async (start: number, stop: number): Promise<(index: number) => Quality> => {
    if (!quality || !same || (!bad && !doubtful)) return () => 'good';
    const flags = (await dataset.read(quality.name, start, stop)) as NumericArray; // quality is integers
    const isBad = bad && failing(flags, bad);
    const isDoubtful = doubtful && failing(flags, doubtful);
    return (index) => (isBad?.[index] ? 'bad' : isDoubtful?.[index] ? 'indeterminate' : 'good');
  };
}
