// The list of past orders: periods, filter and paging. Pure.
import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { standing } from '../tracking/words.ts';

export const PERIODS = [
  { value: 'week', label: 'Last Week', name: 'Week' },
  { value: 'month', label: 'Last Month', name: 'Month' },
  { value: 'year', label: 'Last Year', name: 'Year' },
  { value: 'forever', label: 'Forever', name: null },
] as const;
export type Period = (typeof PERIODS)[number]['value'];

export const PAGE_SIZES = [10, 20, 50, 100] as const;

/** What the address says of the list; all of it is text there. */
export type ListState = {
  readonly period: Period;
  readonly text: string;
  readonly page: number;
  readonly size: number;
};

export const DEFAULT_LIST: ListState = { period: 'week', text: '', page: 1, size: 10 };

/** Search parameters -> state; what does not fit is the default. */
export function readListState(search: Readonly<Record<string, string>>): ListState {
  const page = Number(search.page);
  return {
    period: PERIODS.find((one) => one.value === search.period)?.value ?? DEFAULT_LIST.period,
    text: search.filter ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((size) => String(size) === search.size) ?? DEFAULT_LIST.size,
  };
}

/** State -> search parameters; defaults are left out. */
export const listSearch = (state: ListState): Record<string, string> => ({
  ...(state.period === DEFAULT_LIST.period ? {} : { period: state.period }),
  ...(state.text === '' ? {} : { filter: state.text }),
  ...(state.page === 1 ? {} : { page: String(state.page) }),
  ...(state.size === DEFAULT_LIST.size ? {} : { size: String(state.size) }),
});

/** Changing sort or filter goes back to page 1 and size 10; changing the size to page 1. */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  if (change.period !== undefined || change.text !== undefined) {
    return { ...state, ...change, page: DEFAULT_LIST.page, size: DEFAULT_LIST.size };
  }
  if (change.size !== undefined) return { ...state, ...change, page: 1 };
  return { ...state, ...change };
}

/** The oldest day of a period, YYYY-MM-DD UTC: 7 days, 1 month or 1 year ago; null: no limit. */
export function oldestDay(period: Period, nowSeconds: number): string | null {
  const now = new Date(nowSeconds * 1000);
  switch (period) {
    case 'week':
      return formatDay(nowSeconds - 7 * 86_400);
    case 'month':
      return monthsBefore(now, 1);
    case 'year':
      return monthsBefore(now, 12);
    case 'forever':
      return null;
  }
}

/**
 * Orders in which all words occur: in number, date, status, titles, places, datastreams or levels.
 */
export function matchingOrders(
  orders: readonly OrderHistoryEntry[],
  text: string,
): readonly OrderHistoryEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return orders;
  return orders.filter((order) => {
    const haystack = [
      String(order.orderId),
      order.orderDate,
      standing(order).words,
      ...order.datastreams.flatMap((one) => [
        one.title,
        one.site,
        one.facility,
        one.name,
        one.category,
        ...one.dataLevels.flatMap((level) => [level.datastream, level.dataLevel]),
      ]),
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/**
 * 'No Order History Found.', with the period if one is chosen; not for a filter that matches
 * nothing.
 */
export function emptyMessage(period: Period): string {
  const name = PERIODS.find((one) => one.value === period)?.name;
  return name ? `No Order History Found. For Last ${name}.` : 'No Order History Found.';
}

/** The same day some months earlier, or the last day of a shorter month. */
function monthsBefore(now: Date, months: number): string {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return formatDay(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay)) / 1000);
}
