// Places, times and levels that were found in a text as filters, each with what it was taken for.
// Pure.
import type { UnderstoodFilter } from '@isobar/contract/words/understood.ts';
import { addDays, type Span } from './days.ts';
import type { Place } from './vocabulary.ts';
import type { When } from './when.ts';

/** Where in a text something is named. */
export type Found<T> = { readonly start: number; readonly end: number; readonly value: T };

export const placeFilters = (
  text: string,
  places: readonly Found<Place>[],
): readonly UnderstoodFilter[] =>
  places.map(({ start, end, value }) => ({
    typed: text.slice(start, end),
    kind: 'place',
    meaning: value.meaning,
    values: [
      ...(value.sites.length > 0 ? [['site_code', value.sites] as const] : []),
      ...(value.facilities.length > 0 ? [['ffac', value.facilities] as const] : []),
      ...(value.campaigns.length > 0 ? [['iopShortName', value.campaigns] as const] : []),
    ],
  }));

export const levelFilters = (
  text: string,
  levels: readonly Found<string>[],
): readonly UnderstoodFilter[] =>
  levels.map(({ start, end, value }) => ({
    typed: text.slice(start, end),
    kind: 'level',
    meaning: `data level ${value}`,
    values: [['dataLevel', [value]]],
  }));

/** One filter of days; of several times the span that holds all. */
export function timeFilters(text: string, times: readonly When[]): readonly UnderstoodFilter[] {
  return times.map(({ start, end, span, hemisphere }) => ({
    typed: text.slice(start, end),
    kind: 'time',
    meaning: hemisphere ? `${monthsText(span)}, ${hemisphere} hemisphere` : daysText(span),
    values: [
      ...(span.start ? [['start_date', [span.start]] as const] : []),
      ...(span.end ? [['end_date', [span.end]] as const] : []),
    ],
  }));
}

/** Seasons begin and end with a month, so that the days can be left out. */
const monthsText = ({ start, end }: Span): string =>
  start?.endsWith('-01') && end !== null && addDays(end, 1).endsWith('-01')
    ? daysText({ start: start.slice(0, 7), end: end.slice(0, 7) })
    : daysText({ start, end });

function daysText({ start, end }: Span): string {
  if (start === null) return `until ${end}`;
  if (end === null) return `since ${start}`;
  return start === end ? start : `${start} to ${end}`;
}
