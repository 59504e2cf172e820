// Profiles with one flag for each time: hour facts and values that are read leave out what orders
// and arrays do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Attribute,
  ClassicWriter,
  type Dataset,
  fileSource,
  openDataset,
} from '@isobar/netcdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gathered, gatherFile } from './gather.ts';
import { qualityReader } from './measured-values.ts';

const START = Date.UTC(2019, 0, 1) / 1000;
const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
let folder: string;
let dataset: Dataset;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flags-'));
  const path = join(folder, 'profiles.nc');
  const flags = [text('bit_1_assessment', 'Bad'), text('bit_2_assessment', 'Indeterminate')];
  const writer = await ClassicWriter.create(
    path,
    {
      dimensions: [
        { name: 'time', length: 0, unlimited: true },
        { name: 'height', length: 2, unlimited: false },
      ],
      attributes: [],
      variables: [
        {
          name: 'time',
          type: 'double',
          dimensions: ['time'],
          attributes: [text('units', 'hours since 2019-01-01 00:00:00')],
        },
        { name: 'wind', type: 'float', dimensions: ['time', 'height'], attributes: [] },
        { name: 'qc_wind', type: 'int', dimensions: ['time'], attributes: flags },
      ],
    },
    3,
  );
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int32Array>([
      ['time', Float64Array.of(0, 1, 2)],
      ['wind', Float32Array.of(1, 2, 3, 4, 5, 6)],
      ['qc_wind', Int32Array.of(0, 1, 2)],
    ]),
    3,
  );
  await writer.close();
  dataset = await openDataset(await fileSource(path));
});
afterAll(async () => {
  await dataset.close();
  await rm(folder, { recursive: true });
});

it('hours of a bad profile are bad, and of a doubtful one indeterminate', async () => {
  const gathered: Gathered = new Map();
  await gatherFile(dataset, { from: START, hours: 3 }, gathered);
  const [wind] = [...gathered.values()].filter(({ variable }) => variable === 'wind');
  const { valid, bad, indeterminate } = wind?.sums.finished() ?? {};
  expect([valid, bad, indeterminate].map((column) => Array.from(column ?? []))).toEqual([
    [1, 0, 1],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

it('each value of a profile has the quality of its time', async () => {
  const [wind] = dataset.variables.filter(({ name }) => name === 'wind');
  if (!wind) throw new Error('wind is not in the file');
  const quality = await qualityReader(dataset, wind)({ start: 1, stop: 3, every: 1 });
  expect([0, 1, 2, 3].map(quality)).toEqual(['bad', 'bad', 'indeterminate', 'indeterminate']);
});
