// Roughly how many samples quality reports flag, from sizes, times and headers of files: while hour
// facts are not there yet. Pure.
import type { Flagged } from '@isobar/contract/calls/flagged.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { type AffectedSpan, within } from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import type { Header } from '../../core/catalogue/header.ts';
import { ALWAYS, type CountedFile, countRows, groups, rowsByDesign } from './counted-rows.ts';

export interface FlaggedInput {
  /** The files, sorted by start. */
  readonly files: readonly CountedFile[];
  /** The headers, keyed by design. */
  readonly headers: ReadonlyMap<string, Header>;
  /** Null: whole files. */
  readonly ranges: readonly Span[] | null;
  /** Empty: all. */
  readonly variables: readonly string[];
  readonly reports: readonly AffectedSpan[];
}

const CLASSES: Readonly<Record<'incorrect' | 'suspect' | 'either', readonly number[]>> = {
  incorrect: [CODES.incorrect],
  suspect: [CODES.suspect],
  either: [CODES.incorrect, CODES.suspect],
};

export const NOTHING: Flagged = {
  ...{ samples: 0, incorrect: 0, suspect: 0, either: 0 },
  ...{ isCounted: false, variables: [], hours: 0, hoursWithout: 0 },
};

/** Yields after each piece of work that is worth a turn of the event loop. */
export function* flaggedOf(input: FlaggedInput): Generator<undefined, Flagged, undefined> {
  const { files, headers, variables, reports } = input;
  const sum = { ...NOTHING };
  const ranges = input.ranges && mergeSpans(input.ranges);
  const designs = yield* rowsByDesign(files, headers, variables);
  for (const { rows, cells } of designs) {
    const all = countRows(rows, ranges ?? ALWAYS);
    for (const each of cells.values()) sum.samples += all * each;
    for (const name of ['incorrect', 'suspect', 'either'] as const) {
      const own = reports.filter(({ code }) => CLASSES[name].includes(code));
      for (const { spans, cells: each } of groups(own, cells)) {
        yield;
        sum[name] += countRows(rows, ranges ? within(spans, ranges) : spans) * each;
      }
    }
  }
  return sum;
}
