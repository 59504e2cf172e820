// Reads a window of a variable from the files of the archive: values as measured, with what checks
// say of each.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import {
  type Dataset,
  findTimeAxis,
  NetcdfError,
  openDataset,
  type TimeAxis,
  textAttribute,
  type Variable,
} from '@isobar/netcdf';
import { ascentOf } from '../../core/facts/ascents.ts';
import {
  climbOf,
  edgesOf,
  type Levels,
  levelsBetween,
  levelsOf,
  levelsShown,
} from '../../core/facts/heights.ts';
import { type Quality, qualityReader, readMeasured } from '../../core/facts/measured-values.ts';
import { reachOf } from '../../core/facts/sample-widths.ts';
import { rowsWithin, type TimedRows, type TimeSpan } from '../../core/facts/timed-rows.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { WindowSamples } from './look-columns.ts';
import { IMAGE_ROWS, launchColumn, MARKS, WindowImage } from './look-image.ts';
import type { WindowJob } from './look-job.ts';

/** Values of one block, and of a whole window; windows with more are read in steps. */
const BLOCK_VALUES = 1_000_000;
const MOST_VALUES = 12_000_000;
/** Rows of a launch that are read. */
const LAUNCH_ROWS = 480;
/** A launch stands for so many seconds, or until the next one. */
const LAUNCH_SECONDS = 6 * 3600;

export type ReadWindow = Pick<LookReply, 'units' | 'every' | 'thinned' | 'leftOut' | 'shown'>;

/** Files that are read at the same time: most of the time is waiting for the storage. */
const AT_ONCE = 4;

/**
 * Puts what was read of a file into the window; false: it is no launch, and only launches were to
 * be read.
 */
type Put = () => boolean;
interface Prepared {
  readonly units: string;
  readonly put: Put;
}

/** Null: the files hold no launches, and only those were to be read. */
export async function readWindow(
  archive: ArchiveStore,
  job: WindowJob,
): Promise<ReadWindow | null> {
  const reading = new Reading(job);
  const ahead: Promise<Prepared | 'absent' | null>[] = [];
  const start = (at: number): void => {
    const path = job.files[at];
    if (path === undefined) return;
    const begun = prepare(archive, path, job, reading);
    begun.catch(() => undefined); // thrown when it is awaited
    ahead.push(begun);
  };
  for (let at = 0; at < AT_ONCE; at++) start(at);
  const units = job.units ?? (await latestUnits(archive, job));
  for (let at = 0; at < job.files.length; at++) {
    const prepared = await ahead[at];
    start(at + AT_ONCE);
    if (prepared === null || prepared === undefined) reading.leaveOut('that cannot be read');
    else if (prepared === 'absent') continue;
    else if (units !== undefined && prepared.units !== units)
      reading.leaveOut(`in ${prepared.units || 'no units'}`);
    else if (!prepared.put()) {
      await Promise.allSettled(ahead); // their files are closed
      return null;
    }
    delete ahead[at];
  }
  const shown = units ?? job.facts.units;
  return { ...reading.found(shown), units: shown };
}

const prepare = (
  archive: ArchiveStore,
  path: string,
  job: WindowJob,
  reading: Reading,
): Promise<Prepared | 'absent' | null> =>
  withFile(archive, path, async (dataset) => {
    const variable = dataset.variables.find(({ name }) => name === job.frame.variable);
    if (!variable) return 'absent';
    return { units: unitsOf(variable), put: await reading.prepare(dataset, variable) };
  });

/** What `act` resolves; null for a file that cannot be understood. */
export async function withFile<T>(
  archive: ArchiveStore,
  path: string,
  act: (dataset: Dataset) => Promise<T>,
): Promise<T | null> {
  try {
    const dataset = await openDataset(archive.localPath?.(path) ?? (await archive.open(path)));
    try {
      return await act(dataset);
    } finally {
      await dataset.close();
    }
  } catch (error) {
    if (error instanceof NetcdfError && error.code !== 'unreadable') return null;
    throw error;
  }
}

export const unitsOf = (variable: Variable): string =>
  (textAttribute(variable, 'units') ?? '').trim();

/** Units of the latest file that has the variable; undefined: none of the last few has it. */
async function latestUnits(
  archive: ArchiveStore,
  { files, frame }: WindowJob,
): Promise<string | undefined> {
  for (const path of files.slice(-3).reverse()) {
    const units = await withFile(archive, path, async ({ variables }) => {
      const variable = variables.find(({ name }) => name === frame.variable);
      return variable && unitsOf(variable);
    });
    if (typeof units === 'string') return units;
  }
  return undefined;
}

