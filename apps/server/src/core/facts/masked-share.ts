// What quality reports and automatic checks take of each variable, and what is missing, from hour
// facts. Reports are applied here, when the question comes, and never stored.
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { type AffectedSpan, aboutVariable, within } from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import type { Kysely } from 'kysely';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { Tables } from '../../store/tables.ts';
import { HOUR_SECONDS } from './hour-columns.ts';
import {
  type FactReader,
  type FactVariable,
  factVariables,
  type HourRange,
  hoursIn,
  unknownHours,
} from './read-facts.ts';

/** Which values an order turns into missing ones. */
export const MASKS = {
  incorrect: { codes: [CODES.incorrect], checks: 'none' },
  suspect: { codes: [CODES.suspect], checks: 'none' },
  either: { codes: [CODES.incorrect, CODES.suspect], checks: 'none' },
  checks: { codes: [], checks: 'bad' },
  incorrectAndChecks: { codes: [CODES.incorrect], checks: 'bad' },
  suspectAndChecks: { codes: [CODES.suspect], checks: 'doubtful' },
  eitherAndChecks: { codes: [CODES.incorrect, CODES.suspect], checks: 'doubtful' },
} as const;
export type MaskName = keyof typeof MASKS;
const MASK_NAMES = ['incorrect', 'suspect', 'either', 'checks', 'incorrectAndChecks'] as const;
const ALL_MASKS: readonly MaskName[] = [...MASK_NAMES, 'suspectAndChecks', 'eitherAndChecks'];

export type VariableShare = {
  readonly variable: string;
  /** 2: counted are columns, not the values in them. */
  readonly dimensions: 1 | 2;
  /** Samples with a value, also those that a check calls bad. */
  readonly values: number;
  /** Samples without a value. */
  readonly missing: number;
} & { readonly [name in MaskName]: number };

export interface ShareQuestion {
  readonly datastream: string;
  /** Empty: all variables with facts. */
  readonly variables: readonly string[];
  /** Seconds UTC, both ends included. */
  readonly ranges: readonly Span[];
  readonly reports: readonly AffectedSpan[];
  /** First samples of the files, ascending: where the samples of an hour that is cut lie. */
  readonly starts: readonly number[];
}

export interface Shares {
  readonly variables: readonly VariableShare[];
  /** Hours of the ranges. */
  readonly hours: number;
  /** Those in which no variable has a sample. */
  readonly hoursWithout: number;
}

/** Hours times variables of one question; more are estimated from sizes of files instead. */
const MOST_HOURS = 30_000_000;

/**
 * Null: facts of some hour are not there yet, there are none of a variable, or it would be too much
 * to read.
 */
export async function sharesOf(
  db: Kysely<Tables>,
  reader: FactReader,
  question: ShareQuestion,
): Promise<Shares | null> {
  const { datastream, variables: chosen } = question;
  const ranges = mergeSpans(question.ranges);
  const range = wholeHours(ranges);
  if (!range) return null;
  const known = await factVariables(db, datastream);
  const wanted = new Set(chosen);
  const mine = known.filter(({ variable }) => wanted.size === 0 || wanted.has(variable));
  if (chosen.some((name) => !mine.some(({ variable }) => variable === name))) return null;
  if (mine.length === 0 || mine.length * hoursIn(range) > MOST_HOURS) return null;
  const parts = partsOf(ranges, range);
  const unknown = await unknownHours(db, datastream, range);
  if (parts.some((part, hour) => part > 0 && unknown[hour] === 1)) return null;
  return countAll(reader, question, { ranges, range, parts, mine });
}

interface Plan {
  readonly ranges: readonly Span[];
  readonly range: HourRange;
  /** Of each hour: 0 none of it, 1 all of it, 2 a part. */
  readonly parts: Uint8Array;
  readonly mine: readonly FactVariable[];
}

async function countAll(
  reader: FactReader,
  question: ShareQuestion,
  { ranges, range, parts, mine }: Plan,
): Promise<Shares> {
  const spansOf = maskedSpans(question.reports, ranges, range);
  const any = new Uint8Array(parts.length);
  const byName = new Map<string, Counting>();
  for (const { variable, units, dimensions } of mine) {
    const of = { datastream: question.datastream, variable, units };
    const [valid, bad, doubtful, missing] = [
      await reader.counts(of, 'valid', range),
      await reader.counts(of, 'bad', range),
      await reader.counts(of, 'indeterminate', range),
      await reader.counts(of, 'missing', range),
    ];
    const sums = byName.get(variable) ?? newCounting(variable, dimensions);
    byName.set(variable, sums);
    const counts = { valid, bad, doubtful, missing };
    const place = { parts, ranges, from: range.from, starts: question.starts };
    const masks = spansOf(variable);
    for (let hour = 0; hour < parts.length; hour++) {
      if (addHour(sums, hour, counts, place, masks)) any[hour] = 1;
      if (hour % HOURS_AT_ONCE === 0) await breathe();
    }
    await breathe();
  }
  const hours = parts.reduce((sum, part) => sum + (part > 0 ? 1 : 0), 0);
  const hoursWith = any.reduce((sum, one) => sum + one, 0);
  return { variables: [...byName.values()], hours, hoursWithout: hours - hoursWith };
}

/** Hours between two looks at the clock. */
const HOURS_AT_ONCE = 256;

type Counting = { -readonly [K in keyof VariableShare]: VariableShare[K] };

const newCounting = (variable: string, dimensions: 1 | 2): Counting => ({
  ...{ variable, dimensions, values: 0, missing: 0 },
  ...{ incorrect: 0, suspect: 0, either: 0, checks: 0 },
  ...{ incorrectAndChecks: 0, suspectAndChecks: 0, eitherAndChecks: 0 },
});

