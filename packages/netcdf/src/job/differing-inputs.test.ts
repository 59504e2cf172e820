// Jobs over inputs that differ in time units, variables, places or types, or that cannot be joined.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Attribute } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, inputs, joined } from '../testing/made-days.ts';
import type { MadeVariable } from '../testing/made-file.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { JobResult } from './job.ts';

it('inputs that differ are rebased to the time units of the first', async () => {
  const second = day(1, {
    time: {
      type: 'int',
      dimensions: ['time'],
      values: [0, 60, 120],
      attributes: { units: 'minutes since 2020-01-02' },
    },
  });
  await joined([day(0), second], async (result, open) => {
    const dataset = await open(0);
    const expected = Float64Array.of(0, 3600, 7200, DAY, DAY + 3600, DAY + 7200);
    expect(await dataset.read('time')).toEqual(expected);
    expect(await dataset.read('time_offset')).toEqual(expected);
    expect(await dataset.read('base_time')).toEqual(Int32Array.of(FIRST));
    expect(result.files[0]).toMatchObject({
      records: 6,
      firstTime: FIRST,
      lastTime: FIRST + DAY + 7200,
    });
  });
});

it('inputs that differ keep float times exact by storing them as double', async () => {
  const float = (number: number) =>
    day(number, {
      time: {
        type: 'float',
        dimensions: ['time'],
        values: [0, 0.5, 1.5],
        attributes: { units: `seconds since 2020-01-0${number + 1}` },
      },
    });
  await joined([float(0), float(8)], async (_result, open) => {
    const dataset = await open(0);
    expect(dataset.variable('time').type).toBe('double');
    expect(await dataset.read('time', 3)).toEqual(
      Float64Array.of(8 * DAY, 8 * DAY + 0.5, 8 * DAY + 1.5),
    );
  });
});

it('inputs that differ give the union of their variables, filled with missing values, and a note about it', async () => {
  const extra: MadeVariable = { type: 'float', dimensions: ['time'], values: [1, 2, 3] };
  const flag: MadeVariable = { type: 'int', dimensions: ['time'], values: [7, 8, 9] };
  await joined([day(0, { flag }), day(1, { extra })], async (result, open) => {
    const dataset = await open(0);
    expect(await dataset.read('extra')).toEqual(Float32Array.of(-9999, -9999, -9999, 1, 2, 3));
    expect(await dataset.read('flag')).toEqual(Int32Array.of(7, 8, 9, -9999, -9999, -9999));
    const stated = dataset.variable('extra').attributes.map(({ name }) => name);
    expect(stated).toEqual(expect.arrayContaining(['missing_value', '_FillValue']));
    expect(result.files[0]?.notes).toEqual([
      'extra is missing before day1; filled there',
      'flag is missing in day1; filled there',
    ]);
  });
});

it('inputs that differ get a value for every time where a scalar moves', async () => {
  const moved = day(1, { lat: { type: 'float', values: [40] } });
  await joined([day(0), moved, day(2)], async (result, open) => {
    const dataset = await open(0);
    expect(dataset.variable('lat').dimensions).toEqual(['time']);
    expect(await dataset.read('lat')).toEqual(
      Float32Array.of(36.5, 36.5, 36.5, 40, 40, 40, 36.5, 36.5, 36.5),
    );
    expect(result.files[0]?.notes.join()).toContain('lat changes between inputs');
  });
});

it('inputs that differ get a text for every time where a name that holds for all times changes', async () => {
  const at = (number: number, values: string) =>
    day(number, { place: { type: 'char', dimensions: ['n'], values } }, { dimensions: { n: 4 } });
  await joined([at(0, 'Lamo'), at(1, 'Lamo')], async (_result, open) => {
    expect((await open(0)).variable('place').dimensions).toEqual(['n']);
  });
  await joined([at(0, 'Lamo'), at(1, 'Lame')], async (result, open) => {
    const dataset = await open(0);
    expect(dataset.variable('place').dimensions).toEqual(['time', 'n']);
    expect(Buffer.from((await dataset.read('place')) as Uint8Array).toString()).toBe(
      'LamoLamoLamoLameLameLame',
    );
    expect(result.files[0]?.notes.join()).toContain('place changes between inputs');
  });
});

