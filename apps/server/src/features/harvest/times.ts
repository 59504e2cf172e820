// When a file was measured: by its time axis, else by what its attributes, its name or its date on
// disk say.
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import {
  type Dataset,
  findTimeAxis,
  NetcdfError,
  readTimeRange,
  readTimes,
  type TimeAxis,
} from '@isobar/netcdf';
import { dateInName } from '../../core/catalogue/file-name.ts';
import { readModelSpan } from './model-calendar.ts';
import type { Notice } from './problems.ts';
import { readScatteredSpan } from './scattered-times.ts';
import { readWrittenSpan } from './written-times.ts';

/** First and last sample in whole seconds UTC. */
export interface FileTimes {
  readonly start: number;
  readonly end: number;
  /** Why they are not taken from a time axis; empty: they are. */
  readonly notices: readonly Notice[];
}

/** What serves in place of a time axis, the best first. */
export interface OtherTimes {
  /**
   * Global attributes of the file: ACDD's time_coverage_start and _end, or what other conventions
   * call them.
   */
  readonly attributes: Readonly<Record<string, string>>;
  /** The time in the file's name; null where the name states none. */
  readonly named: number | null;
  /** When the file ends according to its name; null or absent: the name does not say. */
  readonly namedEnd?: number | null;
  /** When the file was last written, seconds UTC. */
  readonly modified: number;
}

/** Times of the first and of the last row that has one, seconds since 1970 UTC. */
interface TimeRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The first and last row give the span of a file of an archive, whose samples are in order;
 * `inOrder` false reads every time, and `known` is what they are where they were read before.
 * Throws NetcdfError `truncated`, `corrupt` or `unreadable` when the axis is there but cannot be
 * read.
 */
export async function timesOf(
  dataset: Dataset,
  inOrder: boolean,
  other: OtherTimes,
  known?: TimeRange,
): Promise<FileTimes> {
  if (known && inOrder && isSpan(known)) return measuredTimes(known, other);
  const axis = await findTimeAxis(dataset).catch(unlessNoTime);
  const range = axis ? await spanOf(dataset, axis, inOrder, known) : undefined;
  const measured = range && ordered(range.first, range.last);
  if (!range || !measured || !isPlausible(measured.start) || !isPlausible(measured.end)) {
    const model = axis ? null : await readModelSpan(dataset);
    const modelled = model && ordered(model.first, model.last);
    if (modelled && isPlausible(modelled.start) && isPlausible(modelled.end))
      return { ...modelled, notices: ['model-calendar'] };
    const scattered = axis ? null : await readScatteredSpan(dataset, isPlausible);
    if (scattered) return measuredTimes(scattered, other);
    const written = axis ? null : await readWrittenSpan(dataset);
    if (written && isPlausible(written.first) && isPlausible(written.last))
      return { ...ordered(written.first, written.last), notices: ['no-axis'] };
    const isEmpty = axis?.length === 0;
    return {
      ...timesWithout(other),
      notices: [
        ...(isEmpty ? (['no-records'] as const) : []),
        ...(isTold(other) ? (isEmpty ? [] : (['no-axis'] as const)) : (['no-time'] as const)),
      ],
    };
  }
  return measuredTimes(range, other);
}

/** Whether times of a file that is in order end at these. */
const isSpan = ({ first, last }: TimeRange): boolean =>
  isPlausible(first) && isPlausible(last) && last >= first;

function measuredTimes({ first, last }: TimeRange, { named }: OtherTimes): FileTimes {
  const measured = ordered(first, last);
  const differs = named !== null && Math.abs(measured.start - named) > OTHER_DAY;
  return { ...measured, notices: differs ? ['other-day'] : [] };
}

/**
 * Names tell the first record; some producers name a file by its day, or by the end of its first
 * average.
 */
const OTHER_DAY = 86_400;

async function spanOf(
  dataset: Dataset,
  axis: TimeAxis,
  inOrder: boolean,
  known: TimeRange | undefined,
) {
  const range = known ?? (await readTimeRange(dataset, axis));
  if (!range) return range;
  if (inOrder && isSpan(range)) return range;
  let [first, last] = [Infinity, -Infinity];
  for (const time of await readTimes(dataset, axis)) {
    if (!isPlausible(time)) continue; // a fill value that its attributes do not mention
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return first <= last ? { first, last } : range;
}

/** Whether the file's attributes or its name say when it was measured. */
const isTold = ({ attributes, named }: OtherTimes): boolean =>
  named !== null || coverage(attributes, START) !== null;

/** Used when there is no header to look into. */
export function timesWithout(other: OtherTimes): { start: number; end: number } {
  const [from, to] = [coverage(other.attributes, START), coverage(other.attributes, END)];
  if (from !== null) return ordered(from, to ?? from);
  const at = other.named ?? other.modified;
  return ordered(at, other.named === null ? at : (other.namedEnd ?? at));
}

/** ACDD; EARLINET and ACTRIS; GEOMS; and CF's older relatives. */
const START = [
  'time_coverage_start',
  'measurement_start_datetime',
  'DATA_START_DATE',
  'start_time',
];
const END = ['time_coverage_end', 'measurement_stop_datetime', 'DATA_STOP_DATE', 'end_time'];

function coverage(attributes: OtherTimes['attributes'], names: readonly string[]): number | null {
  for (const name of names) {
    const text = Object.hasOwn(attributes, name) ? attributes[name]?.trim() : undefined;
    const at = instant(text);
    if (at === null || !isPlausible(at)) continue;
    // A day is over at its end.
    return names === END && text && parseDay(text) !== null ? endOfDay(at) : at;
  }
  return null;
}

/** No measurement of the atmosphere in this form is older, and no model looks further ahead. */
const EARLIEST = Date.UTC(1850, 0, 1) / 1000;
const LATEST = Date.UTC(2300, 0, 1) / 1000;

const isPlausible = (seconds: number): boolean => seconds >= EARLIEST && seconds < LATEST;

const ordered = (a: number, b: number): { start: number; end: number } => ({
  start: Math.floor(Math.min(a, b)),
  end: Math.floor(Math.max(a, b)),
});

const instant = (text: string | undefined): number | null =>
  text ? (parseInstant(text.trim()) ?? dateInName(text)) : null;

function unlessNoTime(error: unknown): undefined {
  if (error instanceof NetcdfError && error.code === 'no-time') return undefined;
  throw error;
}
