// Reads one day of a variable from the archive's files: no more of it than a plot shows, missing
// values left out, quality noted.
import { type DaySummary, IMAGE_ROWS, type ImageClass } from '@isobar/contract/quicklooks/day.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import {
  type Dataset,
  findTimeAxis,
  NetcdfError,
  numbersAttribute,
  openDataset,
  readTimes,
  type TimeAxis,
  textAttribute,
  type Variable,
} from '@isobar/netcdf';
import { ascentOf } from '../../core/facts/ascents.ts';
import { climbOf, levelsOf, levelsShown } from '../../core/facts/heights.ts';
import {
  countOf,
  type Quality,
  qualityReader,
  readMeasured,
} from '../../core/facts/measured-values.ts';
import { reachOf } from '../../core/facts/sample-widths.ts';
import { rowsWithin, type TimedRows } from '../../core/facts/timed-rows.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import {
  addToImage,
  addToLine,
  emptyImage,
  emptyLine,
  type ImageBins,
  type LineBins,
  widenLone,
} from './day-samples.ts';
import type { PlotJob } from './plot-job.ts';
import { type Profiles, type ReadSoFar, summaryOf } from './summary.ts';

/** Values of one block, at most. */
const BLOCK_VALUES = 1_000_000;
/** A day of which more values than this would be read has no plot: users order its files. */
const MOST_VALUES = 60_000_000;
/**
 * Seconds between samples that are read: one for each bin of an image, about seventy for each bin
 * of a line.
 */
const APART = { full: 180, small: 900, line: 0.864 } as const;
/**
 * A balloon or a sonde that falls is followed for less; files that last longer are no single
 * launch.
 */
const LONGEST_LAUNCH_S = 4 * 3600;
/** Launches of a day that are drawn. */
const MOST_ASCENTS = 24;

export async function readDay(archive: ArchiveStore, job: PlotJob): Promise<DaySummary> {
  let day: ReadSoFar = {
    longName: '',
    units: '',
    step: Number.NaN,
    every: 1,
    lone: [],
    samples: null,
    levels: null,
    classes: null,
    isVelocity: false,
  };
  let left = MOST_VALUES;
  for (const path of job.files) {
    const read = await readFrom(archive, path, job, day, left);
    if (!read) continue;
    day = read.day;
    left -= read.values;
  }
  if (day.samples?.kind === 'image') widenLone(day.samples, day.lone);
  return summaryOf(day);
}

/**
 * Files whose reading never ended; remembered until this thread ends or as many others took their
 * place.
 */
const endless = new Set<string>();
const MOST_REMEMBERED = 1000;

function remember(path: string): void {
  if (endless.size >= MOST_REMEMBERED) endless.clear();
  endless.add(path);
}

