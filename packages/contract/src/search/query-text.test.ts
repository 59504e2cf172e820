// Filters as query text, and free text that always parses.

import { parseQueryString } from '@isobar/query-language/query-string.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_SEARCH, setFilter } from './filter.ts';
import { freeText } from './free-text.ts';
import { anyOf, dateClauses, filterClauses } from './query-text.ts';

it('[S159] [S160] [S161] values are alternatives; a wildcard goes as given, the rest is quoted', () => {
  expect(anyOf('f', ['a'])).toBe('f:"a"');
  expect(anyOf('f', ['a"b', 'sgp*.b?'])).toBe('f:("a\\"b" OR sgp*.b?)');
});

it('[S156] [S157] [S158] [S155] dates overlap the window, as YYYY-MM-DDTHH:mm:ssZ', () => {
  expect(dateClauses('2020-01-01', '2020-02-01')).toEqual([
    'start_date:[* TO "2020-02-01T23:59:59Z"]',
    'end_date:["2020-01-01T00:00:00Z" TO *]',
  ]);
  expect(dateClauses('2020-01-01', undefined)).toEqual(['end_date:["2020-01-01T00:00:00Z" TO *]']);
  expect(dateClauses(undefined, '2020-02-01T06:00:00Z')).toEqual([
    'start_date:[* TO "2020-02-01T06:00:00Z"]',
  ]);
});

it('days of an epoch leave the records that overlap them; days go when their epoch does', () => {
  const clauses = filterClauses({ epoch_codes: ['tonga'], epoch_days: ['20220117,20220115,x'] });
  expect(clauses).toEqual([
    'epoch_codes.keyword:"tonga"',
    'start_date:[* TO "2022-01-17T23:59:59Z"]',
    'end_date:["2022-01-15T00:00:00Z" TO *]',
  ]);
  const narrowed = setFilter(setFilter(EMPTY_SEARCH, 'epoch_codes', ['tonga']), 'epoch_days', [
    '20220115',
  ]);
  expect(narrowed.terms).toEqual({ epoch_codes: ['tonga'], epoch_days: ['20220115'] });
  expect(setFilter(narrowed, 'epoch_codes', ['cold']).terms).toEqual({ epoch_codes: ['cold'] });
  expect(setFilter(narrowed, 'epoch_codes', []).terms).toEqual({});
});

it('[S164] filterClauses of a site count only the part before a dot', () => {
  expect(filterClauses({ site_code: ['sgp.C1', 'sgp'] })).toEqual(['site_code.keyword:"sgp"']);
});

it('[S165] a subcategory narrows its own category and is added to another', () => {
  const clauses = filterClauses({
    meas_category_code: ['cloud', 'aeros'],
    meas_subcategory_code: ['aeros.optical'],
  });
  expect(clauses).toEqual([
    '(meas_category_code.keyword:"cloud" OR meas_subcategory_code.keyword:"aeros.optical")',
  ]);
});

it('every clause is text that the search language parses', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), (value) => {
      const text = filterClauses({ datastream: [value], site_code: ['a', 'b'] }).join(' AND ');
      expect(parseQueryString(text, 'AND').ok, text).toBe(true);
    }),
  );
});

it.each([
  ['cloud base', 'cloud base'],
  ['"cloud base" OR ozone', '"cloud base" OR ozone'],
  ['(a OR b) AND NOT c*', '(a OR b) AND NOT c*'],
  ['site_code:sgp -raman', 'site_code:sgp -raman'],
  ['cloud-base', 'cloud-base'],
])('[S162] freeText passes %s unquoted', (typed, sent) => {
  expect(freeText(typed)).toBe(sent);
});

it.each([
  ['"cloud base', 'cloud base'],
  ['(a OR (b', '(a OR (b))'],
  [') a )', 'a'],
  ['AND a OR', 'a'],
  ['a AND AND b', 'a AND b'],
  ['NOT', '*'],
  ['() ""', '*'],
  ['km/h 12:30', 'km h 12 30'],
  ['[1 TO', '1 TO'],
  ['', '*'],
])('freeText repairs %s', (typed, sent) => {
  expect(freeText(typed)).toBe(sent);
});

it('freeText makes a query of every text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '"',
      ':',
      '/',
      '-',
      '+',
      '*',
      '?',
      '\\',
      '[',
      '~',
    ),
    fc.constantFrom('site_code:', 'a', 'cloud', ' '),
    fc.string({ maxLength: 4, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', ' '), (pieces, glue) => {
      const sent = freeText(pieces.join(glue));
      expect(parseQueryString(sent, 'AND').ok, sent).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
