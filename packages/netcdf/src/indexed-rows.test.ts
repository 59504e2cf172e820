// Rows that a file counts, several stations one behind another: cut, joined and masked, each stays
// with its station.
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import type { Dataset } from './dataset.ts';
import { concatenate } from './job/concatenate.ts';
import type { ConcatenateJob } from './job/job.ts';
import { openDataset } from './open.ts';
import { type MadeFile, type MadeVariable, madeBytes } from './testing/made-file.ts';
import { temporaryFolder } from './testing/tools.ts';
import { findTimeAxis } from './time/time-axis.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/**
 * Three stations with one row, two rows and three rows, whose times run from the same second on;
 * `time` is the dimension of rows.
 */
const stations = (
  counts: readonly number[] = [1, 2, 3],
  written: Partial<MadeVariable> = {},
): MadeFile => ({
  time: 6,
  dimensions: { station: counts.length },
  variables: {
    time: {
      ...{ type: 'double', dimensions: ['time'], values: [0, 0, 1, 0, 1, 2] },
      attributes: { units: 'seconds since 1970-01-01' },
    },
    rows: {
      ...{ type: 'int', dimensions: ['station'], values: counts },
      attributes: { sample_dimension: 'time', long_name: 'rows of a station' },
      ...written,
    },
    lat: { type: 'float', dimensions: ['station'], values: counts.map((_, n) => 10 * n) },
    temp: {
      ...{ type: 'float', dimensions: ['time'], values: [0, 10, 11, 20, 21, 22] },
    },
  },
});

const opened = (file: MadeFile): Promise<Dataset> => openDataset(bytesSource(madeBytes(file)));

/** The values of the files that a job makes. */
async function made(job: Partial<ConcatenateJob>, files: readonly MadeFile[] = [stations()]) {
  const result = await concatenate({
    inputs: files.map((file, n) => ({ name: `input ${n}`, open: () => opened(file) })),
    ...{ variables: 'all', output: join(folder.path, 'out.nc'), format: 'netcdf' },
    wholeWithoutTimes: files.length === 1,
    ...job,
  });
  expect(result.problems).toEqual([]);
  const dataset = await openDataset(result.files[0]?.path ?? '');
  const values: Record<string, unknown> = {};
  for (const { name } of dataset.variables) values[name] = [...(await dataset.read(name))];
  await dataset.close();
  return { values, notes: result.files[0]?.notes.join() ?? '' };
}

it('rows that are counted have an index in place of the counts, however they are read', async () => {
  const file = await opened(stations());
  expect(file.variables.map(({ name }) => name)).toEqual([
    ...['time', 'station_index', 'lat', 'temp'],
  ]);
  expect(file.variable('station_index')).toMatchObject({ dimensions: ['time'], shape: [6] });
  expect(() => file.variable('rows')).toThrow('There is no variable "rows"');
  await expect(file.read('rows')).rejects.toThrow('There is no variable');
  expect(await file.read('station_index')).toEqual(Int32Array.of(0, 1, 1, 2, 2, 2));
  expect(await file.read('station_index', 2, 4)).toEqual(Int32Array.of(1, 2));
  expect(await file.readEvery('station_index', 1, 6, 2)).toEqual(Int32Array.of(1, 2, 2));
  expect(await file.readEvery('temp', 1, 6, 2)).toEqual(Float32Array.of(10, 20, 22));
  expect(await file.readRows(['temp', 'station_index', 'time'], 2, 4)).toEqual([
    ...[Float32Array.of(11, 20), Int32Array.of(1, 2), Float64Array.of(1, 0)],
  ]);
  expect(await file.readAlong?.('station_index', 0, 3, 5)).toEqual(Int32Array.of(2, 2));
  expect(await file.readAlong?.('temp', 0, 3, 5)).toEqual(Float32Array.of(20, 21));
  await expect(file.read('station_index', 2, 9)).rejects.toThrow('which has 6');
  await file.close();
});

