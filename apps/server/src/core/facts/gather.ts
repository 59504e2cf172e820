// Reads the samples of one file into the hour facts of its variables: in one sweep over the file, a
// block of rows at a time.
import {
  type Dataset,
  type FailingFlags,
  type FlagPlaces,
  failing,
  failingFlags,
  findTimeAxis,
  placesInFile,
  qualityOf,
  type TimeAxis,
  textAttribute,
  type Values,
  type Variable,
} from '@isobar/netcdf';
import { isDataVariable } from '../catalogue/data-variable.ts';
import { headerOf } from '../catalogue/header.ts';
import { HOUR_SECONDS } from './hour-columns.ts';
import { HourSums } from './hour-sums.ts';
import { measured, numbersIn } from './measured-values.ts';

/** Hours [from, from + hours) of which facts are wanted; `from` in seconds UTC. */
export interface HourRun {
  readonly from: number;
  readonly hours: number;
}

/** The sums of one variable in one unit. */
export interface GatheredVariable {
  readonly variable: string;
  readonly units: string;
  readonly dimensions: 1 | 2;
  readonly sums: HourSums;
}

/** The gathered values, keyed by name, dimensions and units. */
export type Gathered = Map<string, GatheredVariable>;

/**
 * Variables of one datastream that get facts; files with more are models or catalogues of their own
 * kind.
 */
const MOST_VARIABLES = 400;
/** Levels of a column. */
const MOST_LEVELS = 20_000;
/** Values that are in memory at once, over all variables of a block. */
const BLOCK_VALUES = 1 << 20;

/**
 * Adds what a file has in the run. Throws NetcdfError for a file that cannot be read; files without
 * times add nothing.
 */
export async function gatherFile(
  dataset: Dataset,
  run: HourRun,
  gathered: Gathered,
  signal?: AbortSignal,
): Promise<void> {
  const axis = await findTimeAxis(dataset);
  if (axis.length === 0 || axis.dimension === undefined) return;
  const readers = factVariables(dataset, axis.dimension).flatMap((variable) => {
    const reader = readerOf(dataset, variable, run, gathered);
    return reader ? [reader] : [];
  });
  if (readers.length === 0) return;
  const [numbers, columns] = [
    readers.filter(({ levels }) => levels === 1),
    readers.filter(({ levels }) => levels > 1),
  ];
  if (numbers.length > 0) await sweep(dataset, axis, numbers, signal);
  for (const column of columns) await sweep(dataset, axis, [column], signal);
}

/** Numbers along time, or along time and one more dimension, that are data. */
function factVariables(dataset: Dataset, time: string): readonly Variable[] {
  const header = headerOf(dataset).variables;
  return dataset.variables
    .filter(({ type, dimensions, shape }, at) => {
      const isNumber = type !== 'char' && type !== 'string';
      const isShort = dimensions.length === 2 && (shape[1] ?? 0) <= MOST_LEVELS;
      const described = header[at];
      if (!isNumber || dimensions[0] !== time || !described) return false;
      return (dimensions.length === 1 || isShort) && isDataVariable(described, header);
    })
    .slice(0, MOST_VARIABLES);
}

interface Reader {
  readonly variable: Variable;
  readonly quality: Variable | undefined;
  readonly places: FlagPlaces | undefined;
  readonly bad: FailingFlags | undefined;
  readonly doubtful: FailingFlags | undefined;
  readonly levels: number;
  readonly sums: HourSums;
}

function readerOf(
  dataset: Dataset,
  variable: Variable,
  { from, hours }: HourRun,
  gathered: Gathered,
): Reader | undefined {
  const levels = variable.shape[1] ?? 1;
  if (levels === 0) return undefined;
  const dimensions = variable.dimensions.length === 1 ? 1 : 2;
  const units = (textAttribute(variable, 'units') ?? '').trim();
  const key = JSON.stringify([variable.name, units, dimensions]);
  let known = gathered.get(key);
  if (!known) {
    const sums = new HourSums(from, hours, dimensions === 1);
    known = { variable: variable.name, units, dimensions, sums };
    gathered.set(key, known);
  }
  const byName = new Map(dataset.variables.map((one) => [one.name, one]));
  const found = qualityOf(variable, byName);
  const places = found && placesInFile(variable, found);
  const quality = places && found;
  return {
    variable,
    quality,
    places,
    bad: quality && failingFlags(quality, dataset, ['Bad']),
    doubtful: quality && failingFlags(quality, dataset, ['Indeterminate']),
    levels,
    sums: known.sums,
  };
}