/** Undefined: the file cannot be read, so the day consists of what the other files hold. */
async function readFrom(
  archive: ArchiveStore,
  path: string,
  job: PlotJob,
  day: ReadSoFar,
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

type Read = { readonly day: ReadSoFar; readonly values: number };

async function readFile(
  dataset: Dataset,
  { variable: name, day: midnight, size }: PlotJob,
  before: ReadSoFar,
  left: number,
): Promise<Read> {
  const nothing = { day: before, values: 0 };
  const variable = dataset.variables.find((one) => one.name === name);
  const axis = await findTimeAxis(dataset);
  if (!variable || !isDrawn(variable, axis.dimension)) return nothing;
  const levels = variable.shape[1] ?? 1;
  const isImage = levels > 1;
  const apart = isImage ? APART[size] : APART.line;
  const within = await rowsWithin(dataset, axis, dayOf(midnight), apart);
  const launch = isImage ? null : await launchOf(dataset, variable, axis, within);
  if (launch && !isOf(midnight, launch.times[0])) return nothing;
  const rows = launch ?? within;
  const count = countOf(rows);
  const values = count * levels;
  if (count === 0 || levels === 0 || levels > BLOCK_VALUES || values > left) return nothing;
  const step = Number.isNaN(rows.step) ? before.step : rows.step;
  const isLone = isImage && Number.isNaN(step);
  const common = {
    longName: textAttribute(variable, 'long_name') ?? before.longName,
    units: textAttribute(variable, 'units') ?? before.units,
    step,
    every: Math.max(rows.every, before.every),
    lone: isLone
      ? [...before.lone, ...Array.from(rows.times, (time) => time - midnight)]
      : before.lone,
  };
  const { samples } = before;
  if (!isImage && (samples === null || samples.kind === 'profile')) {
    const profiles = await profilesOf(dataset, variable, rows, midnight, samples);
    if (profiles) return { day: { ...before, ...common, samples: profiles }, values };
    if (samples) return nothing; // it does not rise as the others of the day do
  }
  const bins = samples ?? (await emptyBins(dataset, variable, isImage));
  if (bins.kind === 'profile') return nothing;
  const levelsSoFar = before.levels ?? (isImage ? await levelsOf(dataset, variable) : null);
  // another design on one day
  if (bins.kind === 'image' ? bins.levels !== levels : isImage) return nothing;
  const classes = before.classes ?? (isImage ? classesOf(variable) : null);
  const day: ReadSoFar = {
    ...common,
    samples: bins,
    levels: levelsSoFar,
    classes,
    isVelocity: isRadial(variable),
  };
  await fill(dataset, variable, rows, bins, { midnight, step });
  return { day, values };
}

/** Of a Doppler radar or lidar, or air that moves up and down. */
const isRadial = (variable: Variable): boolean =>
  /^m ?(\/ ?s|s-1|s\^-1)$/.test(textAttribute(variable, 'units')?.trim() ?? '') &&
  /veloc/i.test(`${variable.name} ${textAttribute(variable, 'standard_name') ?? ''}`);

/**
 * More kinds than this cannot be distinguished in a picture; their values are drawn like others,
 * and so are those far apart.
 */
const MOST_CLASSES = 40;
const WIDEST_CLASSES = 250;

/** The classes that a variable names for its values, as CF has it; null where it names none. */
function classesOf(variable: Variable): readonly ImageClass[] | null {
  const values = numbersAttribute(variable, 'flag_values') ?? [];
  const names = textAttribute(variable, 'flag_meanings')?.trim().split(/\s+/) ?? [];
  const isUsable =
    values.length > 1 &&
    values.length === names.length &&
    values.length <= MOST_CLASSES &&
    values.every(Number.isInteger) &&
    Math.max(...values) - Math.min(...values) <= WIDEST_CLASSES;
  if (!isUsable) return null;
  return values.map((value, i) => ({
    value,
    name: (names[i] ?? '').replaceAll('_', ' ').slice(0, 60),
  }));
}

const dayOf = (midnight: number) => ({ from: midnight, to: midnight + DAY_SECONDS });
const isOf = (midnight: number, time = Number.NaN): boolean =>
  time >= midnight && time < midnight + DAY_SECONDS;

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * All rows of a file that is one launch and reaches beyond the day: it belongs to the day on which
 * it starts. Null for other files.
 */
async function launchOf(
  dataset: Dataset,
  variable: Variable,
  axis: TimeAxis,
  within: TimedRows,
): Promise<TimedRows | null> {
  if (within.times.length === 0) return null;
  const [first = Number.NaN] = await readTimes(dataset, axis, 0, 1);
  const [last = Number.NaN] = await readTimes(dataset, axis, axis.length - 1, axis.length);
  const isLonger = first < (within.times[0] ?? first) || last > (within.times.at(-1) ?? last);
  // the times of a long file are not all read
  if (!isLonger || !(last - first <= LONGEST_LAUNCH_S)) return null;
  const all = await rowsWithin(dataset, axis, ALWAYS, APART.line);
  return (await climbOf(dataset, variable, thinned(all))) ? all : null;
}

const isDrawn = (variable: Variable, time: string | undefined): boolean =>
  time !== undefined &&
  variable.dimensions[0] === time &&
  variable.dimensions.length <= 2 &&
  variable.type !== 'char' &&
  variable.type !== 'string';

async function emptyBins(
  dataset: Dataset,
  variable: Variable,
  isImage: boolean,
): Promise<LineBins | ImageBins> {
  if (!isImage) return emptyLine();
  const { at } = await levelsOf(dataset, variable);
  return emptyImage(variable.shape[1] ?? 1, levelsShown(at, IMAGE_ROWS));
}

/**
 * Adds the profiles of a file to those of the day; null where the instrument does not move through
 * heights.
 */
async function profilesOf(
  dataset: Dataset,
  variable: Variable,
  all: TimedRows,
  midnight: number,
  before: Profiles | null,
): Promise<Profiles | null> {
  const rows = thinned(all);
  const heights = await climbOf(dataset, variable, rows);
  if (!heights) return null;
  const axis = { name: heights.name, units: heights.units };
  if (before && before.axis.units !== axis.units) return before;
  const known = before?.ascents ?? [];
  if (known.length >= MOST_ASCENTS) return before;
  const values = await readMeasured(dataset, variable, rows);
  const quality = await qualityReader(dataset, variable)(rows);
  const ascent = ascentOf({ times: rows.times, midnight, at: heights.at, values, quality });
  return { kind: 'profile', axis, ascents: ascent ? [...known, ascent] : known };
}

/** Rows of an ascent that are read: more than it has points, so that few of those are missing. */
const ASCENT_ROWS = 480;

function thinned(rows: TimedRows): TimedRows {
  const apart = Math.ceil(rows.times.length / ASCENT_ROWS);
  if (apart <= 1) return rows;
  const every = rows.every * apart;
  return { ...rows, every, times: rows.times.filter((_, i) => i % apart === 0) };
}

async function fill(
  dataset: Dataset,
  variable: Variable,
  { start, every, times, stop }: TimedRows,
  samples: LineBins | ImageBins,
  { midnight, step }: { readonly midnight: number; readonly step: number },
): Promise<void> {
  const levels = variable.shape[1] ?? 1;
  const quality = qualityReader(dataset, variable);
  const block = Math.max(1, Math.floor(BLOCK_VALUES / levels));
  for (let first = 0; first < times.length; first += block) {
    const next = Math.min(times.length, first + block);
    const rows = {
      start: start + first * every,
      stop: Math.min(stop, start + next * every),
      every,
    };
    const values = await readMeasured(dataset, variable, rows);
    const of = await quality(rows);
    for (let row = first; row < next; row++) {
      const second = (times[row] ?? Number.NaN) - midnight; // one of the rows
      if (!(second >= 0 && second < DAY_SECONDS)) continue;
      const at = (row - first) * levels;
      if (samples.kind === 'line') {
        const value = values[at] ?? Number.NaN; // one value a row
        if (!Number.isNaN(value)) addToLine(samples, second, value, of(at));
      } else
        addToImage(
          samples,
          second,
          reachOf(times, row, step * every),
          rowOf(values, at, levels, of),
        );
    }
  }
}

function rowOf(
  values: Float64Array,
  at: number,
  levels: number,
  quality: (index: number) => Quality,
) {
  // Gates without a value are no failures: radars and lidars mask what is below their noise.
  const row = { values: values.subarray(at, at + levels), present: 0, bad: 0, indeterminate: 0 };
  for (let level = 0; level < levels; level++) {
    if (Number.isNaN(values[at + level] ?? Number.NaN)) continue;
    row.present++;
    const said = quality(at + level);
    if (said === 'bad') row.bad++;
    else if (said === 'indeterminate') row.indeterminate++;
  }
  return row;
}
