// When access to a datastream is limited: notes of the operator, and quality reports of that class.
// Pure.

import type { Span } from '@isobar/contract/orders/span.ts';
import {
  type AffectedSpan,
  firstSecond,
  lastSecond,
  touchesTime,
} from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import type { CuratedTables } from '../tables/curated-tables.ts';
import type { TableRow } from '../tables/schemas.ts';
import { allOf, spansOn } from './spans.ts';

/** When the access is limited of which a note speaks. Infinite sides are open. */
export const accessPeriod = (note: TableRow<'datastream-notes.csv'>): Span => ({
  start: firstSecond(note.access_start),
  end: lastSecond(note.access_end),
});

/**
 * The periods that operators noted, as spans of the class 'limited access'. Infinite sides are
 * open.
 */
export const notedPeriods = (tables: CuratedTables, datastream: string): readonly AffectedSpan[] =>
  tables
    .notesOn(datastream)
    .filter((note) => note.access !== '')
    .map((note) => ({
      datastream,
      ...accessPeriod(note),
      code: CODES.limited,
      variables: [],
    }));

/** All periods of limited access. */
export const limitedSpans = (
  tables: CuratedTables,
  datastream: string,
): readonly AffectedSpan[] => [
  ...notedPeriods(tables, datastream),
  ...spansOn(tables, allOf(datastream)).filter(({ code }) => code === CODES.limited),
];

/** Whether data of these times are of limited access. No range means all times. */
export const limitedAccess = (
  tables: CuratedTables,
  datastream: string,
  ranges: readonly Span[],
): boolean => limitedSpans(tables, datastream).some((period) => touchesTime(period, ranges));