it('inputs that differ say nothing of what states no missing value and needs none', async () => {
  const code: MadeVariable = { type: 'byte', dimensions: ['time'], values: [1, 2, 3] };
  const level: MadeVariable = { type: 'byte', values: [7] };
  await joined([day(0, { code, level }), day(1, { code })], async (result, open) => {
    expect(result.files[0]?.notes).toEqual([]);
    for (const name of ['code', 'level'])
      expect((await open(0)).variable(name).attributes).toEqual([]);
  });
});

it('inputs that differ go into wider types', async () => {
  const count = (type: 'short' | 'int' | 'double', values: number[]): MadeVariable => ({
    type,
    dimensions: ['time'],
    values,
  });
  const files = [
    day(0, { n: count('short', [1, 2, 3]) }),
    day(1, { n: count('int', [70_000, 2, 3]) }),
  ];
  await joined(files, async (_result, open) => {
    const dataset = await open(0);
    expect(await dataset.read('n')).toEqual(Int32Array.of(1, 2, 3, 70_000, 2, 3));
  });
});

it('inputs that differ keep in a wider type what it says of missing values, and nothing else in its type', async () => {
  const attributes = { missing_value: -99, _FillValue: -99, valid_min: 0, flag: 'none' };
  const n = (type: 'short' | 'int'): MadeVariable => ({
    ...{ type, dimensions: ['time'], values: [1, 2, 3], attributes },
  });
  await joined([day(0, { n: n('short') }), day(1, { n: n('int') })], async (_result, open) => {
    expect((await open(0)).variable('n').attributes).toEqual([
      { name: 'missing_value', type: 'int', value: Int32Array.of(-99) },
      { name: '_FillValue', type: 'int', value: Int32Array.of(-99) },
      { name: 'valid_min', type: 'short', value: Int16Array.of(0) },
      { name: 'flag', type: 'char', value: 'none' },
    ]);
  });
});

it.each<[Record<string, string>, Attribute]>([
  [{ _FillValue: '-99' }, { name: '_FillValue', type: 'int', value: Int32Array.of(-99) }],
  [{ _FillValue: 'none' }, { name: '_FillValue', type: 'char', value: 'none' }],
  [{ missing_value: '-99' }, { name: 'missing_value', type: 'char', value: '-99' }],
  [{ remark: '-99' }, { name: 'remark', type: 'char', value: '-99' }],
])(
  'inputs that differ have a fill value in numbers where text says it: %j',
  async (attributes, stored) => {
    const n: MadeVariable = { type: 'int', dimensions: ['time'], values: [1, 2, 3], attributes };
    await joined([day(0, { n })], async (_result, open) => {
      expect((await open(0)).variable('n').attributes).toEqual([stored]);
    });
  },
);

it.each<[string, Partial<Record<string, MadeVariable>>, RegExp]>([
  [
    'units',
    {
      temp: {
        type: 'float',
        dimensions: ['time'],
        values: [1, 2, 3],
        attributes: { units: 'K', missing_value: -9999 },
      },
    },
    /the units of temp change from "degC" to "K"/,
  ],
  [
    'missing values',
    {
      temp: {
        type: 'float',
        dimensions: ['time'],
        values: [1, 2, 3],
        attributes: { units: 'degC', missing_value: -1 },
      },
    },
    /missing_value of temp changes/,
  ],
  [
    'type of text',
    { temp: { type: 'char', dimensions: ['time'], values: 'abc' } },
    /temp changes from float to char/,
  ],
])(
  'inputs that differ begin a new file where their %s cannot be joined',
  async (_what, variables, reason) => {
    await joined(
      [day(0), day(1), day(2, variables as Record<string, MadeVariable>)],
      async (result) => {
        expect(result.files.map(({ inputs: from }) => from)).toEqual([['day0', 'day1'], ['day2']]);
        expect(result.files[1]?.notes[0]).toMatch(reason);
        expect(result.files[1]?.path).toMatch(/out\.2\.nc$/);
      },
    );
  },
);

it('inputs that differ begin a new file where a dimension or a coordinate changes', async () => {
  const profile = (number: number, heights: number[]) =>
    day(
      number,
      {
        height: { type: 'float', dimensions: ['height'], values: heights },
        wind: {
          type: 'float',
          dimensions: ['time', 'height'],
          values: Array.from({ length: 3 * heights.length }, (_, index) => index),
        },
      },
      { dimensions: { height: heights.length } },
    );
  const files = [profile(0, [1, 2]), profile(1, [1, 2]), profile(2, [1, 3]), profile(3, [1, 2, 3])];
  await joined(files, async (result) => {
    expect(result.files.map(({ inputs: from }) => from)).toEqual([
      ['day0', 'day1'],
      ['day2'],
      ['day3'],
    ]);
    expect(result.files[1]?.notes[0]).toContain('height has other values');
    expect(result.files[2]?.notes[0]).toContain('dimension height changes from 2 to 3');
  });
});