interface HourCounts {
  readonly valid: Uint32Array;
  readonly bad: Uint32Array;
  readonly doubtful: Uint32Array;
  readonly missing: Uint32Array;
}

interface Place {
  readonly parts: Uint8Array;
  readonly ranges: readonly Span[];
  readonly from: number;
  readonly starts: readonly number[];
}

interface Masked {
  readonly parts: Uint8Array;
  readonly spans: readonly Span[];
}

/** Adds an hour to the sums of a variable; whether it has a sample. */
function addHour(
  sums: Counting,
  hour: number,
  { valid, bad, doubtful, missing }: HourCounts,
  { parts, ranges, from, starts }: Place,
  masks: ReadonlyMap<string, Masked>,
): boolean {
  if (!parts[hour]) return false;
  const [good, failed] = [valid[hour] ?? 0, bad[hour] ?? 0];
  const there = good + failed;
  const absent = missing[hour] ?? 0;
  const start = from + hour * HOUR_SECONDS;
  const all = there + absent;
  if (all === 0) return false;
  const times = { start, count: all, first: startBefore(starts, start) };
  const inside = parts[hour] === 1 ? 1 : insideOf(times, [ranges]) / all;
  sums.values += there * inside;
  sums.missing += absent * inside;
  for (const name of ALL_MASKS) {
    const { codes, checks } = MASKS[name];
    const masked = masks.get(codes.join());
    const part = masked?.parts[hour] ?? 0;
    const covered =
      part === 0 || !masked ? 0 : part === 1 ? inside : insideOf(times, [masked.spans]) / all;
    const lost =
      checks === 'none' ? 0 : failed + (checks === 'doubtful' ? (doubtful[hour] ?? 0) : 0);
    sums[name] += there * covered + lost * (inside - covered);
  }
  return true;
}

/** The latest first sample of a file that is not after the end of an hour. */
function startBefore(starts: readonly number[], hour: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < hour + HOUR_SECONDS) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1] ?? hour;
}

interface Times {
  /** Seconds UTC. */
  readonly start: number;
  readonly count: number;
  readonly first: number;
}

/** A span of a report holds its last second whole. */
const LAST_SECOND = 0.999;
const NEARLY = 1e-6;

/**
 * How many of an hour's samples, evenly spaced from the first sample of the file on, are within all
 * of some lists of disjoint spans.
 */
function insideOf({ start, count, first }: Times, lists: readonly (readonly Span[])[]): number {
  const step = HOUR_SECONDS / count;
  const from = first >= start ? first : first + Math.ceil((start - first) / step - NEARLY) * step;
  const held = lists.map((spans) => spansIn(spans, start, start + HOUR_SECONDS));
  let inside = 0;
  for (let n = 0; n < count; n++) {
    const at = from + n * step;
    const isIn = (spans: readonly Span[]): boolean =>
      spans.some((span) => at >= span.start - NEARLY && at <= span.end + LAST_SECOND + NEARLY);
    if (held.every(isIn)) inside++;
  }
  return inside;
}

/** Those of sorted, disjoint spans that touch [start, end). */
function spansIn(spans: readonly Span[], start: number, end: number): readonly Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? start) < start) low = middle + 1;
    else high = middle;
  }
  let after = low;
  while (after < spans.length && (spans[after]?.start ?? end) < end) after += 1;
  return spans.slice(low, after);
}

/**
 * The spans of reports within the ranges, for each variable and each set of classes; variables with
 * the same reports share them.
 */
function maskedSpans(
  reports: readonly AffectedSpan[],
  ranges: readonly Span[],
  range: HourRange,
): (variable: string) => ReadonlyMap<string, Masked> {
  const known = new Map<string, ReadonlyMap<string, Masked>>();
  const isAbout = reports.map(aboutVariable);
  const sets = [MASKS.incorrect.codes, MASKS.suspect.codes, MASKS.either.codes];
  return (variable) => {
    const own = [...reports.keys()].filter((n) => isAbout[n]?.(variable));
    const key = own.join();
    const before = known.get(key);
    if (before) return before;
    const made = new Map<string, Masked>();
    for (const codes of sets) {
      const spans = own.flatMap((n) => {
        const report = reports[n];
        return report && codes.some((code) => code === report.code) ? [report] : [];
      });
      const inside = within(spans, ranges);
      if (inside.length > 0)
        made.set(codes.join(), { spans: inside, parts: partsOf(inside, range) });
    }
    known.set(key, made);
    return made;
  };
}

/** Of each hour: 0 no second of it is in the spans (sorted, disjoint), 1 all are, 2 some are. */
function partsOf(spans: readonly Span[], { from, to }: HourRange): Uint8Array {
  const parts = new Uint8Array((to - from) / HOUR_SECONDS);
  for (const span of spans) {
    const start = Math.max(0, (span.start - from) / HOUR_SECONDS);
    const end = Math.min(parts.length, (span.end + 1 - from) / HOUR_SECONDS);
    const [firstWhole, afterWhole] = [Math.ceil(start - NEARLY), Math.floor(end + NEARLY)];
    for (let hour = Math.floor(start + NEARLY); hour < Math.min(parts.length, end - NEARLY); hour++)
      parts[hour] = hour >= firstWhole && hour < afterWhole ? 1 : 2;
  }
  return parts;
}

function wholeHours(ranges: readonly Span[]): HourRange | null {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return null;
  return {
    from: Math.floor(first.start / HOUR_SECONDS) * HOUR_SECONDS,
    to: (Math.floor(last.end / HOUR_SECONDS) + 1) * HOUR_SECONDS,
  };
}
