// Values as they are indexed: where they are in a document, and what does not fit its field.
import { expect, it } from 'vitest';
import { numberValue, pointsOf, pointValue, textValue, valuesOf } from './field-values.ts';

it('values are found under a name with dots, within objects and in lists, and null is none', () => {
  const document = {
    'a.b': 1,
    a: { b: 2, c: [{ d: 3 }, { d: [4, null, [5]] }, 'x', null] },
    e: null,
    f: [null],
    'g.h': null,
    g: { h: 6 },
  };
  expect(valuesOf(document, 'a.b')).toEqual([1]);
  expect(valuesOf(document, 'a.c.d')).toEqual([3, 4, 5]);
  expect(valuesOf(document, 'a.c')).toEqual([{ d: 3 }, { d: [4, null, [5]] }, 'x']);
  expect(valuesOf(document, 'g.h')).toEqual([6]);
  for (const field of ['e', 'f', 'x', 'x.y', 'a.x', 'toString', 'a.constructor'])
    expect([field, valuesOf(document, field)]).toEqual([field, []]);
});

it('numbers and truth are texts too, and nothing else is', () => {
  expect(['a', '', 1.5, true, false].map(textValue)).toEqual(['a', '', '1.5', 'true', 'false']);
  expect([null, undefined, {}, []].map(textValue)).toEqual([null, null, null, null]);
});

it.each<[Parameters<typeof numberValue>[0], unknown, number | null]>([
  ['integer', 1.9, 1],
  ['integer', -1.9, -1],
  ['integer', '7', 7],
  ['integer', -0.5, 0],
  ['double', '1e3', 1000],
  ['double', -0, 0],
  ['double', '', null],
  ['double', 'x', null],
  ['double', Number.POSITIVE_INFINITY, null],
  ['double', true, null],
  ['double', null, null],
  ['boolean', true, 1],
  ['boolean', 'true', 1],
  ['boolean', false, 0],
  ['boolean', 'false', 0],
  ['boolean', '', 0],
  ['boolean', 1, null],
  ['boolean', 'yes', null],
  ['date', '1970-01-02', 86_400_000],
  ['date', 1.9, 1],
  ['date', Number.NaN, null],
  ['date', 'soon', null],
  ['date', true, null],
])('as %s, %j is %j', (kind, value, expected) => {
  expect(numberValue(kind, value)).toBe(expected);
});

it.each<[unknown, number | null, number | null]>([
  ['36.5,-97', 36.5, -97],
  [' 36.5 , -97 ', 36.5, -97],
  ['90,180', 90, 180],
  ['-90,-180', -90, -180],
  [{ lat: 36.5, lon: -97 }, 36.5, -97],
  [{ lat: '36.5', lon: '-97' }, 36.5, -97],
  [{ type: 'Point', coordinates: [-97, 36.5] }, 36.5, -97],
  ['90.1,0', null, null],
  ['0,180.1', null, null],
  ['-90.1,0', null, null],
  ['36.5', null, null],
  ['36.5,', null, null],
  ['1,2,3', null, null],
  [{ lat: 36.5 }, null, null],
  [5, null, null],
  [null, null, null],
])('%j is the point %j %j', (value, lat, lon) => {
  expect(pointValue(value)).toEqual(lat === null ? null : { lat, lon });
});

it('a list of two numbers is one point, and a list of points several, of which the wrong ones are passed over', () => {
  const one = { lat: 36.5, lon: -97 };
  expect(pointsOf({ at: [-97, 36.5] }, 'at')).toEqual([one]);
  expect(pointsOf({ at: [-97, 36.5, 300] }, 'at')).toEqual([one]); // a height
  expect(pointsOf({ at: [-97, 95] }, 'at')).toEqual([]);
  expect(pointsOf({ at: '36.5,-97' }, 'at')).toEqual([one]);
  expect(pointsOf({ at: [[-97, 36.5], 'x', one, '95,0'] }, 'at')).toEqual([one, one]);
  expect(pointsOf({ at: [5] }, 'at')).toEqual([]);
  expect(pointsOf({}, 'at')).toEqual([]);
});
