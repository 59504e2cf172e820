// Which ways to widen the search are offered under the table, by the exact conditions.
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { expect, it } from 'vitest';
import { offers } from './below-results.tsx';

const page = (total: number) => ({
  rows: [],
  products: total,
  measurements: total,
  total,
  labels: {},
});
const search = (change: Partial<Search> = {}): Search => ({
  ...EMPTY_SEARCH,
  terms: { site_code: ['sgp'] },
  ...change,
});
const state = (change: object = {}) => ({
  page: page(45),
  counts: { all: 60, recommended: 45 },
  external: 3,
  recommended: true,
  ...change,
});

it('[S054] all data on the last page of recommended-only, when there are more', () => {
  expect(offers(search({ page: 3 }), state()).allData).toBe(true);
  expect(offers(search({ page: 2 }), state()).allData).toBe(false);
  expect(offers(search({ page: 3 }), state({ recommended: false })).allData).toBe(false);
  const same = { all: 45, recommended: 45 };
  expect(offers(search({ page: 3 }), state({ counts: same })).allData).toBe(false);
});

it('[S055] other repositories on page 1, with five results or fewer, when they have some', () => {
  const few = state({ page: page(2), counts: { all: 5, recommended: 2 } });
  expect(offers(search(), few).external).toBe(true);
  expect(offers(search({ page: 2 }), few).external).toBe(false);
  expect(offers(search(), { ...few, external: 0 }).external).toBe(false);
  expect(offers(search(), state({ counts: { all: 6, recommended: 2 } })).external).toBe(false);
  expect(offers(search({ external: true }), few).external).toBe(false);
});
