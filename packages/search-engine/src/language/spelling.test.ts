// Misspelt words: how far a word is from another, and which known word is meant.
import { expect, it } from 'vitest';
import { distanceWithin, editsFor, lexiconOf, nearestWords } from './spelling.ts';

it.each([
  ['cloud', 'cloud', 2, 0],
  ['cloud', 'clouds', 2, 1],
  ['cloud', 'loud', 2, 1],
  ['cloud', 'clued', 2, 2],
  ['cloud', 'clodu', 2, 1],
  ['lcoud', 'cloud', 2, 1],
  ['cloud', 'rain', 2, 3],
  ['cloud', 'cloudiness', 2, 3],
  ['', 'ab', 2, 2],
  ['abcdef', 'badcfe', 2, 3],
])('from %j to %j are, within %i, %i edits', (a, b, most, expected) => {
  expect(distanceWithin(a, b, most)).toBe(expected);
  expect(distanceWithin(b, a, most)).toBe(expected);
});

it('neighbours that are exchanged are two edits where exchanges do not count as one', () => {
  expect(distanceWithin('clodu', 'cloud', 2, false)).toBe(2);
  expect(distanceWithin('clodu', 'cloud', 1, false)).toBe(2);
});

it('short words, which are codes as often as words, may have no typo, those of four letters one, those of six two', () => {
  expect([1, 3, 4, 5, 6, 24].map(editsFor)).toEqual([0, 0, 1, 1, 2, 2]);
});

it('the nearest known word is the one with the fewest edits, then with the same beginning, then the commoner one', () => {
  const lexicon = lexiconOf(['aerosol', 'aerosols', 'cloud', 'cloud', 'clouds', 'proud', 'sgp1x']);
  expect(nearestWords('areosol', lexicon)).toEqual(['aerosol', 'aerosols']);
  expect(nearestWords('areosol', lexicon, 1)).toEqual(['aerosol']);
  expect(nearestWords('cluod', lexicon)).toEqual(['cloud']);
  expect(nearestWords('rloud', lexicon)).toEqual(['cloud']);
  const even = lexiconOf(['winds', 'winda', 'windb', 'windb']);
  expect(nearestWords('windx', even)).toEqual(['windb', 'winda', 'winds']);
});

it('no word is near that is known, short, a code with figures, or longer than any that is corrected', () => {
  const long = 'a'.repeat(25);
  const lexicon = lexiconOf(['cloud', 'rain', 'sgp12', 'x', long], ['known']);
  for (const word of ['cloud', 'known', 'ran', 'clou1', 'sgp13', `${long.slice(1)}bb`])
    expect([word, nearestWords(word, lexicon)]).toEqual([word, []]);
  expect(nearestWords('rains', lexicon)).toEqual(['rain']);
  expect(nearestWords('knowm', lexicon)).toEqual([]); // no typo is corrected to what is lacking
  expect(lexicon.words.has('x') || lexicon.words.has(long)).toBe(false);
});