/** A launch that was read: its heights and values. */
interface Launch {
  readonly start: number;
  readonly heights: Pick<Levels, 'name' | 'units'>;
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
  readonly marks: readonly number[];
}

class Reading {
  private readonly job: WindowJob;
  private readonly samples: WindowSamples;
  private image: WindowImage | undefined;
  private readonly launches: Launch[] = [];
  private readonly left = new Map<string, number>();
  private readonly steps: number[] = [];
  private thinned = 1;

  constructor(job: WindowJob) {
    this.job = job;
    this.samples = new WindowSamples(job.span, job.columns);
  }

  leaveOut(reason: string): void {
    this.left.set(reason, (this.left.get(reason) ?? 0) + 1);
  }

  async prepare(dataset: Dataset, variable: Variable): Promise<Put> {
    const axis = await findTimeAxis(dataset);
    if (axis.dimension === undefined || variable.dimensions[0] !== axis.dimension) return NOTHING;
    const levels = variable.shape[1] ?? 1;
    if (variable.dimensions.length > 2 || levels === 0 || levels > BLOCK_VALUES) return NOTHING;
    if (variable.dimensions.length === 1) {
      const launch = await launchOf(dataset, variable, axis);
      if (launch) return () => this.launches.push(launch) > 0;
    }
    if (this.job.from === 'ascents') return () => this.launches.length > 0;
    return await this.prepareRows(dataset, variable, axis, levels);
  }

  private async prepareRows(
    dataset: Dataset,
    variable: Variable,
    axis: TimeAxis,
    levels: number,
  ): Promise<Put> {
    const { span, columns } = this.job;
    const isImage = variable.dimensions.length === 2;
    const apart = isImage ? (span.to - span.from) / columns : 0;
    const rows = await this.within(dataset, axis, apart, levels);
    if (rows.times.length === 0) return NOTHING;
    const at = isImage ? await levelsOf(dataset, variable) : null;
    const blocks = await blocksOf(dataset, variable, rows, levels);
    return () => {
      if (!Number.isNaN(rows.step)) this.steps.push(rows.step);
      this.thinned = Math.max(this.thinned, rows.every);
      const put = at ? this.columnsInto(at, rows) : undefined;
      if (at && !put) return true;
      for (const { first, count, values, quality } of blocks)
        for (let row = 0; row < count; row++) {
          const from = row * levels;
          if (put)
            put(first + row, values.subarray(from, from + levels), (level) =>
              quality(from + level),
            );
          else
            this.samples.add(
              rows.times[first + row] ?? Number.NaN,
              values[from] ?? Number.NaN,
              quality(from),
            );
        }
      return true;
    };
  }

  /** The rows of a file that are read: fewer where the window would have too many values. */
  private async within(
    dataset: Dataset,
    axis: TimeAxis,
    apart: number,
    levels: number,
  ): Promise<TimedRows> {
    const all = await rowsWithin(dataset, axis, this.job.span, apart);
    const values = all.times.length * levels;
    const share = MOST_VALUES / this.job.files.length;
    return values <= share ? all : thinner(all, Math.ceil(values / share));
  }

  /** Puts rows of a file into the picture; undefined: its levels do not fit to those before. */
  private columnsInto(levels: Levels, rows: TimedRows) {
    const { span, columns } = this.job;
    const axis = { name: levels.name, units: levels.units };
    if (!this.image) {
      const count = levelsShown(levels.at, IMAGE_ROWS).length;
      this.image = new WindowImage({ axis, edges: edgesOf(levels.at), rows: count }, span, columns);
    }
    const { image } = this;
    if (image.of.axis.units !== axis.units) {
      this.leaveOut('with levels in other units');
      return undefined;
    }
    const shown = levelsBetween(levels.at, image.of.rows, image.of.edges);
    const column = {
      values: new Float32Array(image.of.rows),
      marks: new Uint8Array(image.of.rows),
    };
    const step = Number.isNaN(rows.step) ? Number.NaN : rows.step * rows.every;
    return (row: number, values: Float64Array, quality: (level: number) => Quality): void => {
      for (const [at, level] of shown.entries()) {
        column.values[at] = values[level] ?? Number.NaN;
        column.marks[at] = level < 0 ? 0 : MARKS[quality(level)];
      }
      image.add(rows.times[row] ?? Number.NaN, reachOf(rows.times, row, step), column);
    };
  }

