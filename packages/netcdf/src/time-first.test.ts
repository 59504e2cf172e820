// Variables with time behind other dimensions read as if time came first: the same values as
// netCDF4 gives when it transposes them, whatever the format, the place of time and the rows that
// are asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from './dataset.ts';
import { elementCount } from './dataset.ts';
import { itemsOf } from './numeric-array.ts';
import { openDataset } from './open.ts';
import { madeFile } from './testing/made-file.ts';
import { hasPython, run } from './testing/tools.ts';
import { whyBehind } from './time-first.ts';

const TYPES = ['byte', 'short', 'int', 'float', 'double'] as const;
const TIMES = {
  type: 'double',
  dimensions: ['time'],
  attributes: { units: 'seconds since 2020-01-01' },
} as const;
const listOf = (values: ArrayLike<unknown>) => Array.from(values);

/** The index of each element of (row, before, behind) in values stored as (before, row, behind). */
function storedIndexes(before: number, rows: readonly number[], all: number, behind: number) {
  return rows.flatMap((row) =>
    Array.from({ length: before * behind }, (_, n) => {
      const place = Math.floor(n / behind);
      return (place * all + row) * behind + (n % behind);
    }),
  );
}

it('a variable with time behind other dimensions is read by rows as a plain transposition gives them, of every type and rank, whole, in part and every so-manieth', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        type: fc.constantFrom(...TYPES),
        before: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
        behind: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
        rows: fc.integer({ min: 1, max: 9 }),
        every: fc.integer({ min: 1, max: 4 }),
        ends: fc.tuple(fc.nat(9), fc.nat(9)),
      }),
      async ({ type, before, behind, rows, every, ends }) => {
        const [start = 0, stop = 0] = ends.map((end) => Math.min(end, rows)).sort((a, b) => a - b);
        const places = [...before, ...behind];
        const names = places.map((_, axis) => `d${axis}`);
        const stored = [...names.slice(0, before.length), 'time', ...names.slice(before.length)];
        const values = Array.from({ length: elementCount(places) * rows }, (_, n) => n % 120);
        const dataset = await madeFile({
          time: rows,
          timeIsFixed: true,
          dimensions: Object.fromEntries(places.map((length, axis) => [`d${axis}`, length])),
          variables: {
            time: { ...TIMES, values: Array.from({ length: rows }, (_, n) => n) },
            turned: { type, dimensions: stored, values },
          },
        });
        const variable = dataset.variable('turned');
        expect(variable.dimensions).toEqual(['time', ...names]);
        expect(variable.shape).toEqual([rows, ...places]);
        expect(variable.storedDimensions).toEqual(stored);
        const wanted = (from: number, to: number, step: number) => {
          const taken = Array.from({ length: rows }, (_, row) => row).filter(
            (row) => row >= from && row < to && (row - from) % step === 0,
          );
          return storedIndexes(elementCount(before), taken, rows, elementCount(behind)).map(
            (index) => values[index],
          );
        };
        expect(listOf(await dataset.read('turned'))).toEqual(wanted(0, rows, 1));
        expect(listOf(await dataset.read('turned', start, stop))).toEqual(wanted(start, stop, 1));
        expect(listOf(await dataset.readEvery('turned', start, stop, every))).toEqual(
          wanted(start, stop, every),
        );
        const [alone] = await dataset.readRows(['turned'], start, stop);
        expect(listOf(alone ?? [])).toEqual(wanted(start, stop, 1));
        const [times, turned] = await dataset.readRows(['time', 'turned'], start, stop);
        expect(listOf(times ?? [])).toEqual(
          Array.from({ length: stop - start }, (_, n) => start + n),
        );
        expect(listOf(turned ?? [])).toEqual(wanted(start, stop, 1));
        await dataset.close();
      },
    ),
    { numRuns: 60 },
  );
});

