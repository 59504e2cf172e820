// The share of valid values of each bin, and the words for all of them.
import { expect, it } from 'vitest';
import { binHours, shareBins, shareWords } from './share.ts';

const columns = (n: readonly (number | null)[], bad: readonly (number | null)[]) => ({
  ...{ datastream: 'sgpmetE13.b1', variable: 'temp', units: 'degC', dimensions: 1 },
  ...{ from: '1970-01-02T00:00:00Z', to: '1970-01-07T00:00:00Z', hours: 24 },
  ...{ n: [...n], bad: [...bad], indeterminate: [], missing: n.map(() => 0) },
  ...{ mean: [], min: [], max: [], computing: [4], limited: [], otherUnits: [] },
});

it('[FX4] the share of valid values counts valid values as a part of what a bin usually has, and leaves unknown ones open', () => {
  const bins = shareBins(columns([1440, 720, 0, 1440, null], [0, 720, 0, 0, null]));
  expect(bins.map(({ share }) => share)).toEqual([1, 0.5, 0, 1, null]);
  expect(bins[0]).toMatchObject({ start: 24, end: 48 });
  expect(shareWords(bins, 24)).toBe(
    'Of 5 parts of 1 d: 2 whole, 1 in part, 1 without valid values, 1 not read yet',
  );
});

it('the share of valid values takes what is usual from the middle of all bins, with values that are not valid', () => {
  const shares = (n: number[], bad: number[]) =>
    shareBins({ ...columns(n, bad), computing: [] }).map(({ share }) => share);
  expect(shares([5, 5, 5], [5, 5, 5])).toEqual([0.5, 0.5, 0.5]);
  expect(shares([10, 100, 40], [0, 0, 0])).toEqual([0.25, 1, 1]);
});

it('the share of valid values is empty where nothing has a value', () => {
  expect(shareBins(columns([0, 0], [0, 0])).map(({ share }) => share)).toEqual([0, 0]);
});

it('the share of valid values has at most 600 bins: hours of a month, whole days of decades', () => {
  expect([binHours(10), binHours(24 * 365), binHours(24 * 365 * 30)]).toEqual([1, 15, 456]);
});
