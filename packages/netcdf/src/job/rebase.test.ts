// Which type times get that count from another moment, so that none becomes another number.
import { expect, it } from 'vitest';
import type { NcType } from '../dataset.ts';
import { rebase, rebasedType } from './rebase.ts';

const change = (scale: number, shift: number) => ({
  ...{ scale, shift, isUnsigned: false },
  stored: (value: unknown) => Number(value),
});
const seconds = { secondsPerUnit: 1, epochSeconds: 0 };
const extent = (earliest: number, latest: number) => ({ earliest, latest, units: seconds });
const LAST = 2 ** 31 - 1;

it.each<[NcType, number, number, [number, number] | null, NcType]>([
  ['short', 1, 86_400, [0, LAST], 'int'],
  ['short', 1, 86_400, [0, LAST + 1], 'double'],
  ['int', 1, 86_400, [-LAST, 0], 'int'],
  ['int', 1, 86_400, [-LAST - 1, 0], 'double'],
  ['int', 60, 0, [0, 60], 'int'],
  ['int', 0.5, 0, [0, 60], 'double'],
  ['int', 1, 0.5, [0, 60], 'double'],
  ['int', 1, 2 ** 30 - 1, null, 'int'],
  ['int', 1, 2 ** 30, null, 'double'],
  ['int', 1, -(2 ** 30), null, 'double'],
  ['int', 60, 1, null, 'double'],
  ['float', 1, 1, [0, 1], 'double'],
  ['double', 0.5, 1, [0, 1], 'double'],
  ['double', 1, 86_400, [0, 60], 'double'],
  ['int64', 1, 1, [0, 1e15], 'int64'],
  ['int64', 0.5, 1, [0, 1], 'double'],
  ['uint64', 1, 1, [0, 1], 'uint64'],
  ['uint64', 1, 1, [-1, 1], 'double'],
  ['uint64', 1, 1, null, 'double'],
])('%s times %d, moved by %d, within %j become %s', (type, scale, shift, ends, wanted) => {
  expect(rebasedType(type, change(scale, shift), ends ? extent(...ends) : undefined)).toBe(wanted);
});

it('the time conversion counts from the moment that the new units name', () => {
  const units = { secondsPerUnit: 60, epochSeconds: 1e9 };
  const until = (minutes: number) => ({ earliest: 1e9, latest: 1e9 + minutes * 60, units });
  expect(rebasedType('short', change(1, 1), until(LAST))).toBe('int');
  expect(rebasedType('short', change(1, 1), until(LAST + 1))).toBe('double');
});

it('the time conversion keeps numbers of 64 bits exact, and leaves missing ones', () => {
  const wide = 2n ** 60n + 1n;
  expect(rebase(wide, change(2, 3))).toBe(2n * wide + 3n);
  expect(rebase(10, change(2, 3))).toBe(23);
  expect(rebase(10, { ...change(2, 3), stored: () => Number.NaN })).toBe(10);
  expect(rebase(10n, { ...change(1, 3), isUnsigned: true })).toBe(13);
});