it('a variable with time behind other dimensions is read along its first dimension as by rows, and along none that it lacks', async () => {
  const dataset = await madeFile({
    time: 3,
    dimensions: { x: 2 },
    variables: {
      time: { ...TIMES, values: [0, 1, 2] },
      wide: { type: 'short', dimensions: ['time', 'x'], values: [1, 2, 3, 4, 5, 6] },
    },
  });
  expect(listOf((await dataset.readAlong?.('wide', 0, 1, 3)) ?? [])).toEqual([3, 4, 5, 6]);
  expect(listOf((await dataset.readAlong?.('wide', 1, 1, 2)) ?? [])).toEqual([2, 4, 6]);
  for (const [axis, stop] of [
    [2, 1],
    [1, 3],
  ] as const)
    await expect(dataset.readAlong?.('wide', axis, 0, stop)).rejects.toMatchObject({
      code: 'out-of-range',
    });
  await dataset.close();
  await expect(dataset.readAlong?.('wide', 1, 0, 1)).rejects.toMatchObject({ code: 'closed' });
});

it('a variable with time behind other dimensions stays as it is stored where more than 1,024 positions are before time, or time is there twice', async () => {
  const dataset = await madeFile({
    time: 2,
    timeIsFixed: true,
    dimensions: { place: 1025, few: 1024 },
    variables: {
      time: { ...TIMES, values: [0, 1] },
      many: { type: 'byte', dimensions: ['place', 'time'], values: new Array(2050).fill(1) },
      most: { type: 'byte', dimensions: ['few', 'time'], values: new Array(2048).fill(1) },
      twice: {
        type: 'byte',
        dimensions: ['few', 'time', 'time'],
        values: new Array(4096).fill(1),
      },
    },
  });
  const dimensions = (name: string) => dataset.variable(name).dimensions;
  expect(dimensions('many')).toEqual(['place', 'time']);
  expect(dimensions('most')).toEqual(['time', 'few']);
  expect(dimensions('twice')).toEqual(['few', 'time', 'time']);
  expect((await dataset.read('many', 0, 1)).length).toBe(2);
  await expect(dataset.read('most', 0, 3)).rejects.toMatchObject({ code: 'out-of-range' });
  await expect(dataset.readEvery('most', 0, 2, 0)).rejects.toMatchObject({
    code: 'out-of-range',
  });
});

it('a variable with time behind other dimensions stays as it is stored where its values claim more than 256 MiB', () => {
  const why = (times: number) =>
    whyBehind(
      {
        ...{ name: 'large', type: 'double', attributes: [] },
        ...{ dimensions: ['station', 'time'], shape: [512, times] },
      },
      'time',
    );
  expect(why(65_536)).toBe('time is not its slowest dimension');
  expect(why(65_537)).not.toBe(why(65_536));
  expect(why(100_000)).toBe(
    'time is not its slowest dimension, and its values claim 410 MB, of at most 268 MB',
  );
});

it('a variable with time behind other dimensions is cut by the times of XTIME or time_offset, too, where no variable is called time', async () => {
  const opened = async (clock: string, units: string) =>
    await madeFile({
      time: 2,
      timeIsFixed: true,
      dimensions: { station: 3 },
      variables: {
        [clock]: { ...TIMES, attributes: { units }, values: [0, 1] },
        turned: { type: 'int', dimensions: ['station', 'time'], values: [1, 2, 3, 4, 5, 6] },
      },
    });
  for (const clock of ['XTIME', 'time_offset']) {
    const dataset = await opened(clock, 'hours since 2020-01-01');
    expect(listOf(await dataset.read('turned', 1, 2))).toEqual([2, 4, 6]);
  }
  const timeless = await opened('XTIME', 'hours');
  expect(timeless.variable('turned').dimensions).toEqual(['station', 'time']);
});

