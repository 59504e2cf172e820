// One file of a series whose units, packing, types and levels change: every value, and what is
// chosen of it.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import type { MadeFile } from '../testing/made-file.ts';
import { madeSeries } from '../testing/made-series.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { type SeriesJob, writeSeries } from './write-series.ts';

const ROWS = 6;
const DAY = 86_400;
const START = Date.UTC(2020, 0, 1) / 1000;

function day(
  number: number,
  {
    packing,
    units = 'degC',
    levels = [10, 20, 30],
  }: { packing?: readonly [number, number]; units?: string; levels?: readonly number[] } = {},
): MadeFile {
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const date = new Date((START + number * DAY) * 1000).toISOString().slice(0, 10);
  return {
    time: ROWS,
    dimensions: { height: levels.length },
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: rows.map((row) => row * 3600),
        attributes: { units: `seconds since ${date} 00:00:00` },
      },
      temp: {
        type: packing ? 'short' : 'float',
        dimensions: ['time'],
        values: rows.map((row) => (row === 3 ? -9999 : number * 10 + row)),
        attributes: {
          units,
          missing_value: -9999,
          ...(packing && { scale_factor: packing[0], add_offset: packing[1] }),
        },
      },
      qc_temp: {
        type: 'int',
        dimensions: ['time'],
        values: rows.map((row) => (row === 1 ? 1 : 0)),
        attributes: { units: '1', bit_1_assessment: 'Bad' },
      },
      height: {
        type: 'float',
        dimensions: ['height'],
        values: [...levels],
        attributes: { units: 'm' },
      },
      wind: {
        type: 'float',
        dimensions: ['time', 'height'],
        values: rows.flatMap((row) => levels.map((level) => number * 1000 + row * 100 + level)),
        attributes: { units: 'm/s', missing_value: -9999 },
      },
    },
  };
}

async function written(files: readonly MadeFile[], choice: Partial<SeriesJob> = {}) {
  using folder = temporaryFolder();
  const series = await madeSeries(...files);
  const output = join(folder.path, 'out.nc');
  const made = await writeSeries({
    ...{ series, output, variables: 'all', spans: [], assessed: [], format: 'classic' },
    ...choice,
  });
  const dataset = await openDataset(output);
  const values: Record<string, number[]> = {};
  for (const { name } of dataset.variables) values[name] = numbers(await dataset.read(name));
  const shapes = Object.fromEntries(dataset.variables.map((one) => [one.name, one.shape]));
  const attributes = Object.fromEntries(
    dataset.variables.map((one) => [one.name, one.attributes.map(({ name }) => name)]),
  );
  await dataset.close();
  await series.close();
  return { made, values, shapes, attributes, format: dataset.format };
}

const numbers = (values: Values): number[] => Array.from(values as ArrayLike<number>, Number);
const temperatures = (number: number) =>
  Array.from({ length: ROWS }, (_, row) => (row === 3 ? Number.NaN : number * 10 + row));

it('one file of a series has measured values where the packing changed, and each meaning where units or levels did [AR16]', async () => {
  const { values, made, shapes } = await written([
    day(0, { packing: [2, 100] }),
    day(1, { packing: [3, 0] }),
    day(2, { packing: [3, 0], units: 'K', levels: [10, 20] }),
  ]);
  const unpacked = [
    ...temperatures(0).map((value) => value * 2 + 100),
    ...temperatures(1).map((value) => value * 3),
    ...Array(ROWS).fill(Number.NaN),
  ];
  expect(values.temp__to_20200102).toEqual(unpacked);
  expect(values.time).toEqual(
    Array.from({ length: 18 }, (_, n) => START + Math.floor(n / ROWS) * DAY + (n % ROWS) * 3600),
  );
  expect([shapes.wind, shapes.wind__to_20200102]).toEqual([
    [18, 2],
    [18, 3],
  ]);
  expect(values.height__to_20200102).toEqual([10, 20, 30]);
  expect(made.notes.join('\n')).toContain(
    'temp from 2020-01-01 to 2020-01-02 is temp__to_20200102',
  );
  expect([made.records, made.inputs]).toEqual([18, ['day0', 'day1', 'day2']]);
});

it('one file of a series leaves out what reports cover and quality calls Bad, and counts it by name [AR11] [AR16]', async () => {
  const { values, made } = await written([day(0), day(1)], {
    spans: [{ variables: ['temp'], start: START + DAY, end: START + DAY + 3600 }],
    assessed: ['Bad'],
  });
  expect(values.temp).toEqual([0, -9999, 2, -9999, 4, 5, -9999, -9999, 12, -9999, 14, 15]);
  expect([made.masked, made.present, made.marks]).toEqual([{ temp: 3 }, { temp: 10 }, {}]);
});