  /** `units`: those of the values. */
  found(units: string): Omit<ReadWindow, 'units'> {
    const { thinned } = this;
    const leftOut = [...this.left].map(([reason, files]) => ({ reason, files }));
    const steps = this.steps.sort((a, b) => a - b);
    const every = steps[Math.floor(steps.length / 2)] ?? null;
    if (this.launches.length > 0)
      return { every: null, thinned: 1, leftOut, shown: this.launchImage(units) };
    return {
      ...{ every, thinned, leftOut },
      shown: this.image ? this.image.shown([], units) : this.samples.shown(),
    };
  }

  private launchImage(units: string) {
    const launches = this.launches.toSorted((a, b) => a.start - b.start);
    const [first] = launches;
    if (!first) return null;
    const heights = launches.flatMap(({ at }) => [...at]);
    const edges = [
      Math.min(
        0,
        heights.reduce((low, one) => Math.min(low, one), Number.POSITIVE_INFINITY),
      ),
      heights.reduce((high, one) => Math.max(high, one), Number.NEGATIVE_INFINITY),
    ] as const;
    const of = { axis: first.heights, edges, rows: IMAGE_ROWS };
    const image = new WindowImage(of, this.job.span, this.job.columns);
    for (const [n, launch] of launches.entries()) {
      if (launch.heights.units !== first.heights.units) continue;
      const next = launches[n + 1]?.start ?? Number.POSITIVE_INFINITY;
      const after = Math.min(LAUNCH_SECONDS, next - launch.start);
      image.add(launch.start, { before: 0, after }, launchColumn(of, launch));
    }
    return image.shown(
      launches.map(({ start }) => start),
      units,
    );
  }
}

const NOTHING: Put = () => true;

interface Block {
  readonly first: number;
  readonly count: number;
  readonly values: Float64Array;
  readonly quality: (index: number) => Quality;
}

async function blocksOf(
  dataset: Dataset,
  variable: Variable,
  rows: TimedRows,
  levels: number,
): Promise<readonly Block[]> {
  const block = Math.max(1, Math.floor(BLOCK_VALUES / levels));
  const read = qualityReader(dataset, variable);
  const blocks: Block[] = [];
  for (let first = 0; first < rows.times.length; first += block) {
    const next = Math.min(rows.times.length, first + block);
    const part = {
      start: rows.start + first * rows.every,
      stop: Math.min(rows.stop, rows.start + next * rows.every),
      every: rows.every,
    };
    const values = await readMeasured(dataset, variable, part);
    blocks.push({ first, count: next - first, values, quality: await read(part) });
  }
  return blocks;
}

function thinner(rows: TimedRows, by: number): TimedRows {
  const times = rows.times.filter((_, at) => at % by === 0);
  return { ...rows, every: rows.every * by, times };
}

/**
 * Names of heights; whether an instrument rises is looked at only where there is one along time.
 */
const HEIGHT = /alt|height|^z$|geopot/i;

/** All rows of the file, wherever the window begins. */
const ALWAYS: TimeSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Null: the instrument does not rise or fall through the air. */
export async function launchOf(
  dataset: Dataset,
  variable: Variable,
  axis: TimeAxis,
): Promise<Launch | null> {
  const mayRise = dataset.variables.some(
    ({ name, dimensions }) =>
      dimensions.length === 1 && dimensions[0] === axis.dimension && HEIGHT.test(name),
  );
  if (!mayRise) return null;
  const all = await rowsWithin(dataset, axis, ALWAYS, 0);
  const rows = thinner(all, Math.max(1, Math.ceil(all.times.length / LAUNCH_ROWS)));
  const heights = await climbOf(dataset, variable, rows);
  if (!heights) return null;
  const values = await readMeasured(dataset, variable, rows);
  const quality = await qualityReader(dataset, variable)(rows);
  const ascent = ascentOf({ times: rows.times, midnight: 0, at: heights.at, values, quality });
  if (!ascent) return null;
  const marks = new Array<number>(ascent.at.length).fill(MARKS.good);
  for (const at of ascent.indeterminate) marks[at] = MARKS.indeterminate;
  for (const at of ascent.bad) marks[at] = MARKS.bad;
  const axisOfHeights = { name: heights.name, units: heights.units };
  return {
    start: ascent.start,
    heights: axisOfHeights,
    at: ascent.at,
    values: ascent.values,
    marks,
  };
}
