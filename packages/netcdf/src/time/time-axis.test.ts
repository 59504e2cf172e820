// The time axis of every real file, and of made ones: by units, by base_time, and where there is
// none.

import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realFiles } from '../../../../fixtures/real-files.ts';
import { openDataset } from '../open.ts';
import { type MadeVariable, madeFile } from '../testing/made-file.ts';
import { hasPython, python } from '../testing/tools.ts';
import { findTimeAxis, readTimeRange, readTimes } from './time-axis.ts';

const TRUTH = `
import sys, json, datetime, netCDF4
epoch = datetime.datetime(1970, 1, 1)
out = {}
for path in sys.argv[1:]:
    with netCDF4.Dataset(path) as file:
        file.set_auto_maskandscale(False)
        if 'time' not in file.variables or 'units' not in file['time'].ncattrs() or 'since' not in file['time'].units: continue
        ends = netCDF4.num2date(file['time'][[0, -1]], file['time'].units.rstrip('\\0'), only_use_cftime_datetimes=False, only_use_python_datetimes=True)
        out[path] = [(end - epoch).total_seconds() for end in ends]
print(json.dumps(out))`;

describe.skipIf(!hasPython)('real files (needs Python netCDF4)', () => {
  it('[P146] real files begin and end when cftime says, by the units of time', async () => {
    const truth = JSON.parse(python(TRUTH, ...realFiles())) as Record<string, [number, number]>;
    expect(Object.keys(truth).length).toBeGreaterThan(50);
    for (const [path, [first, last]] of Object.entries(truth)) {
      const dataset = await openDataset(path);
      const range = await readTimeRange(dataset, await findTimeAxis(dataset));
      expect(range?.first, basename(path)).toBeCloseTo(first, 3);
      expect(range?.last, basename(path)).toBeCloseTo(last, 3);
      await dataset.close();
    }
  });
});

const epoch = Date.UTC(2019, 0, 1) / 1000;

it('[P145] the time axis is time_offset from base_time where time has no usable units', async () => {
  const dataset = await madeFile({
    time: 3,
    variables: {
      base_time: { type: 'int', values: [epoch] },
      time_offset: { type: 'double', dimensions: ['time'], values: [0, 60, 120.5] },
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [1, 2, 3],
        attributes: { units: 's' },
      },
    },
  });
  const axis = await findTimeAxis(dataset);
  expect(axis).toMatchObject({ variable: 'time_offset', dimension: 'time', length: 3 });
  expect(await readTimes(dataset, axis)).toEqual(Float64Array.of(epoch, epoch + 60, epoch + 120.5));
});

it('the time axis may have any name that CF marks as time', async () => {
  const dataset = await madeFile({
    time: 2,
    variables: {
      when: {
        type: 'int',
        dimensions: ['time'],
        values: [0, 1],
        attributes: { standard_name: 'time', units: 'hours since 2019-01-01' },
      },
    },
  });
  expect(await readTimes(dataset, await findTimeAxis(dataset))).toEqual(
    Float64Array.of(epoch, epoch + 3600),
  );
});

const clock = (units: string, more: object = {}): MadeVariable => ({
  type: 'float',
  dimensions: ['time'],
  values: [0, 60],
  attributes: { units, ...more },
});
const hours = 'minutes since 2019-01-01 00:00:00';

it('the time axis may be the only variable that counts time along a dimension called so, as in files of WRF', async () => {
  const dataset = await madeFile({
    time: 2,
    dimensions: { scan: 2 },
    variables: {
      XTIME: clock(hours, { description: 'minutes since 2019-01-01 00:00:00' }),
      ITIMESTEP: clock(''),
      origin: clock(hours, { standard_name: 'forecast_reference_time' }),
      scanned: { ...clock(hours), dimensions: ['scan'] },
      turns: { ...clock(hours), dimensions: ['time', 'scan'], values: [0, 1, 2, 3] },
    },
  });
  const axis = await findTimeAxis(dataset);
  expect(axis).toMatchObject({ variable: 'XTIME', dimension: 'time', length: 2 });
  expect(await readTimes(dataset, axis)).toEqual(Float64Array.of(epoch, epoch + 3600));
});

it('the time axis counts from dates without marks between their parts', async () => {
  const dataset = await madeFile({
    time: 2,
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 1],
        attributes: { units: 'days since 20190101' },
      },
    },
  });
  const axis = await findTimeAxis(dataset);
  expect(await readTimes(dataset, axis)).toEqual(Float64Array.of(epoch, epoch + 86_400));
});

it('the time axis is none of several that nothing tells apart', async () => {
  const dataset = await madeFile({
    time: 2,
    variables: { begin: clock(hours), end: clock(hours) },
  });
  await expect(findTimeAxis(dataset)).rejects.toThrow('no time axis');
});

