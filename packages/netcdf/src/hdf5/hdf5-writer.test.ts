// NetCDF-4 files that we write, read by ncdump, Python and NCO.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Definition } from '../classic/layout.ts';
import type { NumericArray, Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { ALL_TYPES, type RandomFile, randomFile } from '../testing/definitions.ts';
import { expectSameAsNcdump } from '../testing/same-as-ncdump.ts';
import {
  hasNcdump,
  hasNco,
  hasPython,
  ncdump,
  python,
  run,
  temporaryFolder,
} from '../testing/tools.ts';
import { chunkShape, Hdf5Writer } from './hdf5-writer.ts';

const WEATHER: Definition = {
  dimensions: [
    { name: 'time', length: 0, unlimited: true },
    { name: 'height', length: 4, unlimited: false },
    { name: 'bound', length: 2, unlimited: false },
  ],
  attributes: [
    { name: 'title', type: 'char', value: 'wéather' },
    { name: 'empty', type: 'char', value: '' },
    { name: 'numbers', type: 'double', value: Float64Array.of(1.5, -2) },
    { name: 'texts', type: 'string', value: ['a', 'bé'] },
  ],
  variables: [
    { name: 'base_time', type: 'int', dimensions: [], attributes: [] },
    {
      name: 'time',
      type: 'double',
      dimensions: ['time'],
      attributes: [{ name: 'units', type: 'char', value: 'seconds since 2019-01-01' }],
    },
    { name: 'height', type: 'float', dimensions: ['height'], attributes: [] },
    {
      name: 'temp',
      type: 'float',
      dimensions: ['time', 'height'],
      attributes: [{ name: '_FillValue', type: 'float', value: Float32Array.of(-9999) }],
    },
    { name: 'time_bounds', type: 'double', dimensions: ['time', 'bound'], attributes: [] },
    { name: 'label', type: 'string', dimensions: ['time'], attributes: [] },
    { name: 'bound', type: 'short', dimensions: ['height'], attributes: [] },
  ],
};

async function writeWeather(path: string): Promise<void> {
  const records = 250;
  const writer = await Hdf5Writer.create(path, WEATHER, records);
  await writer.writeFixed('base_time', Int32Array.of(1546300800));
  await writer.writeFixed('height', Float32Array.of(0, 10, 20, 40));
  await writer.writeFixed('bound', Int16Array.of(1, 2, 3, 4));
  for (let start = 0; start < records; start += 100) {
    const count = Math.min(100, records - start);
    const rows = Array.from({ length: count }, (_, row) => start + row);
    await writer.writeRecords(
      new Map<string, Values>([
        ['time', Float64Array.from(rows)],
        ['temp', Float32Array.from(rows.flatMap((row) => [row, row + 0.25, row + 0.5, -9999]))],
        ['time_bounds', Float64Array.from(rows.flatMap((row) => [row, row + 1]))],
        ['label', rows.map((row) => (row % 2 ? `n° ${row}` : ''))],
      ]),
      count,
    );
  }
  await writer.close();
}

it.skipIf(!hasPython || !hasNcdump || !hasNco)(
  'NetCDF-4 that we write opens in Python, ncdump and NCO with its dimensions, chunks and values',
  async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'weather.nc');
    await writeWeather(path);
    const report = JSON.parse(
      python(
        `
import sys, json, netCDF4, numpy as np
f = netCDF4.Dataset(sys.argv[1]); f.set_auto_maskandscale(False)
r = np.arange(250.)
print(json.dumps({
  'model': f.data_model,
  'dims': {n: [len(d), d.isunlimited()] for n, d in f.dimensions.items()},
  'vars': {n: [str(v.dtype), list(v.dimensions)] for n, v in f.variables.items()},
  'filters': f['temp'].filters()['complevel'], 'chunks': f['temp'].chunking(),
  'temp': bool(np.array_equal(f['temp'][:], np.stack([r, r + .25, r + .5, r * 0 - 9999], 1).astype('f4'))),
  'time': bool(np.array_equal(f['time'][:], r)), 'bounds': bool(np.array_equal(f['time_bounds'][:], np.stack([r, r + 1], 1))),
  'label': list(f['label'][:4]), 'base': int(f['base_time'][...]), 'bound': f['bound'][:].tolist(),
  'title': f.title, 'empty': f.empty, 'numbers': f.numbers.tolist(), 'texts': f.texts, 'fill': float(f['temp']._FillValue)}))`,
        path,
      ),
    );
    expect(report).toEqual({
      model: 'NETCDF4',
      dims: { time: [250, true], height: [4, false], bound: [2, false] },
      vars: {
        base_time: ['int32', []],
        time: ['float64', ['time']],
        height: ['float32', ['height']],
        temp: ['float32', ['time', 'height']],
        time_bounds: ['float64', ['time', 'bound']],
        label: ["<class 'str'>", ['time']],
        bound: ['int16', ['height']],
      },
      filters: 4,
      chunks: [250, 4],
      temp: true,
      time: true,
      bounds: true,
      label: ['', 'n° 1', '', 'n° 3'],
      base: 1546300800,
      bound: [1, 2, 3, 4],
      title: 'wéather',
      empty: '',
      numbers: [1.5, -2],
      texts: ['a', 'bé'],
      fill: -9999,
    });
    expect(run('ncks', ['-m', path])).toContain('temp');
    const dataset = await openDataset(path);
    await expectSameAsNcdump(dataset, ncdump(path));
    await dataset.close();
  },
);

