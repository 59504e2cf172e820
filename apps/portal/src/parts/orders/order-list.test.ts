// The list of past orders: periods, filter, paging, and what its address says.
import { expect, it } from 'vitest';
import { orderEntry } from '../../testing/order-fixtures.ts';
import { citedOf } from '../citation/cited.ts';
import { citationObjects } from './cited-of.ts';
import {
  changed,
  DEFAULT_LIST,
  emptyMessage,
  listSearch,
  matchingOrders,
  oldestDay,
  PAGE_SIZES,
  PERIODS,
  readListState,
} from './order-list.ts';

const at = (text: string): number => Date.parse(text) / 1000;

it('[O011] [O066] the order list has four periods, Week first', () => {
  expect(PERIODS.map((one) => one.label)).toEqual([
    'Last Week',
    'Last Month',
    'Last Year',
    'Forever',
  ]);
  expect(DEFAULT_LIST.period).toBe('week');
});

it('[O067] a week is 7 days, a month 1 month, a year 1 year', () => {
  const now = at('2026-03-31T12:00:00Z');
  expect(oldestDay('week', now)).toBe('2026-03-24');
  expect(oldestDay('month', now)).toBe('2026-02-28');
  expect(oldestDay('year', now)).toBe('2025-03-31');
  expect(oldestDay('year', at('2024-02-29T00:00:00Z'))).toBe('2023-02-28');
  expect(oldestDay('month', at('2026-01-15T00:00:00Z'))).toBe('2025-12-15');
  expect(oldestDay('forever', now)).toBeNull();
});

it('[O068] the order list has page sizes 10, 20, 50 and 100, default 10', () => {
  expect(PAGE_SIZES).toEqual([10, 20, 50, 100]);
  expect(DEFAULT_LIST.size).toBe(10);
});

it('[O069] a change of period or filter goes back to page 1 and size 10', () => {
  const far = { period: 'week', text: '', page: 4, size: 50 } as const;
  expect(changed(far, { period: 'year' })).toEqual({ ...far, period: 'year', page: 1, size: 10 });
  expect(changed(far, { text: 'met' })).toEqual({ ...far, text: 'met', page: 1, size: 10 });
  expect(changed(far, { page: 2 })).toEqual({ ...far, page: 2 });
  expect(changed(far, { size: 20 })).toEqual({ ...far, page: 1, size: 20 });
});

it('[O014] [O015] the order list says that there are none, for the period', () => {
  expect(PERIODS.map((one) => emptyMessage(one.value))).toEqual([
    'No Order History Found. For Last Week.',
    'No Order History Found. For Last Month.',
    'No Order History Found. For Last Year.',
    'No Order History Found.',
  ]);
});

it('[O012] filters by all words, wherever they stand', () => {
  const orders = [orderEntry(), orderEntry({ orderId: 12, datastreams: [] })];
  const ids = (text: string) => matchingOrders(orders, text).map((one) => one.orderId);
  expect(ids('')).toEqual([4711, 12]);
  expect(ids('SGP meteorological')).toEqual([4711]);
  expect(ids('sgpmetE13')).toEqual([4711]);
  expect(ids('12')).toEqual([12]);
  expect(ids('sgp nsa')).toEqual([]);
  const expired = orderEntry({ orderId: 13, expired: true });
  expect(matchingOrders([...orders, expired], 'expired')).toEqual([expired]);
});

it('the order list lives in the address', () => {
  const state = { period: 'forever', text: 'met', page: 3, size: 20 } as const;
  expect(readListState(listSearch(state))).toEqual(state);
  expect(listSearch(DEFAULT_LIST)).toEqual({});
  expect(readListState({ period: 'x', page: '-1', size: '7' })).toEqual(DEFAULT_LIST);
});

it('the order list cites each datastream once, from its earliest start to its latest end', () => {
  const [one] = orderEntry().datastreams;
  const [level] = one?.dataLevels ?? [];
  if (!one || !level) throw new Error('the fixture has a level');
  const later = { ...level, startDate: '2021-01-01T00:00:00Z', endDate: '2021-02-01T00:00:00Z' };
  const order = orderEntry({ datastreams: [{ ...one, dataLevels: [later, level] }] });
  expect(citedOf(citationObjects(order))).toEqual([
    { datastream: 'sgpmetE13.b1', startDate: '2020-01-01', endDate: '2021-02-01' },
  ]);
});
