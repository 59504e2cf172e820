// What of a variable is shown before it is ordered: its first hours, the edge of a report, and some
// of the values there. Pure.
import type { LookReply, SampleReply } from '@isobar/contract/calls/look.ts';
import { intersect, type Span } from '@isobar/contract/orders/span.ts';
import { within } from '@isobar/contract/quality/affected.ts';
import { classNameOf } from '@isobar/contract/quality/classes.ts';
import { LEFT_OUT, type LeftOut, linesOf, masking } from '../look/lines.ts';
import type { Window } from '../look/window.ts';

const HOUR = 3600;
const FIRST_SECONDS = 24 * HOUR;
/** Before and after the edge of a report. */
const EDGE_SECONDS = 6 * HOUR;

/**
 * The first hours of the chosen dates that a datastream has; null: it has none of them. `life`:
 * both ends included.
 */
export function firstHours(dates: readonly Span[], life: Span): Window | null {
  const [first] = within(dates, [life]);
  if (!first) return null;
  return { from: first.start, to: Math.min(first.start + FIRST_SECONDS, first.end + 1) };
}

/**
 * Around the first second of the chosen dates at which one of some reports begins, or else ends;
 * null: there is none.
 */
export function firstEdge(
  reports: readonly Span[],
  dates: readonly Span[],
  life: Span,
): Window | null {
  const held = within(dates, [life]);
  for (const span of within(reports, held)) {
    const inside = held.find((one) => intersect(one, span) !== null);
    if (!inside) continue;
    const edge = span.start > inside.start ? span.start : span.end + 1;
    if (edge > inside.end) continue;
    return {
      from: Math.max(inside.start, edge - EDGE_SECONDS),
      to: Math.min(inside.end + 1, edge + EDGE_SECONDS),
    };
  }
  return null;
}

export type Fate = 'kept' | 'masked' | 'partly' | 'missing' | 'unknown';

/** A sample, the mean of a column of the plot, or a level of a profile. */
export interface ShownValue {
  /** Seconds since 1970 UTC, or the height. */
  readonly at: number;
  readonly value: number | null;
  readonly fate: Fate;
  /** The reports that call it incorrect or suspect, the worst first, in words: 'incorrect'. */
  readonly reports: readonly { readonly id: string; readonly name: string }[];
}

/** Of a line; a picture has none. */
export function valuesOf(reply: LookReply, out: LeftOut): readonly ShownValue[] {
  const { shown } = reply;
  const reports = reportsAt(reply);
  const isUnknown = reply.reports === null && out.codes.length > 0;
  if (shown?.kind === 'samples') {
    const isMasked = masking(reply.reports, out);
    const failed = new Set(out.checks.flatMap((check) => shown[check]));
    return shown.times.map((at, n) => {
      const value = shown.values[n] ?? null;
      const masked = failed.has(n) || isMasked(at);
      const known = masked ? 'masked' : isUnknown ? 'unknown' : 'kept';
      return { at, value, fate: value === null ? 'missing' : known, reports: reports(at) };
    });
  }
  if (shown?.kind !== 'columns') return [];
  const { kept, left } = linesOf(reply, out);
  const masked = new Map(left.map((point) => [point.time, point]));
  const whole = new Map(kept.map((point) => [point.time, point]));
  return [...new Set([...whole.keys(), ...masked.keys()])]
    .toSorted((a, b) => a - b)
    .map((at) => {
      const [some, none] = [whole.get(at), masked.get(at)];
      const fate = some && none ? 'partly' : none ? 'masked' : isUnknown ? 'unknown' : 'kept';
      return { at, value: (some ?? none)?.mean ?? null, fate, reports: reports(at) };
    });
}

/** Of the levels of one profile. */
export function levelsOf(
  reply: LookReply,
  { sample }: SampleReply,
  out: LeftOut,
): readonly ShownValue[] {
  const profile = sample?.profile;
  if (!profile) return [];
  const isMasked = masking(reply.reports, out)(sample.time);
  const isUnknown = reply.reports === null && out.codes.length > 0;
  const reports = reportsAt(reply)(sample.time);
  return profile.at.map((at, n) => {
    const value = profile.values[n] ?? null;
    const failed = out.checks.some((check) => check === profile.checks[n]);
    const known = failed || isMasked ? 'masked' : isUnknown ? 'unknown' : 'kept';
    return { at, value, fate: value === null ? 'missing' : known, reports };
  });
}

function reportsAt({ reports }: LookReply) {
  const told = (reports ?? [])
    .filter(({ code }) => LEFT_OUT.clean.codes.includes(code))
    .toSorted((a, b) => b.code - a.code);
  return (at: number): ShownValue['reports'] => {
    const here = told.filter(({ start, end }) => at >= start && at < end + 1);
    return here.map(({ id, code }) => ({ id, name: classNameOf(code).toLowerCase() }));
  };
}

/** Rows at the beginning, and around the first change of what becomes of values. */
const FIRST_ROWS = 3;
const CHANGE_ROWS = 3;

/** Some of the values, in their order, with the number of those between them that are not shown. */
export function excerptOf(all: readonly ShownValue[]): readonly (ShownValue | number)[] {
  const [first] = all.filter(({ fate }) => fate !== 'missing');
  const change = all.findIndex((one) => one.fate !== 'missing' && keyOf(one) !== keyOf(first));
  const second = change < 0 ? all.length - CHANGE_ROWS : change - 1;
  const from = Math.min(Math.max(0, second), Math.max(0, all.length - CHANGE_ROWS));
  const shown = (n: number): boolean => n < FIRST_ROWS || (n >= from && n < from + CHANGE_ROWS);
  const rows: (ShownValue | number)[] = [];
  for (const [n, one] of all.entries()) {
    const before = rows.at(-1);
    if (shown(n)) rows.push(one);
    else if (typeof before === 'number') rows[rows.length - 1] = before + 1;
    else rows.push(1);
  }
  return rows;
}

const keyOf = (one: ShownValue | undefined): string =>
  one ? [one.fate, ...one.reports.map(({ id }) => id)].join(' ') : '';
