// The order of suggestions for what is typed.
import { expect, it } from 'vitest';
import { bestSuggestions } from './suggestion-fit.ts';

const item = (label: string, code = 'x', count = 1) => ({ label, code, count });
const labels = (items: ReturnType<typeof item>[], text: string, most = 9) =>
  bestSuggestions(items, text, most).map(({ label }) => label);

it('the very name or code comes first, then beginnings, beginnings of words, parts, and what only means it', () => {
  const items = [
    item('Something else'),
    item('Minirain'),
    item('Surface rain rate'),
    item('Rainfall'),
    item('By its code', 'rain'),
    item('Rain'),
  ];
  expect(labels(items, ' Rain ')).toEqual([
    ...['By its code', 'Rain', 'Rainfall', 'Surface rain rate', 'Minirain', 'Something else'],
  ]);
  expect(labels([item('b', 'xrain'), item('a', 'rainx'), item('c', 'y')], 'rain')).toEqual([
    ...['a', 'b', 'c'],
  ]);
});

it('each word that is typed has to begin one of the name', () => {
  const items = [item('Rain of snow'), item('Snow and rain rate')];
  expect(labels(items, 'rate sno')).toEqual(['Snow and rain rate', 'Rain of snow']);
});

it('of those suggestions that fit as well the one with more comes first, then by name', () => {
  const items = [item('Rain b', 'x', 2), item('Rain a', 'x', 2), item('Rain c', 'x', 3)];
  expect(labels(items, 'rain')).toEqual(['Rain c', 'Rain a', 'Rain b']);
});

it('no more are shown than are wanted, and of several that are called alike the best alone', () => {
  const items = [item('Rain', 'x', 1), item('RAIN', 'y', 5), item('Rainfall')];
  expect(labels(items, 'rain')).toEqual(['RAIN', 'Rainfall']);
  expect(labels(items, 'rain', 1)).toEqual(['RAIN']);
  expect(labels([], 'rain')).toEqual([]);
});
