// How much of a variable is there, bin by bin of its time: valid values as a part of what a bin
// usually has. Pure.
import type { FactColumns } from '@isobar/contract/calls/facts.ts';
import { parseInstant } from '@isobar/contract/time.ts';

export interface ShareBin {
  /** Hours since 1970 UTC. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1; null: not computed yet. */
  readonly share: number | null;
}

/** Bins of a timeline at most. */
const MOST_BINS = 600;

/**
 * Hours of a bin, so that a span of hours has few enough: whole days where it is longer than one.
 */
export function binHours(hours: number): number {
  const needed = Math.ceil(hours / MOST_BINS);
  return needed <= 24 ? Math.max(1, needed) : Math.ceil(needed / 24) * 24;
}

export function shareBins({ from, hours, n, bad, missing, computing }: FactColumns): ShareBin[] {
  const first = (parseInstant(from) ?? 0) / 3600;
  const totals = n.map((valid, row) => (valid ?? 0) + (bad[row] ?? 0) + (missing[row] ?? 0));
  const usual = median(totals.filter((total) => total > 0));
  const unknown = new Set(computing);
  return n.map((valid, row) => ({
    start: first + row * hours,
    end: first + (row + 1) * hours,
    share: unknown.has(row) ? null : usual === 0 ? 0 : Math.min(1, (valid ?? 0) / usual),
  }));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** From this share on a bin counts as whole. */
const WHOLE = 0.95;

/** 'Of 120 parts of 3 days: 100 whole, 15 in part, 5 without values'. */
export function shareWords(bins: readonly ShareBin[], hours: number): string {
  const of = (isMeant: (share: number) => boolean) =>
    bins.filter(({ share }) => share !== null && isMeant(share)).length;
  const unknown = bins.filter(({ share }) => share === null).length;
  const length = hours >= 24 ? `${hours / 24} d` : `${hours} h`;
  return [
    `Of ${bins.length} parts of ${length}: ${of((share) => share >= WHOLE)} whole`,
    `${of((share) => share > 0 && share < WHOLE)} in part`,
    `${of((share) => share === 0)} without valid values`,
    ...(unknown > 0 ? [`${unknown} not read yet`] : []),
  ].join(', ');
}