it('inputs that differ have time as the record axis even where its length was fixed', async () => {
  const fixed = { timeIsFixed: true };
  await joined([day(0, {}, fixed), day(1, {}, fixed)], async (_result, open) => {
    const dataset = await open(0);
    expect(dataset.dimensions[0]).toEqual({ name: 'time', length: 6, unlimited: true });
    expect(await dataset.read('temp')).toEqual(Float32Array.of(0, 0.25, 0.5, 1, 1.25, 1.5));
  });
});

const wide: MadeVariable = {
  ...{ type: 'double', dimensions: ['time', 'x'], values: Array(300).fill(1) },
};
const file = day(0, { wide }, { dimensions: { x: 100 } });

it('what one input may give is weighed by the bytes of its values: of each record, and of what holds for all', async () => {
  const bytes = 3 * (100 * 8 + 8 + 8 + 4) + 4 + 4;
  const look = async ({ files, problems }: JobResult) => {
    expect(files).toHaveLength(1);
    expect(problems).toEqual([]);
  };
  await joined([file], look, { maximumClaim: bytes });
  await joined(
    [file],
    async ({ files, problems }) => {
      expect(files).toEqual([]);
      expect(problems.map(({ message }) => message)).toEqual([
        expect.stringContaining('(wide alone 2.4 kB)'),
      ]);
    },
    { maximumClaim: bytes - 1 },
  );
});

it('[O060] files of limited size are split at the border of an input, and named by first and last time', async () => {
  using folder = temporaryFolder();
  const result = await concatenate({
    inputs: inputs(...Array.from({ length: 6 }, (_, number) => day(number))),
    variables: 'all',
    output: ({ part, firstTime, lastTime }) =>
      join(folder.path, `${part}-${firstTime - FIRST}-${lastTime - FIRST}.nc`),
    format: 'netcdf',
    maximumBytes: 256 * 1024 + 150,
  });
  const parts = result.files.map(({ inputs: from }) => from.length);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(result.files[0]?.path).toBe(
    join(folder.path, `0-0-${((parts[0] ?? 0) - 1) * DAY + 7200}.nc`),
  );
  for (const { bytes } of result.files) expect(bytes).toBeLessThan(256 * 1024 + 150);
  expect(result.files[1]?.notes[0]).toContain('would grow beyond');
});

const NAMED = `
import sys, netCDF4
for path, names in zip(sys.argv[1:], (['ab', 'c'], ['ab', 'c'], ['ab', 'd'], ['a', 'bd'])):
    with netCDF4.Dataset(path, 'w') as f:
        f.createDimension('time', None); f.createDimension('n', 2)
        t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [0, 60]
        v = f.createVariable('names', str, ('n',)); v[0], v[1] = names`;

it.skipIf(!hasPython)('texts that hold for all times and change begin a new file', async () => {
  using folder = temporaryFolder();
  const paths = [0, 1, 2, 3].map((n) => join(folder.path, `${n}.nc`));
  python(NAMED, ...paths);
  const { files } = await concatenate({
    inputs: paths.map((path, n) => ({ name: String(n), open: () => openDataset(path) })),
    variables: 'all',
    output: join(folder.path, 'out.nc'),
    format: 'netcdf4',
  });
  expect(files.map(({ inputs: from }) => from)).toEqual([['0', '1'], ['2'], ['3']]);
  expect(files[1]?.notes[0]).toContain('names has other values');
});

it('a note says once in how many inputs a variable is missing, beside the notes that matter more', async () => {
  const extra: MadeVariable = { type: 'float', dimensions: ['time'], values: [1, 2, 3] };
  const wide: MadeVariable = { ...extra, type: 'double' };
  const files = Array.from({ length: 300 }, (_, n) =>
    n === 0 ? day(n, { extra }) : n === 299 ? day(n, { extra: wide }) : day(n),
  );
  await joined(files, async (result) => {
    expect(result.files[0]?.notes).toEqual([
      'extra is stored as double, since inputs differ',
      'extra is missing in 298 inputs from day1 to day298; filled there',
    ]);
  });
});
