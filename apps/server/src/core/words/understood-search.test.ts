// The search of an address carries the meaning of its words, unless it is searched as typed or has
// none.
import { EMPTY_SEARCH, setAsTyped, setText } from '@isobar/contract/search/filter.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import { expect, it } from 'vitest';
import { holdingsSearch } from '../catalogue/plan-holdings.ts';
import { smallVocabulary } from './testing/small-vocabulary.ts';
import { understand } from './understand.ts';
import { understoodSearch } from './understood-search.ts';

const words = async (text: string) => understand(text, smallVocabulary(), { today: '2026-11-22' });
const search = setText(EMPTY_SEARCH, 'temperature sgp 2019');

it('the search of a saved search or a feed is narrowed by the dates and places of its words', async () => {
  const meant = await understoodSearch(search, words);
  expect(meaningOf(meant)).toMatchObject({
    start: '2019-01-01',
    end: '2019-12-31',
    sites: ['sgp'],
  });
  expect(JSON.stringify(holdingsSearch(meant))).toContain('end_date:[\\"2019-01-01T00:00:00Z');
});

it('the search of a saved search or a feed stays as it is where it is searched as typed, has no words, or nothing understands them', async () => {
  const typed = setAsTyped(search, true);
  expect(await understoodSearch(typed, words)).toBe(typed);
  expect(await understoodSearch(EMPTY_SEARCH, words)).toBe(EMPTY_SEARCH);
  expect(await understoodSearch(search, undefined)).toBe(search);
});
