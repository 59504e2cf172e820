// The part of a datastream's life that a search is about. Pure.
import { insideWindow, type Span } from '@isobar/contract/orders/span.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { isDated, meaningOf } from '@isobar/contract/search/meaning.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';

/**
 * Seconds UTC, whole days; null: the search says nothing of dates, or none of its days has data.
 */
export function searchedSpan(
  search: Search,
  life: { readonly startDate: string; readonly endDate: string },
): Span | null {
  const meaning = meaningOf(search);
  const [start, end] = [parseInstant(life.startDate), parseInstant(life.endDate)];
  if (!isDated(meaning) || start === null || end === null) return null;
  const last = parseDay(meaning.end ?? '');
  return insideWindow(
    { start: parseDay(life.startDate.slice(0, 10)) ?? start, end: endOfDay(end) },
    { start: parseDay(meaning.start ?? ''), end: last === null ? null : endOfDay(last) },
  );
}
