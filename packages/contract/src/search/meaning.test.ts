// What a search means: chosen filters, and what was understood of its words.
import { LONGEST_WORDS } from '@isobar/query-language/bounds.ts';
import { expect, it } from 'vitest';
import type { Understood } from '../words/understood.ts';
import { EMPTY_SEARCH, type Search, setFilter, setText } from './filter.ts';
import { isDated, isPlaced, meaningOf, meantSearch, withMeaning, wordsOf } from './meaning.ts';

const READ: Understood = {
  typed: 'sgp 2019 ceilometer',
  filters: [
    { typed: 'sgp', kind: 'place', meaning: 'SGP', values: [['site_code', ['sgp']]] },
    {
      typed: '2019',
      kind: 'time',
      meaning: '2019',
      values: [
        ['start_date', ['2019-01-01']],
        ['end_date', ['2019-12-31']],
      ],
    },
  ],
  pieces: [
    { typed: 'ceilometer', read: 'ceilometer', kind: 'concept', classes: ['ceil', 'vceil'] },
    { typed: 'lidar', read: 'lidar', kind: 'concept', classes: ['ceil', 'mpl'] },
    { typed: 'radar', read: 'radar', kind: 'concept', classes: ['kazr'], not: true },
    { typed: 'sonde', read: 'sonde', kind: 'concept', classes: ['sonde'], missing: true },
    { typed: 'raw', read: 'raw', kind: 'word' },
  ],
  mended: 'sgp 2019 ceilometer',
  unclear: [],
  partial: false,
};
const typed = setText(EMPTY_SEARCH, READ.typed);
const search = withMeaning(typed, READ);

it('what a search means is what its words mean, in the order of the words, without what they exclude and what is nowhere', () => {
  expect(meaningOf(search)).toEqual({
    start: '2019-01-01',
    end: '2019-12-31',
    epoch: null,
    sites: ['sgp'],
    facilities: [],
    area: null,
    levels: [],
    datastreams: [],
    instruments: ['ceil', 'vceil', 'mpl'],
  });
});

it('what a search means is what was chosen where words and a choice are about the same field', () => {
  const chosen = [
    ['instrument_class_code', ['met']],
    ['site_code', ['nsa']],
    ['start_date', ['2020-02-03T04:05:06']],
  ] as const;
  const narrowed = chosen.reduce((one, [field, values]) => setFilter(one, field, values), search);
  expect(meaningOf(narrowed)).toMatchObject({
    start: '2020-02-03',
    end: null,
    sites: ['nsa'],
    instruments: ['met'],
  });
});

it('what a search means is nothing further for words that are searched as typed, or that changed since they were understood', () => {
  const asTyped: Search = { ...search, asTyped: true };
  const changed: Search = setText({ ...search, understood: null }, 'ozone');
  for (const one of [asTyped, { ...changed, understood: { ...READ } }]) {
    expect(meantSearch(one).understood).toBeNull();
    expect(meaningOf(one)).toMatchObject({ start: null, sites: [], instruments: [] });
  }
  expect(meantSearch(changed)).toBe(changed);
});

it('what a search means has a place by sites, facilities or a drawn area, and a time by either date', () => {
  const of = (field: Parameters<typeof setFilter>[1], value: string) =>
    meaningOf(setFilter(EMPTY_SEARCH, field, [value]));
  expect(isPlaced(meaningOf(EMPTY_SEARCH))).toBe(false);
  expect(isPlaced(of('site_code', 'sgp'))).toBe(true);
  expect(isPlaced(of('ffac', 'sgp.E13'))).toBe(true);
  expect(isPlaced(of('shape', '-100 30, -90 30, -90 40'))).toBe(true);
  expect(isDated(meaningOf(EMPTY_SEARCH))).toBe(false);
  expect(isDated(of('start_date', '2019-01-01'))).toBe(true);
  expect(isDated(of('end_date', '2019-01-01'))).toBe(true);
});

it('words can be understood up to their longest, unless they are blank or searched as typed', () => {
  const longest = 'a'.repeat(LONGEST_WORDS);
  expect(wordsOf(setText(EMPTY_SEARCH, longest))).toBe(longest);
  expect(wordsOf(setText(EMPTY_SEARCH, `${longest}a`))).toBeNull();
  expect(wordsOf({ ...EMPTY_SEARCH, terms: { s: [' '] } })).toBeNull();
  expect(wordsOf(EMPTY_SEARCH)).toBeNull();
  expect(wordsOf({ ...typed, asTyped: true })).toBeNull();
});