async function sweep(
  dataset: Dataset,
  axis: TimeAxis,
  readers: readonly Reader[],
  signal?: AbortSignal,
): Promise<void> {
  const names = [
    ...new Set([
      axis.variable,
      ...readers.flatMap((reader) => {
        const own = flagsOf(reader);
        return own && reader.places?.perTime ? [reader.variable.name, own] : [reader.variable.name];
      }),
    ]),
  ];
  const fixed = new Map<string, Values>();
  for (const reader of readers) {
    const own = flagsOf(reader);
    if (own && !reader.places?.perTime) fixed.set(own, await dataset.read(own));
  }
  const perRow = readers.reduce((sum, { levels }) => sum + 2 * levels, 1);
  const rows = Math.max(1, Math.floor(BLOCK_VALUES / perRow));
  for (let start = 0; start < axis.length; start += rows) {
    signal?.throwIfAborted();
    const stop = Math.min(axis.length, start + rows);
    const read = await dataset.readRows(names, start, stop);
    const values = new Map([...fixed, ...names.map((name, at) => [name, read[at] ?? []] as const)]);
    const times = axis.seconds(values.get(axis.variable) ?? []);
    for (const reader of readers) await addRows(reader, times, values);
  }
}

/** The name of the flags that are read. */
const flagsOf = ({ quality, bad, doubtful }: Reader): string | undefined =>
  bad || doubtful ? quality?.name : undefined;

async function addRows(
  { variable, quality, places, bad, doubtful, levels, sums }: Reader,
  times: Float64Array,
  read: ReadonlyMap<string, Values>,
): Promise<void> {
  const hours = Int32Array.from(times, (seconds) => sums.hourOf(seconds));
  if (hours.every((hour) => hour < 0)) return;
  const values = await measured(variable, read.get(variable.name) ?? []);
  const flags = quality && numbersIn(read.get(quality.name));
  const isBad = flags && bad ? failing(flags, bad) : undefined;
  const isDoubtful = flags && doubtful ? failing(flags, doubtful) : undefined;
  for (let row = 0; row < hours.length; row++) {
    const hour = hours[row] ?? -1;
    if (hour < 0) continue;
    const flag = places?.perTime ? row * places.count : 0;
    if (levels > 1) {
      const of = { values, from: row * levels, flag, places: places?.places, isBad, isDoubtful };
      addColumn(sums, hour, levels, of);
    } else if (Number.isNaN(values[row] ?? Number.NaN)) sums.addMissing(hour);
    else if (isBad?.[flag]) sums.addBad(hour);
    else sums.addValid(hour, values[row] ?? 0, values[row] ?? 0, isDoubtful?.[flag] === 1);
  }
}

interface Judged {
  /** The column begins at `from`, and its flags at `flag`. */
  readonly values: Float64Array;
  readonly from: number;
  readonly flag: number;
  readonly places: Int32Array | undefined;
  readonly isBad: Uint8Array | undefined;
  readonly isDoubtful: Uint8Array | undefined;
}

/** A column is valid when any of its values is, and indeterminate when most of these are. */
function addColumn(
  sums: HourSums,
  hour: number,
  levels: number,
  { values, from, flag: first, places, isBad, isDoubtful }: Judged,
): void {
  let [valid, bad, doubtful, sum, most] = [0, 0, 0, 0, Number.NEGATIVE_INFINITY];
  for (let level = 0; level < levels; level++) {
    const value = values[from + level] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const flag = first + (places?.[level] ?? 0);
    if (isBad?.[flag]) {
      bad++;
      continue;
    }
    valid++;
    if (isDoubtful?.[flag]) doubtful++;
    sum += value;
    if (value > most) most = value;
  }
  if (valid > 0) sums.addValid(hour, sum / valid, most, doubtful * 2 > valid);
  else if (bad > 0) sums.addBad(hour);
  else sums.addMissing(hour);
}

/** The whole hours that days [first, last] of a year have, both included. */
export const runOf = (yearStart: number, first: number, last: number): HourRun => ({
  from: yearStart + first * 24 * HOUR_SECONDS,
  hours: (last - first + 1) * 24,
});