const WRITE = `
import sys, netCDF4, numpy as np
rng = np.random.default_rng(5)
for kind in ('NETCDF4', 'NETCDF3_CLASSIC', 'NETCDF3_64BIT_DATA'):
    file = netCDF4.Dataset(f'{sys.argv[1]}/{kind}.nc', 'w', format=kind)
    new = kind == 'NETCDF4'
    file.createDimension('station', None if kind != 'NETCDF3_64BIT_DATA' else 5)
    file.createDimension('time', None if new else 40)
    file.createDimension('z', 3)
    file.createDimension('letters', 4)
    time = file.createVariable('time', 'f8', ('time',))
    time.units = 'hours since 2021-03-04'
    time[:] = np.arange(40)
    small = dict(zlib=True, chunksizes=(2, 7)) if new else {}
    pair = file.createVariable('pair', 'f4', ('station', 'time'), **small)
    pair[:] = rng.normal(size=(5, 40))
    cube = file.createVariable('cube', 'i2', ('station', 'time', 'z'))
    cube[:] = rng.integers(-900, 900, size=(5, 40, 3))
    last = file.createVariable('last', 'f8', ('z', 'station', 'time') if new else ('station', 'z', 'time'))
    last[:] = rng.normal(size=(3, 5, 40) if new else (5, 3, 40))
    text = file.createVariable('text', 'S1', ('station', 'time', 'letters'))
    text[:] = netCDF4.stringtochar(np.array([[f'{s}{t}'.encode() for t in range(40)] for s in range(5)], 'S4'))
    if new:
        words = file.createVariable('words', str, ('station', 'time'))
        words[:] = np.array([[f'{s} at {t}' for t in range(40)] for s in range(5)], object)
        short = file.createVariable('short', 'f4', ('z', 'time'), fill_value=-9.0)
        short[:, :30] = rng.normal(size=(3, 30))
        whole = file.createVariable('whole', 'i8', ('station', 'time'))
        whole[:] = rng.integers(-2**60, 2**60, size=(5, 40))
    file.close()
`;
const READ = `
import sys, json, netCDF4, numpy as np
file = netCDF4.Dataset(sys.argv[1])
file.set_auto_maskandscale(False); file.set_auto_chartostring(False)
found = {}
for name, variable in file.variables.items():
    axis = variable.dimensions.index('time')
    # Place by place: the C library lays out a block wrongly where less is stored than its last dimension is long.
    stored = np.stack([variable[place] for place in range(len(variable))]) if axis > 0 else variable[:]
    values = np.moveaxis(stored, axis, 0)[11:33]
    if values.dtype.kind == 'S': values = values.view('u1').reshape(values.shape)
    found[name] = [list(values.shape), [str(v) if values.dtype.kind == 'O' or values.dtype == 'i8' else float(v) for v in values.ravel()]]
print(json.dumps(found))
`;

describe.runIf(hasPython)('files that netCDF4 wrote with time behind other dimensions', () => {
  let folder: string;
  const opened: Dataset[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-turned-'));
    run('python3', ['-c', WRITE, folder]);
  });
  afterAll(async () => {
    for (const dataset of opened) await dataset.close();
    await rm(folder, { recursive: true });
  });

  for (const kind of ['NETCDF4', 'NETCDF3_CLASSIC', 'NETCDF3_64BIT_DATA'])
    it(`files that netCDF4 wrote with time behind other dimensions have the values that netCDF4 reads and numpy transposes (${kind})`, async () => {
      const path = join(folder, `${kind}.nc`);
      const theirs: Record<string, [number[], unknown[]]> = JSON.parse(
        run('python3', ['-c', READ, path]),
      );
      const dataset = await openDataset(path);
      opened.push(dataset);
      expect(dataset.variables.map(({ name }) => name).sort()).toEqual(Object.keys(theirs).sort());
      for (const [name, [shape, values]] of Object.entries(theirs)) {
        expect(dataset.variable(name).shape.slice(1), name).toEqual(shape.slice(1));
        const isText = typeof values[0] === 'string';
        const read = itemsOf(await dataset.read(name, 11, 33));
        expect(
          Array.from(read, (value) => (isText ? String(value) : Number(value))),
          name,
        ).toEqual(values);
      }
    });
});