it('the time axis ends with the last time that is known', async () => {
  const dataset = await madeFile({
    time: 4,
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [-9999, 10, 20, Number.NaN],
        attributes: { units: 'seconds since 2019-01-01', missing_value: -9999 },
      },
    },
  });
  const range = await readTimeRange(dataset, await findTimeAxis(dataset));
  expect(range).toEqual({ first: epoch + 10, last: epoch + 20 });
});

it.each([
  ['other calendars', { units: 'days since 2019-01-01', calendar: 'noleap' }],
  ['no epoch', { units: 'seconds' }],
])('the time axis is not found with %s', async (_what, attributes) => {
  const dataset = await madeFile({
    time: 1,
    variables: { time: { type: 'double', dimensions: ['time'], values: [1], attributes } },
  });
  await expect(findTimeAxis(dataset)).rejects.toMatchObject({ code: 'no-time' });
});

const axisOf = async (time: MadeVariable) => {
  const dataset = await madeFile({ time: 3, variables: { time } });
  const found = await findTimeAxis(dataset);
  return await readTimes(dataset, found);
};

it('the time axis may be stored as unsigned in a signed type', async () => {
  const attributes = { units: 'seconds since 2019-01-01', _Unsigned: 'true' };
  const values = [0, 32_768 - 65_536, -1];
  expect(await axisOf({ type: 'short', dimensions: ['time'], values, attributes })).toEqual(
    Float64Array.of(epoch, epoch + 32_768, epoch + 65_535),
  );
});

it.each([
  ['int', -2147483647],
  ['short', -32767],
  ['double', 9.969209968386869e36],
] as const)(
  'the time axis of type %s has no time where none was written',
  async (type, unwritten) => {
    const attributes = { units: 'seconds since 2019-01-01' };
    const values = [0, unwritten, 60];
    expect(await axisOf({ type, dimensions: ['time'], values, attributes })).toEqual(
      Float64Array.of(epoch, Number.NaN, epoch + 60),
    );
  },
);

it.each([
  ['of a small type, whose every value may be meant', 'byte', -127, {}],
  ['that states another fill value', 'int', -2147483647, { _FillValue: -1 }],
] as const)(
  'the time axis %s has a time where others have none',
  async (_which, type, value, fill) => {
    const attributes = { units: 'seconds since 2019-01-01', ...fill };
    expect(
      await axisOf({ type, dimensions: ['time'], values: [0, value, 60], attributes }),
    ).toEqual(Float64Array.of(epoch, epoch + value, epoch + 60));
  },
);

it('the time axis has no time at a stated missing value in the precision that it is stored in', async () => {
  const attributes = { units: 'seconds since 2019-01-01', missing_value: 0.1, _FillValue: 7 };
  const values = [0, 0.1, 7];
  expect(await axisOf({ type: 'float', dimensions: ['time'], values, attributes })).toEqual(
    Float64Array.of(epoch, Number.NaN, Number.NaN),
  );
});

it('the time axis has no time where a number leads beyond all dates', async () => {
  const attributes = { units: 'days since 2019-01-01' };
  const values = [0, 1e12, 1];
  expect(await axisOf({ type: 'double', dimensions: ['time'], values, attributes })).toEqual(
    Float64Array.of(epoch, Number.NaN, epoch + 86_400),
  );
});

it('the time axis counts from the year 1 as CF says of its default calendar, and of the proleptic one', async () => {
  const units = 'hours since 1-1-1 00:00:0.0';
  const values = [17_698_248, 17_698_249, 17_698_250];
  const standard = await axisOf({
    type: 'double',
    dimensions: ['time'],
    values,
    attributes: { units },
  });
  const calendar = 'proleptic_gregorian';
  const proleptic = await axisOf({
    type: 'double',
    dimensions: ['time'],
    values,
    attributes: { units, calendar },
  });
  expect((proleptic[0] ?? 0) - (standard[0] ?? 0)).toBe(2 * 86_400);
  expect(new Date((standard[0] ?? 0) * 1000).toISOString()).toBe('2020-01-02T00:00:00.000Z');
});

it.each([
  [{ units: 'days since 2019-01-01', calendar: 'noleap' }, 'time counts in the calendar noleap'],
  [
    { units: 'months since 2019-01-01', calendar: '360_day' },
    'the units of time are "months since 2019-01-01"',
  ],
  [{ units: 'months since 2019-01-01' }, 'the units of time are "months since 2019-01-01"'],
  [{}, 'time has no units'],
])('the time axis says why there is none: %j', async (attributes, reason) => {
  const time: MadeVariable = {
    type: 'double',
    dimensions: ['time'],
    values: [1, 2, 3],
    attributes,
  };
  await expect(axisOf(time)).rejects.toThrow(reason);
});