it('one file of a series names what stands for masked values where it is not -9999', async () => {
  const counts = { type: 'short', dimensions: ['time'], values: [1, 2, 3, 4, 5, 6] } as const;
  const file = day(0);
  const { values, made } = await written([{ ...file, variables: { ...file.variables, counts } }], {
    spans: [{ variables: ['counts'], start: START, end: START + 3600 }],
  });
  expect([values.counts, made.marks]).toEqual([
    [-2147483648, -2147483648, 3, 4, 5, 6],
    { counts: '-2147483648' },
  ]);
});

it('one file of a series has every n-th of the rows inside the ranges, counted over all files [AR16]', async () => {
  const files = [day(0), day(1), day(2)];
  const ranges = [[START + 2 * 3600, START + DAY + 4 * 3600]] as const;
  const every = 3;
  const { values, made } = await written(files, { ranges, every });
  expect(values.time?.map((time) => time - START)).toEqual([2 * 3600, 5 * 3600, DAY + 2 * 3600]);
  expect(values.temp).toEqual([2, 5, 12]);
  expect([made.firstTime, made.lastTime, made.records]).toEqual([
    START + 7200,
    START + DAY + 7200,
    3,
  ]);
  const all = await written(files, { every: 4 });
  expect(all.values.temp).toEqual([0, 4, 12, 20, 24]);
  await expect(written(files, { ranges: [[0, 10]] })).rejects.toThrow(/chosen dates/);
});

it('one file of a series is cut to a box of levels, and to variables of certain dimensions, and names what went', async () => {
  const box = await written([day(0)], { levels: [{ dimension: 'height', from: 15, to: 30 }] });
  expect([box.values.height, box.values.wind?.slice(0, 4)]).toEqual([
    [20, 30],
    [20, 30, 120, 130],
  ]);
  const low = await written([day(0)], { levels: [{ dimension: 'height', from: 10, to: 20 }] });
  expect(low.values.height).toEqual([10, 20]);
  const plain = await written([day(0)], { dimensions: [] });
  expect(Object.keys(plain.values)).toEqual(['time', 'temp', 'qc_temp']);
  expect(plain.made.notes).toContain('1 variable has other dimensions than time and is left out');
  const none = await written([day(0)], {
    levels: [
      { dimension: 'height', from: 1000, to: 2000 },
      { dimension: 'temp', from: 0, to: 1 },
    ],
  });
  expect(Object.keys(none.values)).not.toContain('wind');
  expect(none.made.notes.join()).toMatch(/no value of height.*temp is no coordinate/s);
});

it('one file of a series has measured values on demand, and NetCDF-4 with the compression that was chosen', async () => {
  const packed = [day(0, { packing: [2, 100] })];
  const { values, attributes, made } = await written(packed, {
    ...{ unpacked: true, assessed: ['Bad'], format: 'netcdf4' },
  });
  expect(values.temp).toEqual([100, -9999, 104, -9999, 108, 110]);
  expect(attributes.temp).not.toContain('scale_factor');
  expect([made.format, made.masked]).toEqual(['netcdf4', { temp: 1 }]);
  const long = Array.from({ length: 60 }, (_, number) => day(number));
  const loose = await written(long, { format: 'netcdf4', deflate: 0 });
  const tight = await written(long, { format: 'netcdf4', deflate: 9 });
  expect(tight.values).toEqual(loose.values);
  expect(tight.made.bytes).toBeLessThan(loose.made.bytes);
});

it('one file of a series has the named variables with their flags, and what says where and when', async () => {
  const { values } = await written([day(0)], { variables: ['temp'] });
  expect(Object.keys(values)).toEqual(['time', 'temp', 'qc_temp']);
  await expect(written([day(0)], { variables: ['none'] })).rejects.toThrow(/No variable is left/);
});

it('as CSV has a line for each row', async () => {
  using folder = temporaryFolder();
  const series = await madeSeries(day(0), day(1, { units: 'K' }));
  const path = join(folder.path, 'out.csv');
  const made = await writeSeries({
    ...{ series, output: path, variables: ['temp'], spans: [], assessed: [], format: 'csv' },
  });
  await series.close();
  expect([made.format, made.records]).toEqual(['csv', 12]);
});
