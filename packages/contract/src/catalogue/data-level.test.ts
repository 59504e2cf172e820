import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDataLevels, highestLevel, isNameDisclaimed, isRawLevel } from './data-level.ts';

const IN_ORDER = ['00', '01', 's1', 's2', 'a0', 'a1', 'a2', 'b0', 'b1', 'c1', 'c2', 'c10', 'm0'];

it('[X011] data levels sort raw first, then s, a, b, c, m, each by its number', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(IN_ORDER, { minLength: IN_ORDER.length }), (shuffled) => {
      expect([...shuffled].sort(compareDataLevels)).toEqual(IN_ORDER);
    }),
  );
});

it('data levels have a highest: the last in order', () => {
  expect(highestLevel(['b1', 'c1', 'a1'])).toBe('c1');
  expect(highestLevel(['c2', 'c10'])).toBe('c10');
  expect(highestLevel(['00', 's1'])).toBe('s1');
  expect(highestLevel([])).toBeNull();
});

it('data levels of an unknown form are never the highest', () => {
  expect(highestLevel(['zz', '00', ''])).toBe('00');
  expect(['x', '00', 'e5'].sort(compareDataLevels)).toEqual(['e5', 'x', '00']);
});

it('a data level is equal to itself alone', () => {
  for (const one of [...IN_ORDER, 'x'])
    expect(['x', ...IN_ORDER].filter((other) => compareDataLevels(one, other) === 0)).toEqual([
      one,
    ]);
});

it('[C091] data levels are raw at 00, 01, a0 and a1; 00, 01 and a0 carry the disclaimer', () => {
  expect(IN_ORDER.filter(isRawLevel)).toEqual(['00', '01', 'a0', 'a1']);
  expect(IN_ORDER.filter(isNameDisclaimed)).toEqual(['00', '01', 'a0']);
});
