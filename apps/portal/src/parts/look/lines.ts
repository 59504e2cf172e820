// What was fetched of a variable as points of a plot: kept or left out as it was chosen, and where
// there is nothing. Pure.
import type { LookColumns, LookLane, LookReply, LookSamples } from '@isobar/contract/calls/look.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import type { Law } from '../look-address.ts';
import type { Window } from './window.ts';

/** The samples of a column, or one sample. Seconds since 1970 UTC. */
export interface Point {
  readonly time: number;
  readonly n: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface Lines {
  readonly kept: readonly Point[];
  /** Left out as it was chosen. */
  readonly left: readonly Point[];
  /** Times without a value that are longer than usual. */
  readonly gaps: readonly Window[];
  /** Points farther apart than this are not joined, seconds. */
  readonly reach: number;
}

type Reports = LookReply['reports'];

/** What is left out. */
export interface LeftOut {
  /** Times under reports of these classes. */
  readonly codes: readonly number[];
  /** Samples that a check judges so. */
  readonly checks: readonly ('doubtful' | 'bad')[];
}

const MASKING = [CODES.incorrect, CODES.suspect];
export const LEFT_OUT: Readonly<Record<Law, LeftOut>> = {
  whole: { codes: [], checks: [] },
  clean: { codes: MASKING, checks: ['bad'] },
  strict: { codes: MASKING, checks: ['doubtful', 'bad'] },
};

/** Whether a time is under a report that leaves it out. */
export function masking(reports: Reports, { codes }: LeftOut): (time: number) => boolean {
  const spans = (reports ?? []).filter(({ code }) => codes.includes(code));
  return (time) => spans.some(({ start, end }) => time >= start && time < end + 1);
}

export function linesOf(reply: LookReply, out: LeftOut): Lines {
  const { shown, reports, every } = reply;
  const isMasked = masking(reports, out);
  if (shown?.kind === 'samples') return fromSamples(shown, out, isMasked, every);
  if (shown?.kind === 'columns') return fromColumns(shown, out, isMasked, every);
  return { kept: [], left: [], gaps: [], reach: 0 };
}

/** A pause of more than this many usual steps is a gap. */
const GAP_STEPS = 2.5;

function fromSamples(
  shown: LookSamples,
  { checks }: LeftOut,
  isMasked: (time: number) => boolean,
  every: number | null,
): Lines {
  const { times, values } = shown;
  const out = new Set(checks.flatMap((check) => shown[check]));
  const kept: Point[] = [];
  const left: Point[] = [];
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? null;
    if (value === null) continue;
    const point = { time, n: 1, mean: value, low: value, high: value };
    (out.has(at) || isMasked(time) ? left : kept).push(point);
  }
  const reach = (every ?? 0) * GAP_STEPS || Number.POSITIVE_INFINITY;
  return { kept, left, reach, gaps: gapsOf([...kept, ...left], reach) };
}

const LANES = ['good', 'doubtful', 'bad'] as const;
type Lane = (typeof LANES)[number];

function fromColumns(
  shown: LookColumns,
  { checks }: LeftOut,
  isMasked: (time: number) => boolean,
  every: number | null,
): Lines {
  const kept: Point[] = [];
  const left: Point[] = [];
  const isOut = new Set<Lane>(checks);
  for (let column = 0; column < shown.count; column++) {
    const time = shown.from + (column + 0.5) * shown.step;
    const masked = isMasked(time);
    const inside = LANES.filter((lane) => !isOut.has(lane) && !masked);
    const outside = LANES.filter((lane) => !inside.includes(lane));
    const [good, bad] = [pointOf(shown, inside, column), pointOf(shown, outside, column)];
    if (good) kept.push({ ...good, time });
    if (bad) left.push({ ...bad, time });
  }
  const reach = Math.max(shown.step * 1.5, (every ?? 0) * GAP_STEPS);
  return { kept, left, reach, gaps: gapsOf([...kept, ...left], reach) };
}

/**
 * The samples of several lanes in one column. Lanes of which only the number is known have no
 * point.
 */
function pointOf(
  shown: LookColumns,
  lanes: readonly Lane[],
  column: number,
): Omit<Point, 'time'> | null {
  let [n, sum, low, high] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const name of lanes) {
    const lane: LookLane = shown[name];
    const mean = lane.mean[column] ?? null;
    const count = lane.n[column] ?? 0;
    if (mean === null || count === 0) continue;
    n += count;
    sum += count * mean;
    low = Math.min(low, lane.low[column] ?? mean);
    high = Math.max(high, lane.high[column] ?? mean);
  }
  return n === 0 ? null : { n, mean: sum / n, low, high };
}

function gapsOf(points: readonly Point[], reach: number): readonly Window[] {
  if (!Number.isFinite(reach)) return [];
  const times = points.map(({ time }) => time).sort((a, b) => a - b);
  return times.flatMap((time, at) => {
    const next = times[at + 1];
    return next !== undefined && next - time > reach ? [{ from: time, to: next }] : [];
  });
}

/**
 * The least and the largest value that is drawn; of what is left out where nothing is kept. Null:
 * there is nothing.
 */
export function extremesOf({ kept, left }: Lines): { low: number; high: number } | null {
  const points = kept.length > 0 ? kept : left;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    if (point.low < low) low = point.low;
    if (point.high > high) high = point.high;
  }
  return low <= high ? { low, high } : null;
}

/** What is left out is drawn too where what is kept then has this share of the height at least. */
const LEAST_KEPT = 0.25;

/** The same with what is left out, unless that lies far away, as failed sensors do. */
export function drawnExtremes(lines: Lines): { low: number; high: number } | null {
  const kept = extremesOf(lines);
  const all = extremesOf({ ...lines, kept: [...lines.kept, ...lines.left] });
  if (!kept || !all) return kept;
  return kept.high - kept.low >= LEAST_KEPT * (all.high - all.low) ? all : kept;
}

export interface Placing {
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

const px = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Means as one stroke a run; a point alone is a dot. */
export function meanPath(points: readonly Point[], reach: number, { x, y }: Placing): string {
  const parts: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const { time, mean } of points) {
    const at = `${px(x(time))} ${px(y(mean))}`;
    // Where no step is known, points are not too far apart, however far they are.
    parts.push(parts.length === 0 || time - before > reach ? `M${at}h0` : `L${at}`);
    before = time;
  }
  return parts.join('');
}

/** From the least to the largest value, as one shape a run. */
export function bandPath(points: readonly Point[], reach: number, { x, y }: Placing): string {
  const parts: string[] = [];
  for (const run of runsOf(points, reach)) {
    if (run.every(({ low, high }) => low === high)) continue;
    const up = run.map(({ time, high }) => `${px(x(time))} ${px(y(high))}`);
    const down = run.toReversed().map(({ time, low }) => `${px(x(time))} ${px(y(low))}`);
    parts.push(`M${up.join('L')}L${down.join('L')}z`);
  }
  return parts.join('');
}

function runsOf(points: readonly Point[], reach: number): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const last = runs.at(-1);
    if (last && point.time - before <= reach) last.push(point);
    else runs.push([point]);
    before = point.time;
  }
  return runs;
}
