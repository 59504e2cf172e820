// A selection, and what a count answers of one of its variables, for tests of what will be missing.
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { parseInstant } from '@isobar/contract/time.ts';

const at = (text: string): number => parseInstant(text) ?? Number.NaN;

/** Four days of a datastream, with all of its variables. */
export const SELECTION: Selection = {
  ...{ datastream: 'sgpmetE13.b1', dataLevel: 'b1', isEpoch: false, multipleDates: false },
  dates: [{ start: at('2019-01-01'), end: at('2019-01-04 23:59:59') }],
  ...{ variables: [], files: [], scanNames: [] },
};

/** A thousand values of which none is missing or flagged, but for `some`. */
export const share = (variable: string, some: object) => ({
  ...{ variable, dimensions: 1, values: 1000, missing: 0, incorrect: 0, suspect: 0, either: 0 },
  ...{ checks: 0, incorrectAndChecks: 0, suspectAndChecks: 0, eitherAndChecks: 0, ...some },
});