it.each([
  ['are fewer', [1, 2], [0, 1, 1, -1, -1, -1]],
  ['are more', [4, 9], [0, 0, 0, 0, -1, -1]],
  ['are more than fit any memory', [1, 2 ** 62, 5], [0, -1, -1, -1, -1, -1]],
  ['are negative', [2, -5, 0, 1], [0, 0, -1, -1, -1, -1]],
  ['are no numbers', [2, Number.NaN, 3], [0, 0, -1, -1, -1, -1]],
  ['are fractions', [2, 1.5, 2.5], [0, 0, -1, -1, -1, -1]],
  ['lack those of stations without rows', [2, -9999, 0, 4], [0, 0, 3, 3, 3, 3]],
] as const)(
  'rows that are counted belong to no station that is not sure, where the counts %s',
  async (_, counts, index) => {
    const dataset = await opened(stations(counts, { type: 'double' }));
    expect([...(await dataset.read('station_index'))]).toEqual(index);
    await dataset.close();
  },
);

it('rows that are counted are not counted by text', async () => {
  const dataset = await opened(stations([1, 2, 3], { type: 'char', values: 'abc' }));
  expect(dataset.variables.map(({ name }) => name)).toContain('rows');
  await dataset.close();
});

it('rows that are counted stay with their station where they are cut, sorted, joined and chosen by variables', async () => {
  const cut = await made({ ranges: [[1, 3]] });
  expect(cut.values).toMatchObject({ temp: [11, 21, 22], station_index: [1, 2, 2] });
  expect(cut.values).not.toHaveProperty('rows');
  expect((await made({ variables: ['temp'] })).values).toMatchObject({
    station_index: [0, 1, 1, 2, 2, 2],
  });
  expect((await made({ sortTimes: true })).values).toMatchObject({
    temp: [0, 10, 20, 11, 21, 22],
    station_index: [0, 1, 2, 1, 2, 2],
  });
  const joined = await made({}, [stations([1, 2, 3]), stations([4, 1, 1])]);
  expect(joined.values.station_index).toEqual([0, 1, 1, 2, 2, 2, 0, 0, 0, 0, 1, 2]);
  expect(joined.values.lat).toEqual([0, 10, 20]);
});

it('rows that are counted keep their station where all variables are masked', async () => {
  const { values } = await made({ masks: [{ variables: 'all', start: 0, end: 0.5 }] });
  expect(values).toMatchObject({
    temp: [-9999, -9999, 11, -9999, 21, 22],
    station_index: [0, 1, 1, 2, 2, 2],
  });
});

const profiles = (count: number): MadeFile => ({
  time: count,
  dimensions: { obs: 6 },
  variables: {
    time: {
      ...{ type: 'double', dimensions: ['time'], values: [0, 100, 200].slice(0, count) },
      attributes: { units: 'seconds since 1970-01-01' },
    },
    rows: {
      ...{ type: 'int', dimensions: ['time'], values: [1, 2, 3].slice(0, count) },
      attributes: { sample_dimension: 'obs' },
    },
    temp: { type: 'float', dimensions: ['obs'], values: [0, 10, 11, 20, 21, 22] },
  },
});

it('profiles that are counted by their time are not cut, since the rows of others would be taken for theirs, and the file says why', async () => {
  const { values, notes } = await made({ ranges: [[150, 250]] }, [profiles(3)]);
  expect(values).toMatchObject({ rows: [1, 2, 3], temp: [0, 10, 11, 20, 21, 22] });
  expect(notes).toContain('rows counts the rows of each of its times, which stay together');
  const file = await opened(profiles(3));
  await expect(findTimeAxis(file)).rejects.toMatchObject({ code: 'no-time' });
  await file.close();
});

it('profiles that are counted by their time have a time axis where there is one of them', async () => {
  const file = await opened(profiles(1));
  expect(await findTimeAxis(file)).toMatchObject({ variable: 'time', length: 1 });
  await file.close();
});
