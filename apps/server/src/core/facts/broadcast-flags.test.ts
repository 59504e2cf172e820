// Flags that lack dimensions of their data: hour facts and values that are read leave out what
// orders and arrays do.
import { join } from 'node:path';
import {
  type Attribute,
  ClassicWriter,
  type Dataset,
  fileSource,
  openDataset,
} from '@isobar/netcdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { type Gathered, gatherFile } from './gather.ts';
import { type Quality, qualityReader } from './measured-values.ts';

const START = Date.UTC(2019, 0, 1) / 1000;
const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });
let dataset: Dataset;

beforeAll(async () => {
  const path = join(temporaryFolder(), 'profiles.nc');
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
        { name: 'echo', type: 'float', dimensions: ['time', 'height'], attributes: [] },
        { name: 'qc_echo', type: 'int', dimensions: ['height'], attributes: flags },
        { name: 'heat', type: 'float', dimensions: ['time'], attributes: [] },
        { name: 'qc_heat', type: 'int', dimensions: [], attributes: flags },
      ],
    },
    3,
  );
  await writer.writeFixed('qc_echo', Int32Array.of(1, 2));
  await writer.writeFixed('qc_heat', Int32Array.of(1));
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int32Array>([
      ['time', Float64Array.of(0, 1, 2)],
      ['wind', Float32Array.of(1, 2, 3, 4, 5, 6)],
      ['qc_wind', Int32Array.of(0, 1, 2)],
      ['echo', Float32Array.of(1, 2, 3, Number.NaN, Number.NaN, 6)],
      ['heat', Float32Array.of(1, 2, 3)],
    ]),
    3,
  );
  await writer.close();
  dataset = await openDataset(await fileSource(path));
});
afterAll(() => dataset.close());

/** Of three hours: valid, bad and indeterminate. */
async function factsOf(name: string): Promise<number[][]> {
  const gathered: Gathered = new Map();
  await gatherFile(dataset, { from: START, hours: 3 }, gathered);
  const [facts] = [...gathered.values()].filter(({ variable }) => variable === name);
  const { valid, bad, indeterminate } = facts?.sums.finished() ?? {};
  return [valid, bad, indeterminate].map((column) => Array.from(column ?? []));
}

it('hours of a bad profile are bad, and of a doubtful one indeterminate', async () => {
  expect(await factsOf('wind')).toEqual([
    [1, 0, 1],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

it('a flag for each height holds for every time', async () => {
  expect(await factsOf('echo')).toEqual([
    [1, 0, 1],
    [0, 1, 0],
    [1, 0, 1],
  ]);
  expect(await qualitiesOf('echo')).toEqual(['bad', 'indeterminate', 'bad', 'indeterminate']);
});

it('one flag for a whole variable holds for each of its values', async () => {
  expect(await factsOf('heat')).toEqual([
    [0, 0, 0],
    [1, 1, 1],
    [0, 0, 0],
  ]);
  expect(await qualitiesOf('heat')).toEqual(['bad', 'bad']);
});

it('each value of a profile has the quality of its time', async () => {
  expect(await qualitiesOf('wind')).toEqual(['bad', 'bad', 'indeterminate', 'indeterminate']);
});

/** What the second and the third time have, value by value. */
async function qualitiesOf(name: string): Promise<Quality[]> {
  const [variable] = dataset.variables.filter((one) => one.name === name);
  if (!variable) throw new Error(`${name} is not in the file`);
  const quality = await qualityReader(dataset, variable)({ start: 1, stop: 3, every: 1 });
  const count = 2 * variable.shape.slice(1).reduce((all, length) => all * length, 1);
  return Array.from({ length: count }, (_, index) => quality(index));
}
