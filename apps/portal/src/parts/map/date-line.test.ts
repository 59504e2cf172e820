// Longitudes across the date line: they run on where those of the map jump.
import type { Corner } from '@isobar/contract/places/shape.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromTheWest, shiftAfter } from './date-line.ts';

const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

it('a moving centre is continuous, however often it crosses the date line', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -179, max: 179 }),
      fc.array(fc.integer({ min: -170, max: 170 }), { maxLength: 40 }),
      (start, steps) => {
        let [real, turn] = [start, 0];
        for (const step of steps) {
          const before = wrapped(real);
          real += step;
          turn = shiftAfter(turn, before, wrapped(real));
          expect(wrapped(real) + turn).toBe(real);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('corners keep their form and begin between 180 west and 180 east', () => {
  const area: readonly Corner[] = [
    [-190, 1],
    [-170, 1],
    [-170, 9],
  ];
  const there = [
    [170, 1],
    [190, 1],
    [190, 9],
  ];
  expect(fromTheWest(area)).toEqual(there);
  expect(fromTheWest(area.map(([lon, lat]): Corner => [lon + 1080, lat]))).toEqual(there);
  expect(fromTheWest(there as unknown as readonly Corner[])).toEqual(there);
  expect(fromTheWest([])).toEqual([]);
});
