// What each type holds and states as missing, what tells the quality of another variable, and how
// names are listed.
import { expect, it } from 'vitest';
import { numbersAttribute } from '../attribute.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { isFloating, knownMark } from './mask-mark.ts';
import { fillerOf, holds, missingTest, statedMissing, stating } from './missing.ts';
import { isQuality, words } from './select.ts';

const of = (type: NcType, ...attributes: Attribute[]) => ({ type, attributes });
const ints = (name: string, ...values: number[]): Attribute => ({
  ...{ name, type: 'int', value: Int32Array.from(values) },
});

it.each([
  ['byte', -128, true],
  ['byte', -129, false],
  ['byte', 128, false],
  ['ubyte', 255, true],
  ['ubyte', -1, false],
  ['short', 1.5, false],
  ['int', 2147483647, true],
  ['int', 2147483648, false],
  ['uint64', -1n, false],
  ['int64', 2n ** 63n - 1n, true],
  ['int64', 2n ** 63n, false],
  ['float', 1.5, true],
  ['double', 1e300, true],
] as const)('%s holds %s: %s', (type, value, does) => {
  expect(holds(type, value)).toBe(does);
});

it('what a type holds is filled by what it states and can hold, else by -9999, else as its format does', () => {
  expect(fillerOf(of('short', ints('missing_value', 99_999), ints('_FillValue', 5)))).toBe(5);
  expect(fillerOf(of('short', ints('missing_value', 7), ints('_FillValue', 5)))).toBe(7);
  expect(fillerOf(of('short'))).toBe(-9999);
  expect(fillerOf(of('int64'))).toBe(-9999n);
  expect(fillerOf(of('byte'))).toBe(-127);
  expect(fillerOf(of('char', ints('_FillValue', 5)))).toBe(0);
  expect(statedMissing(of('int64', ints('missing_value', 3)))).toBe(3n);
  expect(statedMissing(of('int'))).toBeUndefined();
});

it('what a type holds is missing by its own word and by -9999, also in 64 bits', () => {
  const isMissing = missingTest(of('int64', ints('missing_value', 3)));
  expect([3n, -9999n, 4n, 3, -9999, 4].map(isMissing)).toEqual([
    ...[true, true, false],
    ...[true, true, false],
  ]);
  const exact: Attribute = {
    ...{ name: '_FillValue', type: 'uint64', value: BigUint64Array.of(2n ** 64n - 1n) },
  };
  const isMost = missingTest(of('uint64', exact));
  expect([2n ** 64n - 1n, 2n ** 64n - 2n].map(isMost)).toEqual([true, false]);
  const float = { name: 'missing_value', type: 'double', value: Float64Array.of(0.1) } as const;
  expect(missingTest(of('float', float))(Math.fround(0.1))).toBe(true);
  expect(missingTest(of('double', float))(Math.fround(0.1))).toBe(false);
});

it('what a type holds is stated once, beside what was stated before, in the type of its variable', () => {
  const stated = (type: NcType, value: number, ...attributes: Attribute[]) => {
    const all = stating(of(type, ...attributes), value);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    return Object.fromEntries(
      all.map(({ name, type: own }) => [
        name,
        [own, ...(numbersAttribute({ attributes: all }, name) ?? [])],
      ]),
    );
  };
  expect(stated('int', -9999)).toEqual({
    ...{ missing_value: ['int', -9999], _FillValue: ['int', -9999] },
  });
  expect(stated('int', -9999, ints('_FillValue', -9999))).toEqual({
    ...{ _FillValue: ['int', -9999] },
  });
  expect(stated('int', -9999, ints('missing_value', 4), ints('_FillValue', -9999))).toEqual({
    ...{ missing_value: ['int', 4, -9999], _FillValue: ['int', -9999] },
  });
  expect(stated('int', 4, ints('missing_value', 4), ints('_FillValue', 1))).toEqual({
    ...{ missing_value: ['int', 4], _FillValue: ['int', 1] },
  });
  expect(stated('short', 4, ints('missing_value', 99_999, 3), ints('_FillValue', 1))).toEqual({
    ...{ missing_value: ['short', 3, 4], _FillValue: ['int', 1] },
  });
  expect(stating(of('char'), 4)).toEqual([]);
  expect(stating(of('string'), 4)).toEqual([]);
});

it('what a type holds has a mark that is known, or to be chosen, or none', () => {
  const scale: Attribute = { name: 'scale_factor', type: 'float', value: Float32Array.of(2) };
  const stated = ints('missing_value', 7);
  expect([
    ...[knownMark(of('char', stated)), knownMark(of('string', stated))],
    ...[knownMark(of('float', stated)), knownMark(of('float', stated, scale))],
    ...[knownMark(of('double', scale)), knownMark(of('int', stated)), knownMark(of('int'))],
  ]).toEqual([undefined, undefined, -9999, 7, -9999, 7, 'choose']);
  expect((['float', 'double', 'int', 'char'] as const).map(isFloating)).toEqual([
    ...[true, true, false, false],
  ]);
});

it.each([
  ['qc_temp', {}, true],
  ['aqc_temp', {}, true],
  ['radar/qc_power', {}, true],
  ['qctemp', {}, false],
  ['flags', { flag_masks: '1' }, true],
  ['flags', { flag_values: '1' }, true],
  ['flags', { Bit_3_Description: 'x' }, true],
  ['flags', { qc_bit_3_assessment: 'x' }, true],
  ['flags', { flag_3_assessment: 'x' }, true],
  ['flags', { flag_meanings: 'a b' }, false],
  ['flags', { bit_x_assessment: 'a b' }, false],
] as const)('%s with %j tells quality: %s', (name, attributes, does) => {
  const list = Object.entries(attributes).map(
    ([each, value]): Attribute => ({ name: each, type: 'char', value }),
  );
  expect(isQuality({ name, type: 'int', dimensions: ['time'], shape: [1], attributes: list })).toBe(
    does,
  );
  expect(isQuality(undefined)).toBe(false);
});

it('words of a list of names are apart, without what stands before a colon', () => {
  expect(words(' area: cell_area,  lat\tlon ')).toEqual(['area', 'cell_area', 'lat', 'lon']);
  expect(words(undefined)).toEqual([]);
});
