// From what was chosen (in a cart, in the details, in an order) to what the generated code asks
// for. Pure.
import type { SelectedDatastream } from '../orders/request.ts';
import type { Selection } from '../orders/selection.ts';
import { isDefaultRange } from '../orders/selection.ts';
import { mergeSpans, type Span, startOfDay } from '../orders/span.ts';
import { DAY_SECONDS, formatDay, formatInstant } from '../time.ts';
import type { CodeItem } from './plan.ts';

export type Flagging = { readonly dqrFilter: readonly string[]; readonly qcFilter: boolean };

/** Values that fail are masked, as in an order with SMQC. */
const FAILED = ['Bad'];

/**
 * `available`: if no dates were chosen, the last day that has data stands for all of them, so that
 * the code can be tried at once; its dates are easily changed.
 */
export const itemOfSelection = (
  selected: Selection,
  { dqrFilter, qcFilter }: Flagging,
  available?: Span,
): CodeItem => ({
  datastream: selected.datastream,
  ranges:
    available && isDefaultRange(selected.dates, available)
      ? [lastDay(available)]
      : rangesOf(selected),
  variables: selected.variables,
  fileNames: selected.files.map(({ filename }) => filename),
  reportClasses: dqrFilter,
  assessments: qcFilter ? FAILED : [],
});

export const itemOfOrdered = (ordered: SelectedDatastream): CodeItem => ({
  datastream: ordered.datastream,
  ranges: ordered.dates.map(({ startDate, endDate }) => ({
    start: startDate.replace(' ', 'T'),
    end: endDate.replace(' ', 'T'),
  })),
  variables: ordered.variables,
  fileNames: ordered.files,
  reportClasses: ordered.dqrFilter,
  assessments: ordered.qcFilter ? FAILED : [],
});

export const lastDay = (available: Span): CodeItem['ranges'][number] => {
  const day = formatDay(available.end);
  return { start: day, end: day };
};

/**
 * The chosen dates; where the level has none of the requested ones, the requested dates, so that
 * the service reports it.
 */
function rangesOf({ dates, wish = [] }: Selection): CodeItem['ranges'] {
  if (dates.length > 0) return mergeSpans(dates).map(rangeOf);
  return wish.flatMap(({ start, end }) => {
    const [first, last] = [start ?? end, end ?? start];
    return first === null || last === null ? [] : [rangeOf({ start: first, end: last })];
  });
}

/** A span as days if it begins and ends with a whole day, otherwise as instants. */
function rangeOf({ start, end }: Span): CodeItem['ranges'][number] {
  const isDays = start === startOfDay(start) && (end + 1) % DAY_SECONDS === 0;
  const text = isDays ? formatDay : formatInstant;
  return { start: text(start), end: text(end) };
}
