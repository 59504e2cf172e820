// What of an understood text becomes filters of a search, and what gives way to what was chosen.
import { expect, it } from 'vitest';
import { EMPTY_SEARCH, type Search, setFilter, setText } from '../search/filter.ts';
import { readAs } from './read-as.ts';
import { filterFields, type Understood, understood } from './understood.ts';

const TYPED = 'wind at sgp or nsa in 2019 and 2021';
const TEXT = setText(EMPTY_SEARCH, TYPED);

function read(...values: Understood['filters'][number]['values']): Understood {
  const filters = values.map((value) => ({
    ...{ typed: 'x', kind: 'place' as const, meaning: 'x', values: [value] },
  }));
  return { typed: TYPED, filters, pieces: [], mended: TYPED, unclear: [], partial: false };
}
const ALL = read(
  ['site_code', ['sgp']],
  ['site_code', ['nsa', 'sgp']],
  ['start_date', ['2021-01-01']],
  ['end_date', ['2021-12-31']],
  ['start_date', ['2019-01-01']],
  ['end_date', ['2019-12-31']],
);
const termsOf = (search: Search, said: Understood | null = ALL) => readAs(search, said).terms;

it('a search with its text understood has each value once, and the span that holds all times', () => {
  expect(readAs(TEXT, ALL).understood).toBe(ALL);
  expect(termsOf(TEXT)).toEqual({
    ...{ s: [TYPED], site_code: ['sgp', 'nsa'] },
    ...{ start_date: ['2019-01-01'], end_date: ['2021-12-31'] },
  });
});

it('a search with another text, or with none understood, is left as it is', () => {
  const other = setText(EMPTY_SEARCH, 'rain');
  expect([readAs(other, ALL), readAs(TEXT, null)]).toEqual([other, TEXT]);
});

it.each([
  ['a site', 'site_code', 'ena', ['site_code']],
  ['a facility', 'ffac', 'sgpC1', ['site_code']],
  ['a first day', 'start_date', '2020-02-02', ['start_date', 'end_date']],
  ['a last day', 'end_date', '2020-02-02', ['start_date', 'end_date']],
  ['an epoch', 'epoch_codes', 'X', ['start_date', 'end_date']],
] as const)(
  '%s that was chosen goes before what the text says of the same',
  (_, field, value, given) => {
    const chosen = setFilter(TEXT, field, [value]);
    const terms = termsOf(chosen);
    for (const one of given) expect([one, terms[one]]).toEqual([one, chosen.terms[one]]);
    const others = (['site_code', 'start_date', 'end_date'] as const).filter(
      (one) => !given.some((name) => name === one),
    );
    for (const one of others) expect([one, terms[one]]).toEqual([one, termsOf(TEXT)[one]]);
  },
);

it('the filters of a text leave out those that were dropped, and names that are no filters', () => {
  const [site, ...rest] = read(
    ['site_code', ['sgp']],
    ['no_such', ['1']],
    ['ffac', ['sgpC1']],
  ).filters;
  expect(filterFields([{ ...site!, dropped: true }, ...rest])).toEqual([['ffac', ['sgpC1']]]);
});

it('an understood text goes over the wire whole, with each kind of its pieces', () => {
  const pieces = (['concept', 'word', 'exact'] as const).map((kind) => ({
    ...{ typed: 'wind', read: 'wind', kind },
  }));
  const whole = { ...ALL, pieces };
  expect(understood.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});
