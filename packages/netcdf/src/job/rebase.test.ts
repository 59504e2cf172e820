// Which type times get that count from another moment, so that none becomes another number.
import { expect, it } from 'vitest';
import type { NcType } from '../dataset.ts';
import { runYielding } from '../yielding.ts';
import { rebase, rebasedType, rebasing, timeUnitsOf } from './rebase.ts';

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
  const since = { secondsPerUnit: 60, epochSeconds: 1e9 };
  const until = (minutes: number) => ({
    ...{ earliest: 1e9, latest: 1e9 + minutes * 60, units: since },
  });
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

const stated = (name: string, attributes: Readonly<Record<string, string>> = {}) => ({
  ...{ name, type: 'double' as const },
  attributes: Object.entries(attributes).map(([key, value]) => ({
    ...{ name: key, type: 'char' as const, value },
  })),
});
const units = { units: 'seconds since 1970-01-01' };

it('bounds count as the times that they bound do, those that are stated and those by name, unless they state their own', async () => {
  const found = await runYielding(
    timeUnitsOf(
      [
        stated('time', { ...units, bounds: 'edges' }),
        stated('edges'),
        stated('stamp', { units: 'minutes since 1970-01-02' }),
        stated('stamp_bounds'),
        stated('late', { ...units, bounds: 'absent' }),
        stated('late_bounds', { units: 'hours since 1970-01-01' }),
        stated('temp', { units: 'degC' }),
        stated('temp_bounds'),
        stated('base_time', units),
      ],
      undefined,
    ),
  );
  expect(Object.fromEntries(found)).toEqual({
    time: seconds,
    edges: seconds,
    stamp: { secondsPerUnit: 60, epochSeconds: 86_400 },
    stamp_bounds: { secondsPerUnit: 60, epochSeconds: 86_400 },
    late: seconds,
    late_bounds: { secondsPerUnit: 3600, epochSeconds: 0 },
  });
});

it('time_offset without an epoch counts from base_time, and no other variable does', async () => {
  const variables = [stated('time_offset', { units: 'seconds' }), stated('elapsed')];
  const counted = await runYielding(timeUnitsOf(variables, 500));
  expect(Object.fromEntries(counted)).toEqual({
    time_offset: { secondsPerUnit: 1, epochSeconds: 500 },
  });
  expect((await runYielding(timeUnitsOf(variables, undefined))).size).toBe(0);
});

it('times that count alike are not converted, and others by their units and moments', () => {
  const minutes = { secondsPerUnit: 60, epochSeconds: 600 };
  const time = stated('time');
  expect(rebasing(seconds, seconds, time)).toBeUndefined();
  expect(rebasing(undefined, seconds, time)).toBeUndefined();
  expect(rebasing(seconds, undefined, time)).toBeUndefined();
  expect(rebasing(minutes, seconds, time)).toMatchObject({ scale: 60, shift: 600 });
  expect(rebasing({ ...seconds, epochSeconds: 600 }, minutes, time)).toMatchObject({
    ...{ scale: 1 / 60, shift: 0 },
  });
  expect(rebasing({ ...seconds, epochSeconds: 60 }, seconds, time)).toMatchObject({
    ...{ scale: 1, shift: 60 },
  });
});
