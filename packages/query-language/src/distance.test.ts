import { expect, it } from 'vitest';
import { metresOf } from './distance.ts';

it.each([
  ['12km', undefined, 12_000],
  ['12 km', undefined, 12_000],
  ['1e2m', undefined, 100],
  ['.5mi', undefined, 804.672],
  ['60NM', undefined, 111_120],
  ['60nmi', undefined, 111_120],
  ['2yd', undefined, 1.8288],
  [100, undefined, 100],
  ['100', 'km', 100_000],
  [100, 'ft', 30.48],
  ['3km', 'mi', 3000],
  ['0km', undefined, null],
  [-5, undefined, null],
  ['far', undefined, null],
  ['12KM', undefined, null],
  ['12parsec', undefined, null],
  ['12constructor', undefined, null],
  [' 12km', undefined, null],
  ['1e999km', undefined, null],
  ['', undefined, null],
])('%s in %s is %s m', (distance, unit, metres) => {
  expect(metresOf(distance, unit)).toEqual(metres === null ? null : expect.closeTo(metres, 9));
});
