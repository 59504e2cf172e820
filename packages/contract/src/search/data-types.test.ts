// The checkboxes of data types and the source classes that they stand for: a filter shows as what
// was checked, and codes have labels.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkedTypes, dataTypeLabel, shownTypes, sourceClassesOf } from './data-types.ts';

const FIVE = ['Routine', 'Evaluation', 'Model', 'PI', 'Field Campaign'] as const;

it('any of the five types that are checked are checked again for their filter; all of them, and none, are no filter', () => {
  fc.assert(
    fc.property(fc.subarray([...FIVE]), (checked) => {
      const classes = sourceClassesOf(checked);
      if (checked.length === FIVE.length) expect(classes).toBeNull();
      const isNone = checked.length === 0 || classes === null;
      const shown = isNone ? FIVE : checked;
      expect(checkedTypes(classes ?? [])).toEqual(shown);
      expect(shownTypes(classes ?? [])).toEqual(shown);
      expect(new Set(classes).size).toBe(classes?.length ?? 0);
    }),
  );
});

it('a type of which only a part is shown is shown and not checked, beside one that is whole', () => {
  expect([shownTypes(['armobs']), checkedTypes(['armobs'])]).toEqual([['Routine'], []]);
  const some = ['armmod', 'iop'];
  expect(shownTypes(some)).toEqual(['Model', 'Field Campaign']);
  expect(checkedTypes(some)).toEqual(['Model']);
  expect([shownTypes(['other']), checkedTypes(['other'])]).toEqual([[], []]);
});

it.each([
  ['armobs', 'Routine Data'],
  ['extderiv', 'Routine Data'],
  ['evalobs', 'Evaluation Data'],
  ['armmod', 'Model Data'],
  ['extmod', 'Model Data'],
  ['pi', 'PI Data'],
  ['iop', 'Field Campaign Data'],
  ['airborne', 'Aerial Data'],
  ['c', 'Value Added Product'],
  ['none', null],
])('the code %s is labelled %s', (code, label) => {
  expect(dataTypeLabel(code)).toBe(label);
});
