// The best of a ranking, picked without sorting all of it, as sorting all of it would pick them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topPlaces } from './top.ts';

const numbers = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 80 });

it('a page has the places that a sort of all would put there, whatever its size', () => {
  fc.assert(
    fc.property(numbers, fc.nat(40), fc.nat(12), (values, from, size) => {
      const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
      const places = Int32Array.from(values, (_, place) => place);
      const found = topPlaces(places, compare, from, size);
      expect([...found]).toEqual([...places].sort(compare).slice(from, from + size));
      expect([...places]).toEqual(values.map((_, place) => place)); // as it was given
    }),
  );
});

it('the first hits of a large result are selected without sorting all of it', () => {
  const places = Int32Array.from({ length: 5000 }, (_, n) => (n * 3989) % 5000);
  let compared = 0;
  const found = topPlaces(
    places,
    (a, b) => {
      compared++;
      return a - b;
    },
    2,
    3,
  );
  expect([...found]).toEqual([2, 3, 4]);
  expect(compared).toBeLessThan(7000); // a sort compares some fifty thousand times
});
