// Files without times that can be understood: all of what was chosen, uncut; and a reason where
// times are needed.
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { type MadeFile, type MadeVariable, madeBytes } from '../testing/made-file.ts';
import { hasNcdump, ncdump, temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import type { ConcatenateJob } from './job.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const map: MadeFile = {
  time: 1,
  timeIsFixed: true,
  dimensions: { lat: 2, lon: 3 },
  attributes: { title: 'land' },
  variables: {
    lat: { type: 'float', dimensions: ['lat'], values: [30, 60] },
    lon: { type: 'float', dimensions: ['lon'], values: [0, 1, 2] },
    height: { type: 'float', dimensions: ['lat', 'lon'], values: [1, 2, 3, 4, 5, 6] },
    slope: { type: 'float', dimensions: ['lon'], values: [7, 8, 9] },
    version: { type: 'int', values: [3] },
  },
};
/** Days of a year without a 29 February; `time` is unlimited. */
const model: MadeFile = {
  time: 3,
  variables: {
    time: {
      type: 'double',
      dimensions: ['time'],
      values: [57, 58, 59],
      attributes: { units: 'days since 2020-01-01', calendar: 'noleap' },
    },
    rain: { type: 'float', dimensions: ['time'], values: [1, 2, 3] },
    wind: { type: 'float', dimensions: ['time'], values: [4, 5, 6] },
  },
};

const rain: MadeVariable = { type: 'float', dimensions: ['time'], values: [1, 2, 3] };

async function taken(file: MadeFile, job: Partial<ConcatenateJob>, count = 1) {
  const bytes = madeBytes({ ...file });
  const inputs = Array.from({ length: count }, (_, n) => ({
    name: `input ${n}`,
    open: () => openDataset(bytesSource(bytes)),
  }));
  return await concatenate({
    inputs,
    variables: 'all',
    output: join(folder.path, 'out.nc'),
    format: 'netcdf',
    wholeWithoutTimes: true,
    ...job,
  });
}

it.each(['classic', 'netcdf4'] as const)(
  'a file without times gives its variables whole, as %s',
  async (format) => {
    const ranges = [[0, 1]] as const;
    const { files, problems } = await taken(map, { variables: ['height'], format, ranges });
    expect(problems).toEqual([]);
    expect(files[0]?.notes.join()).toContain('all of the file is here, uncut');
    const dataset = await openDataset(files[0]?.path ?? '');
    expect(dataset.variables.map(({ name }) => name).sort()).toEqual(['height', 'lat', 'lon']);
    expect(dataset.variable('height')).toMatchObject({ dimensions: ['lat', 'lon'], shape: [2, 3] });
    expect(Array.from((await dataset.read('height')) as Float32Array)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(dataset.dimensions.some(({ unlimited }) => unlimited)).toBe(false);
    await dataset.close();
  },
);

it.skipIf(!hasNcdump)('a file without times is read by ncdump (needs ncdump)', async () => {
  const { files } = await taken(map, { variables: ['slope', 'version'] });
  const text = ncdump(files[0]?.path ?? '');
  expect(text).toContain('slope = 7, 8, 9');
  expect(text).toContain('version = 3');
  expect(text).toContain(':title = "land"');
});

it('in a calendar of models keeps its records and its unlimited dimension', async () => {
  const { files } = await taken(model, { variables: ['rain'] });
  expect(files[0]).toMatchObject({ records: 3 });
  const dataset = await openDataset(files[0]?.path ?? '');
  expect(dataset.variables.map(({ name }) => name)).toEqual(['time', 'rain']);
  expect(dataset.dimensions).toMatchObject([{ name: 'time', length: 3, unlimited: true }]);
  expect(Array.from((await dataset.read('time')) as Float64Array)).toEqual([57, 58, 59]);
  expect(Array.from((await dataset.read('rain')) as Float32Array)).toEqual([1, 2, 3]);
  await dataset.close();
});

it.each([
  [['version'], []],
  [['rain', 'version'], ['time']],
  [['rain', 'wind'], ['time']],
])(
  'a file without times keeps a record dimension for %j only where it is used',
  async (variables, kept) => {
    const { time: _time, ...others } = model.variables;
    const version = { type: 'int', values: [3] } as const;
    const file: MadeFile = { ...model, variables: { ...others, version } };
    const { files, problems } = await taken(file, { variables });
    expect(problems).toEqual([]);
    const dataset = await openDataset(files[0]?.path ?? '');
    expect(dataset.dimensions.map(({ name }) => name)).toEqual(kept);
    expect(dataset.dimensions.every(({ unlimited }) => unlimited)).toBe(true);
    expect(dataset.variables.map(({ name }) => name)).toEqual(variables);
    await dataset.close();
  },
);

it('a file without times has no records where its unlimited dimension is not the first of each variable', async () => {
  // Only made so: classic files have the unlimited dimension first.
  const dataset = await openDataset(bytesSource(madeBytes({ ...model, variables: { rain } })));
  const turned = { ...dataset.variable('rain'), name: 'turned' };
  const both = Object.assign(Object.create(dataset), {
    dimensions: [...dataset.dimensions, { name: 'place', length: 1, unlimited: false }],
    variables: [...dataset.variables, { ...turned, dimensions: ['place', 'time'], shape: [1, 3] }],
    variable: (name: string) =>
      name === 'turned'
        ? { ...turned, dimensions: ['place', 'time'], shape: [1, 3] }
        : dataset.variable(name),
    read: () => dataset.read('rain'),
    close: async () => undefined,
  });
  const inputs = [{ name: 'turned', open: async () => both }];
  const { files, problems } = await taken(model, { inputs });
  expect(problems).toEqual([]);
  const written = await openDataset(files[0]?.path ?? '');
  expect(written.variables.map(({ name }) => name)).toEqual(['rain', 'turned']);
  expect(written.dimensions.some(({ unlimited }) => unlimited)).toBe(false);
  await written.close();
  await dataset.close();
});

it.each<[string, Partial<ConcatenateJob>, number]>([
  ['text', { format: 'csv' }, 1],
  ['masking', { masks: [{ variables: 'all', start: 0, end: 1 }] }, 1],
  ['masking by quality variables', { maskAssessed: ['Bad'] }, 1],
  ['joining', {}, 2],
])('a file without times is a problem for %s, which needs times', async (_, job, count) => {
  const { files, problems } = await taken(map, job, count);
  expect(files).toEqual([]);
  expect(problems).toHaveLength(count);
  expect(problems[0]).toMatchObject({ input: 'input 0', code: 'no-time' });
});
