// Spans of quality reports whose values are masked, for the classes that an order chose. Pure.
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import type { AffectedSpan } from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';

/** Seconds since 1970 UTC, both ends included. */
type MaskSpan = { variables: 'all' | string[]; start: number; end: number };

/** Far enough for any file, and a number that JSON can hold. */
const OPEN = { start: -1e11, end: 1e11 };

/**
 * The last second of a report is masked whole, since samples may have fractions of seconds: to one
 * microsecond of the next.
 */
const LAST_SECOND = 1 - 1e-6;

export function masksOf(spans: readonly AffectedSpan[], chosen: readonly DqrFilter[]): MaskSpan[] {
  const codes = new Set<number>(chosen.map((filter) => CODES[filter]));
  return spans
    .filter((span) => codes.has(span.code))
    .map(({ variables, start, end }) => ({
      variables: variables.length === 0 ? 'all' : [...variables],
      start: Math.max(start, OPEN.start),
      end: Math.min(end + LAST_SECOND, OPEN.end),
    }));
}