it('NetCDF-4 that we write is the same, byte for byte, when it is written again later', async () => {
  using folder = temporaryFolder();
  const [first, second] = [join(folder.path, 'a.nc'), join(folder.path, 'b.nc')];
  await writeWeather(first);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await writeWeather(second);
  expect((await readFile(first)).equals(await readFile(second))).toBe(true);
});

it.skipIf(!hasNcdump)(
  'NetCDF-4 that we write is read by ncdump as by us, whatever it holds (needs ncdump)',
  async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'any.nc');
    for (const file of fc.sample(randomFile(ALL_TYPES), { numRuns: 40, seed: 7 })) {
      await write(path, file);
      const dataset = await openDataset(path);
      await expectSameAsNcdump(dataset, ncdump(path));
      for (const { name } of file.definition.variables) {
        expect(await dataset.read(name), name).toEqual(file.values.get(name));
      }
      await dataset.close();
    }
  },
);

it('NetCDF-4 that we write says when records are missing, and frees what it wrote', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'half.nc');
  const writer = await Hdf5Writer.create(path, WEATHER, 5);
  await expect(writer.close()).rejects.toMatchObject({ code: 'invalid' });
  await writeWeather(path);
});

it.skipIf(!hasNcdump)(
  'NetCDF-4 that we write keeps little waiting however many variables there are',
  async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'wide.nc');
    const names = Array.from({ length: 1000 }, (_, n) => `v${n}`);
    const records = 3 * 4096;
    const variable = (name: string) =>
      ({ name, type: 'float', dimensions: ['time'], attributes: [] }) as const;
    const definition: Definition = {
      dimensions: [{ name: 'time', length: 0, unlimited: true }],
      attributes: [],
      variables: names.map(variable),
    };
    const writer = await Hdf5Writer.create(path, definition, records);
    const values = new Map(names.map((name, n) => [name, new Float32Array(records).fill(n)]));
    await writer.writeRecords(values, records);
    await writer.close();
    const dataset = await openDataset(path);
    expect(await dataset.readRows(['v0', 'v999'], 0, records)).toEqual([
      values.get('v0'),
      values.get('v999'),
    ]);
    await dataset.close();
    const told = run('ncdump', ['-hs', path]);
    expect(told).toMatch(/v999:_ChunkSizes = 4194 ;/); // 16 MB for a thousand variables
  },
);

it('NetCDF-4 that we write has chunks of whole rows that stay small', () => {
  expect(chunkShape([1440], 4)).toEqual([1440]);
  expect(chunkShape([1_000_000, 4], 8)).toEqual([8192, 4]);
  expect(chunkShape([0, 3], 4)).toEqual([1, 3]);
  const [rows = 0, ...inner] = chunkShape([100, 4000, 500], 4);
  expect(rows).toBe(1);
  expect(inner.reduce((product, length) => product * length, 4)).toBeLessThanOrEqual(2 ** 20);
});

async function write(path: string, { definition, records, values }: RandomFile): Promise<void> {
  const writer = await Hdf5Writer.create(path, definition, records);
  const isRecord = (name: string) =>
    definition.variables.some((each) => each.name === name && each.dimensions[0] === 'time');
  for (const [name, all] of values) if (!isRecord(name)) await writer.writeFixed(name, all);
  for (let row = 0; row < records; row++) {
    const slice = (all: NumericArray) => {
      const perRow = all.length / records;
      return all.slice(row * perRow, (row + 1) * perRow);
    };
    const columns = [...values]
      .filter(([name]) => isRecord(name))
      .map(([name, all]) => [name, slice(all)] as const);
    await writer.writeRecords(new Map<string, Values>(columns), 1);
  }
  await writer.close();
}
