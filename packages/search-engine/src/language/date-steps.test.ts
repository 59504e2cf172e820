// Keys of date histograms: of calendar units and of fixed widths, moved by an offset, with and
// without those between.
import { expect, it } from 'vitest';
import { dateInterval, dateSteps, keysInOrder, MAX_HISTOGRAM_BUCKETS } from './date-steps.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const shown = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

it.each([
  [{ calendar_interval: 'quarter' }, '2024-04-01T00:00:00', '2024-07-01T00:00:00'],
  [{ calendar_interval: '1w' }, '2024-05-13T00:00:00', '2024-05-20T00:00:00'],
  [{ calendar_interval: 'minute' }, '2024-05-18T13:14:00', '2024-05-18T13:15:00'],
  [{ fixed_interval: '12h' }, '2024-05-18T12:00:00', '2024-05-19T00:00:00'],
  [{ fixed_interval: '90m' }, '2024-05-18T12:00:00', '2024-05-18T13:30:00'],
  [{ fixed_interval: '10s' }, '2024-05-18T13:14:10', '2024-05-18T13:14:20'],
  [{ fixed_interval: '5000ms' }, '2024-05-18T13:14:15', '2024-05-18T13:14:20'],
  [{ fixed_interval: '1d', offset: '+6h' }, '2024-05-18T06:00:00', '2024-05-19T06:00:00'],
  [{ fixed_interval: '1d', offset: '-6h' }, '2024-05-17T18:00:00', '2024-05-18T18:00:00'],
  [{ calendar_interval: '1d', offset: '14h' }, '2024-05-17T14:00:00', '2024-05-18T14:00:00'],
  [{ calendar_interval: 'month', offset: '+0d' }, '2024-05-01T00:00:00', '2024-06-01T00:00:00'],
])('%j has the key %s for a value, and then %s', (options, key, next) => {
  const steps = dateSteps(dateInterval(options));
  const found = steps.keyOf(at('2024-05-18T13:14:15'));
  expect([shown(found), shown(steps.next(found))]).toEqual([key, next]);
});

it('the interval of a date histogram holds times before 1970', () => {
  const { keyOf } = dateSteps(dateInterval({ fixed_interval: '1d' }));
  expect(shown(keyOf(-1))).toBe('1969-12-31T00:00:00');
});

it.each([
  [{ calendar_interval: '2d' }, /\[2d\] could not be parsed as a calendar interval/],
  [{ fixed_interval: '0d' }, /failed to parse \[0d\] as a time value/],
  [{ fixed_interval: '1w' }, /failed to parse \[1w\]/],
  [{ fixed_interval: '1d', offset: 'x' }, /failed to parse \[x\]/],
])('%j is refused', (options, message) => {
  expect(() => dateInterval(options)).toThrow(message);
});

const tens = {
  keyOf: (value: number) => Math.floor(value / 10) * 10,
  next: (key: number) => key + 10,
};

it('the keys of a histogram are those that were found, in order, where empty buckets are not wanted', () => {
  expect(keysInOrder([30, 10], tens, 1, null)).toEqual([10, 30]);
  expect(keysInOrder([30, 10], tens, 1, { min: 0, max: 99 })).toEqual([10, 30]);
});

it('the keys of a histogram include those between and out to the bounds where empty buckets are wanted', () => {
  expect(keysInOrder([30, 10], tens, 0, null)).toEqual([10, 20, 30]);
  expect(keysInOrder([30, 10], tens, 0, { min: -5, max: 45 })).toEqual([-10, 0, 10, 20, 30, 40]);
  expect(keysInOrder([30, 10], tens, 0, { min: 15, max: 25 })).toEqual([10, 20, 30]);
  expect(keysInOrder([], tens, 0, { min: 15, max: 25 })).toEqual([10, 20]);
  expect(keysInOrder([], tens, 0, null)).toEqual([]);
});

it('the keys of a histogram are refused where they are too many', () => {
  const most = 10 * (MAX_HISTOGRAM_BUCKETS - 1);
  expect(keysInOrder([0, most], tens, 0, null)).toHaveLength(MAX_HISTOGRAM_BUCKETS);
  expect(() => keysInOrder([0, most + 10], tens, 0, null)).toThrow(
    'Trying to create too many buckets. Must be at most [65536]',
  );
  const found = Array.from({ length: MAX_HISTOGRAM_BUCKETS }, (_, at) => at * 10);
  expect(keysInOrder(found, tens, 1, null)).toEqual(found);
  expect(() => keysInOrder([...found, -10], tens, 1, null)).toThrow('too many buckets');
});
