// Which files a datastream has: their first sample and how many, with the outages that real streams
// have.
import { DAY } from './clock.ts';
import { hash, unit } from './hash.ts';
import { missingSpans } from './quality.ts';
import type { Stream } from './streams.ts';
import { sortieOf, tetherOf } from './tracks.ts';

/** Samples lie `stream.design.step` seconds apart from `first` (seconds UTC). */
export interface StreamFile {
  readonly stream: Stream;
  readonly first: number;
  readonly records: number;
  /** Which of the day's soundings or scans it is; 0 for every other span. */
  readonly turn: number;
}

/** Files with a first sample in [from, to), in order of time. */
export function* filesOf(
  stream: Stream,
  from = stream.start,
  to = stream.end,
): Generator<StreamFile> {
  const outages = outagesOf(stream);
  const start = Math.max(from, stream.start);
  const end = Math.min(to, stream.end);
  if (start >= end) return;
  switch (stream.span) {
    case 'hour':
      yield* regular(stream, outages, start, end, (t) => t - (t % 3_600) + 3_600);
      return;
    case 'quarter':
      yield* regular(stream, outages, start, end, (t) => t - (t % 21_600) + 21_600);
      return;
    case 'day':
      yield* regular(stream, outages, start, end, (t) => t - (t % DAY) + DAY);
      return;
    case 'month':
      yield* regular(stream, outages, start, end, nextMonth);
      return;
    case 'year':
      yield* regular(stream, outages, start, end, nextYear);
      return;
    case 'sounding':
    case 'scan':
      yield* several(stream, outages, start, end);
      return;
    case 'flight':
    case 'tether':
      yield* flights(stream, start, end);
      return;
    default:
      stream.span satisfies never;
  }
}

/** [from, to) without data, in order; none touches the first or last day of the stream. */
export function outagesOf(stream: Stream): readonly (readonly [number, number])[] {
  const known = OUTAGES.get(stream.name);
  if (known) return known;
  const first = stream.start + DAY;
  const last = stream.end - DAY;
  const spans: [number, number][] = [];
  if (last - first > 18 * DAY) {
    const month = 30 * DAY;
    for (let from = first; from < last; from += month) {
      const number = Math.round(from / DAY);
      if (unit(stream.seed + 101, number) > 0.16) continue;
      const begin = from + Math.floor(unit(stream.seed + 102, number) * 30 * 24) * 3_600;
      const days = 0.15 + 4.5 * unit(stream.seed + 103, number) ** 3;
      spans.push([begin, begin + Math.round(days * 1_440) * 60]);
    }
  }
  for (const [from, to] of missingSpans(stream.name)) {
    if (to - from > 4 * DAY) spans.push([from, to]);
  }
  const clipped = spans
    .map(([from, to]) => [Math.max(from, first), Math.min(to, last)] as const)
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of clipped) {
    const before = merged.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  OUTAGES.set(stream.name, merged);
  return merged;
}

const OUTAGES = new Map<string, readonly (readonly [number, number])[]>();

function* regular(
  stream: Stream,
  outages: readonly (readonly [number, number])[],
  start: number,
  end: number,
  next: (t: number) => number,
): Generator<StreamFile> {
  const step = stream.design.step;
  const phase = phaseOf(stream);
  let i = 0;
  // A file belongs to the period it starts in: go back to where the period of `start` began.
  for (let from = periodStart(stream, start, next); from < end; from = next(from)) {
    if (isLeftOut(stream, from)) continue;
    let a = Math.max(from, stream.start);
    let b = Math.min(next(from), stream.end);
    while ((outages[i]?.[1] ?? Number.POSITIVE_INFINITY) <= a) i++;
    const outage = outages[i];
    if (outage && outage[0] <= a && outage[1] < b) a = outage[1];
    else if (outage && outage[0] <= a) continue;
    for (let k = i; (outages[k]?.[0] ?? b) < b; k++) {
      const [begin, stop] = outages[k] ?? [b, b];
      if (begin > a && stop >= b) b = begin;
    }
    const first = firstOnGrid(a, step, phase);
    const records = Math.ceil((b - first) / step);
    if (records > 0 && first >= start && first < end) yield { stream, first, records, turn: 0 };
  }
}

