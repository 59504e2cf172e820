// Noise that is the same every time, spread evenly, and smooth where it should be.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hash, hashText, spread, unit, Waves, wave } from './hash.ts';

it('noise is the same on every machine', () => {
  expect([hash(1, 2), hash(-1, 1e12), hashText('sgpmetE13.b1')]).toMatchInlineSnapshot(`
      [
        2459351802,
        2586152929,
        3889008245,
      ]
    `);
});

it('noise fills its range evenly', () => {
  const counts = new Array<number>(10).fill(0);
  for (let i = 0; i < 20_000; i++) counts[Math.floor(unit(7, i) * 10)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(1_800);
  expect(Math.max(...counts)).toBeLessThan(2_200);
  const values = Array.from({ length: 5_000 }, (_, i) => spread(9, i));
  expect(Math.abs(values.reduce((a, b) => a + b, 0) / values.length)).toBeLessThan(0.02);
  expect(values.every((value) => value > -1 && value < 1)).toBe(true);
});

it('noise has no steps where it is smooth', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 2e9 }), (seed, t) => {
      expect(Math.abs(wave(seed, t, 3_600) - wave(seed, t + 1, 3_600))).toBeLessThan(0.001);
    }),
  );
});

it('noise is the same with and without a memory', () => {
  const waves = new Waves(1_000, 4);
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: 0, max: 2e9 }), (number, t) => {
      const period = 600 * (number + 1);
      expect(waves.get(number, t, period)).toBe(wave(1_000 + number, t, period));
    }),
  );
});
