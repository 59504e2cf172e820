// Names and descriptions of saved searches.
import { eventSearch } from '@isobar/contract/calls/facts.ts';
import { LONGEST_NAME, type SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { formatDays } from '@isobar/contract/facts/days-address.ts';
import { formatAddress, resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeSaved, hrefOfSaved, nameOfDays, nameOfSearch } from './saved-words.ts';

const daysOf = (more: object) => z.parse(eventSearch, more);
const at = { datastream: 'sgpmetE13.b1', variable: 'temp' };
const clause = (comparison: string, more: object = {}) => ({
  ...{ ...at, statistic: 'mean', comparison, value: 30, ...more },
});
const searchOf = (terms: Search['terms'], more: Partial<Search> = {}): Search => ({
  ...EMPTY_SEARCH,
  terms,
  ...more,
});
const LABELS = { site_code: { sgp: 'Southern Great Plains' } };
const saved = (kind: 'data' | 'days', address: SavedSearch['address']): SavedSearch => ({
  ...{ searchId: '1', name: 'A name', savedAt: '', openedAt: '', kind, address },
  ...{ fresh: null, tell: 'never', hook: null },
});

it.each([
  [{ clauses: [clause('>')] }, 'temp above 30 at sgpmetE13.b1'],
  [{ clauses: [clause('<', { statistic: 'max' })] }, 'max of temp below 30 at sgpmetE13.b1'],
  [{ clauses: [clause('between', { upTo: 35 })] }, 'temp between 30 and 35 at sgpmetE13.b1'],
  [{ variables: [at] }, 'good temp at sgpmetE13.b1'],
  [
    { clauses: [clause('>')], variables: [at] },
    'temp above 30 at sgpmetE13.b1, good temp at sgpmetE13.b1',
  ],
  [{}, 'Days'],
])('days by %j are named %s', (search, name) => {
  expect(nameOfDays(daysOf(search))).toBe(name);
});

it('a search is named by its filters, by codes where no name is known, and no longer than a name may be', () => {
  expect(nameOfSearch(searchOf({ site_code: ['sgp', 'nsa'] }), LABELS)).toMatch(
    /Southern Great Plains.*nsa|nsa.*Southern Great Plains/,
  );
  const exact = 'w'.repeat(LONGEST_NAME);
  expect(nameOfSearch(searchOf({ s: [exact] }), {})).toBe(exact);
  const long = nameOfSearch(searchOf({ s: [`${'w'.repeat(LONGEST_NAME - 2)} and more`] }), {});
  expect(long).toBe(`${'w'.repeat(LONGEST_NAME - 2)}…`);
});

it('a saved search is described by its filters with their kinds, and all data where they are shown', () => {
  const described = (search: Search) => describeSaved(saved('data', formatAddress(search)), LABELS);
  expect(described(searchOf({ site_code: ['sgp'] }))).toMatch(/^\S.* Southern Great Plains$/);
  const all = described(searchOf({ site_code: ['sgp'] }, { data: 'all' }));
  expect(all).toMatch(/ Southern Great Plains · all data$/);
  expect(described(searchOf({}, { data: 'all' }))).toBe('all data');
});

it('saved days are described by their conditions, and by hours in a row where there are several', () => {
  const described = (more: object) =>
    describeSaved(saved('days', { path: formatDays(daysOf(more)), query: {} }), {});
  expect(described({ clauses: [clause('>')] })).toBe('temp above 30 at sgpmetE13.b1');
  expect(described({ clauses: [clause('>')], hours: 3 })).toBe(
    'temp above 30 at sgpmetE13.b1 · at least 3 h in a row',
  );
});

it('a saved search opens the results, and saved days the screen that finds them', () => {
  const search = searchOf({ site_code: ['sgp'] });
  expect(hrefOfSaved(saved('data', formatAddress(search)))).toBe(resultsHref(search));
  const path = formatDays(daysOf({ clauses: [clause('>')] }));
  expect(hrefOfSaved(saved('days', { path, query: {} }))).toBe(`#/days?${path}`);
});