/** Streams with large files keep one day in `perDay`, and their last. */
function isLeftOut(stream: Stream, day: number): boolean {
  if (stream.span !== 'day' || stream.perDay === 1) return false;
  const number = Math.round((day - stream.start) / DAY);
  return number % stream.perDay !== 0 && day + DAY < stream.end;
}

function periodStart(stream: Stream, t: number, next: (t: number) => number): number {
  if (stream.span === 'month') return Date.UTC(yearOf(t), monthOf(t)) / 1000;
  if (stream.span === 'year') return Date.UTC(yearOf(t), 0) / 1000;
  const length = next(0);
  return t - (t % length);
}

/**
 * The first second at or after `t` that is `phase` after a whole number of steps since midnight.
 */
function firstOnGrid(t: number, step: number, phase: number): number {
  const midnight = t - (t % DAY);
  const since = Math.ceil((t - midnight - phase) / step - 1e-9);
  return midnight + Math.max(0, since) * step + phase;
}

/** Loggers start at midnight; instruments with a clock of their own a little later. */
function phaseOf(stream: Stream): number {
  const step = stream.design.step;
  return step >= 60 || step < 1 ? 0 : Math.floor(unit(stream.seed, 9) * step);
}

function* several(
  stream: Stream,
  outages: readonly (readonly [number, number])[],
  start: number,
  end: number,
): Generator<StreamFile> {
  const gap = DAY / stream.perDay;
  for (let day = start - (start % DAY); day < end; day += DAY) {
    for (let turn = 0; turn < stream.perDay; turn++) {
      const number = Math.round(day / DAY) * 300 + turn;
      const sounding = stream.span === 'sounding';
      const offset = sounding
        ? 60 *
          (Math.round((gap * (turn + 0.917)) / 60) +
            Math.floor((unit(stream.seed + 5, number) - 0.4) * 17))
        : Math.round(gap * turn) + Math.floor(unit(stream.seed + 5, number) * 20);
      const first = day + Math.min(DAY - 60, Math.round(offset));
      if (first < start || first >= end) continue;
      if (sounding && unit(stream.seed + 6, number) < 0.02) continue;
      if (outages.some(([from, to]) => first >= from && first < to)) continue;
      yield { stream, first, records: lengthOf(stream, number), turn };
    }
  }
}

/** Soundings end where the balloon bursts; scans have as many rays as their design says. */
function lengthOf(stream: Stream, number: number): number {
  const rays = stream.design.dimensions.get('rays');
  if (rays !== undefined) return rays;
  return Math.round((3_700 + 1_900 * unit(stream.seed + 7, number)) / stream.design.step);
}

function* flights(stream: Stream, start: number, end: number): Generator<StreamFile> {
  const { site, facility } = stream;
  const step = stream.design.step;
  const plan = stream.span === 'flight' ? sortieOf : tetherOf;
  for (let day = start - (start % DAY); day < end; day += DAY) {
    const sortie = plan(site, facility, day);
    // Every stream has its first and last day, whether or not a flight was drawn for it.
    const edge = day <= stream.start || day >= stream.end - DAY;
    const takeOff = sortie?.takeOff ?? (edge ? day + 15 * 3_600 : undefined);
    if (takeOff === undefined || takeOff < start || takeOff >= end) continue;
    const landing = Math.min(sortie?.landing ?? takeOff + 7_200, stream.end);
    if (!edge && hash(stream.seed + 8, Math.round(day / DAY)) % 20 === 0) continue;
    const records = Math.ceil((landing - takeOff) / step);
    if (records > 0) yield { stream, first: takeOff, records, turn: 0 };
  }
}

const yearOf = (t: number): number => new Date(t * 1000).getUTCFullYear();
const monthOf = (t: number): number => new Date(t * 1000).getUTCMonth();
const nextMonth = (t: number): number => Date.UTC(yearOf(t), monthOf(t) + 1) / 1000;
const nextYear = (t: number): number => Date.UTC(yearOf(t) + 1, 0) / 1000;
