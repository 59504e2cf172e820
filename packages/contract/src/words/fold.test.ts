// The words of a text, and the form in which they are compared.
import { expect, it } from 'vitest';
import { keyOf, MOST_TOKENS, tokensOf, variantsOf, wordsOf } from './fold.ts';

it('a word has its place in the text, and each letter by name is a word there', () => {
  expect(tokensOf('é κ_u* 2.5')).toEqual([
    { key: 'e', plain: 'e', start: 0, end: 1 },
    { key: 'kappa', plain: 'kappa', start: 2, end: 3 },
    { key: 'u', plain: 'u', start: 4, end: 5 },
    { key: '2.5', plain: '2.5', start: 7, end: 10 },
  ]);
  expect(tokensOf('Δκ').map(({ plain }) => plain)).toEqual(['delta', 'kappa']);
});

it('a sign that folds to nothing is no word', () => {
  expect(tokensOf('\u0301 rain')).toHaveLength(1);
});

it('a text of many words has no more than the first of them', () => {
  const words = Array.from({ length: MOST_TOKENS + 5 }, (_, n) => `w${n}`);
  expect(tokensOf(words.join(' ')).map(({ plain }) => plain)).toEqual(words.slice(0, MOST_TOKENS));
});

it.each([
  ['u*', 'ustar'],
  ['Vapours', 'vapor'],
  ['velocities', 'velocity'],
  ['flies dies', 'fly die'],
  ['series gas Texas', 'series gas texas'],
  ['gases', 'gas'],
  ['boxes branches masses', 'box branch mass'],
  ['radius axis glass', 'radius axis glass'],
  ['μg µm μ', 'ug um mu'],
  ['normalisation normalised', 'normalization normalized'],
  ['kilometres metre', 'kilometer meter'],
  ['temp', 'temperature'],
  ['2s', '2s'],
])('%s is compared as %s', (text, key) => expect(keyOf(text)).toBe(key));

it.each([
  ['vapor', ['vapor', 'vapour', 'vapors']],
  ['gauge', ['gauge', 'gage', 'gauges']],
  ['category', ['category', 'categories']],
  ['boxes', ['boxes', 'box']],
  ['gas', ['gas']],
  ['gases', ['gases', 'gase', 'gas']],
  ['t2m5', ['t2m5']],
])('%s is looked for as %j', (word, variants) =>
  expect([...variantsOf(word)].sort()).toEqual([...variants].sort()),
);

it.each([
  ["nell'aria", ['aria']],
  ['dell’aria sull’acqua', ['aria', 'acqua']],
  ["la couche d'ozone qu'une sonde", ['la', 'couche', 'ozone', 'une', 'sonde']],
  ["the cloud's edge doesn't", ['the', 'cloud', 'edge', 'doesn']],
  ["all 'clear' d 5", ['all', 'clear', 'd', '5']],
])('%s has words without its clitics', (text, words) => {
  expect(wordsOf(text).map(({ plain }) => plain)).toEqual(words);
});
