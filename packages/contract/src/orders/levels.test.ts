// Which data levels a cart item offers, and which it takes at first.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDataLevels } from '../catalogue/data-level.ts';
import { defaultLevel, type Level, offeredLevels } from './levels.ts';
import { ANY_TIME } from './span.ts';

const level = (dataLevel: string, start: number, end: number): Level => ({
  datastream: `sgpmetE13.${dataLevel}`,
  dataLevel,
  start,
  end,
});
const raw = level('00', 0, 100);
const a1 = level('a1', 0, 50);
const b1 = level('b1', 60, 100);
const c1 = level('c1', 10, 20);
const levels = [a1, raw, c1, b1];

const codes = fc.uniqueArray(fc.constantFrom('00', '01', 's1', 'a0', 'a1', 'b1', 'c1', 'c2', 'm0'));
const anyLevels = fc
  .tuple(codes, fc.array(fc.tuple(fc.nat(90), fc.nat(9)), { minLength: 9, maxLength: 9 }))
  .map(([all, spans]) =>
    all.map((code, i) =>
      level(code, spans[i]?.[0] ?? 0, (spans[i]?.[0] ?? 0) + (spans[i]?.[1] ?? 0)),
    ),
  );
const anyWindow = fc.record({
  start: fc.option(fc.nat(99)),
  end: fc.option(fc.nat(99)),
});

it('[C071] wholly outside the date window are hidden and counted', () => {
  fc.assert(
    fc.property(anyLevels, anyWindow, (all, window) => {
      const { visible, hidden } = offeredLevels(all, [window]);
      expect(visible.length + hidden).toBe(all.length);
      for (const l of all) {
        const outside =
          (window.start !== null && l.end < window.start) ||
          (window.end !== null && l.start > window.end) ||
          (window.start !== null && window.end !== null && window.start > window.end);
        expect(visible.includes(l)).toBe(!outside);
      }
    }),
  );
});

it('[C072] levels of a cart item are hidden unless all are asked for; highest first either way', () => {
  const window = { start: 0, end: 55 };
  expect(offeredLevels(levels, [window]).visible).toEqual([c1, a1, raw]);
  expect(offeredLevels(levels, [window])).toEqual(offeredLevels(levels, [window], true));
  const all = offeredLevels(levels, [window], false);
  expect(all).toEqual({ visible: [c1, b1, a1, raw], hidden: 0 });
  const codes = all.visible.map((l) => l.dataLevel);
  expect([...codes].sort((x, y) => compareDataLevels(y, x))).toEqual(codes);
});

it('[C069] levels of a cart item take the requested one if present, hidden or not, in whatever case it was typed', () => {
  expect(defaultLevel(levels, ANY_TIME, { requested: 'sgpmetE13.a1' })).toBe(a1);
  expect(defaultLevel(levels, { start: 0, end: 5 }, { requested: 'SGPMETE13.B1' })).toBe(b1);
  expect(defaultLevel(levels, ANY_TIME, { requested: 'sgpmetE13.z9' })).toBe(c1);
});

it('[C070] levels of a cart item are else the highest visible of the datastream facet, of the level facet, the first visible', () => {
  const wishes = { datastreams: ['sgpmetE13.a1', 'sgpmetE13.00'], dataLevels: ['b1'] };
  expect(defaultLevel(levels, ANY_TIME, wishes)).toBe(a1);
  expect(defaultLevel(levels, { start: 55, end: null }, wishes)).toBe(raw);
  expect(defaultLevel(levels, ANY_TIME, { dataLevels: ['b1', 'a1'] })).toBe(b1);
  expect(defaultLevel(levels, { start: null, end: 55 }, { dataLevels: ['b1', 'a1'] })).toBe(a1);
  expect(defaultLevel(levels, ANY_TIME)).toBe(c1);
  expect(defaultLevel(levels, { start: 70, end: 80 })).toBe(b1);
});

it('levels of a cart item take the highest of all when none is visible, and none of none', () => {
  expect(defaultLevel(levels, { start: 500, end: 600 })).toBe(c1);
  expect(defaultLevel([], ANY_TIME)).toBeNull();
});
