// Times that are the axis of nothing: those of several stations beside one another, and the only
// one of a model's file.
import { utimes } from 'node:fs/promises';
import { ClassicWriter } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { freshArchive } from './testing/fresh-archive.ts';

const here = freshArchive();

const FILL = -999;

/**
 * A file with these variables of times, along dimensions `station` and `obs`, as it is filed:
 * first, last and what is amiss.
 */
async function filed(
  variables: readonly {
    readonly name: string;
    readonly dimensions?: readonly string[];
    readonly attributes: Readonly<Record<string, string>>;
    readonly values: readonly number[];
  }[],
) {
  const path = here.at('stations.nc');
  const length = { station: 2, obs: 3 };
  const writer = await ClassicWriter.create(
    path,
    {
      dimensions: Object.entries(length).map(([name, length]) => ({
        ...{ name, length },
        unlimited: false,
      })),
      attributes: [],
      variables: variables.map(({ name, dimensions = ['station', 'obs'], attributes }) => ({
        ...{ name, dimensions: [...dimensions], type: 'double' },
        attributes: [
          ...Object.entries(attributes).map(
            ([name, value]) => ({ name, type: 'char', value }) as const,
          ),
          { name: '_FillValue', type: 'double', value: Float64Array.of(FILL) },
        ],
      })),
    },
    0,
  );
  for (const { name, values } of variables)
    await writer.writeFixed(name, Float64Array.from(values));
  await writer.close();
  await utimes(path, 1e9, 1e9);
  await here.harvest();
  const [row] = await here.store.db.selectFrom('files').selectAll().execute();
  const day = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  return [day(row?.start_s), day(row?.end_s), row?.notices];
}

const units = 'days since 2019-01-01';
const NONE = ['2001-09-09', '2001-09-09', 'no-datastream,no-time'];

it('the first and the last of times of several stations are those of the file, wherever they are and whatever is missing', async () => {
  const time = { name: 'time', attributes: { units }, values: [4, 7, FILL, 2, 3, FILL] };
  expect(await filed([time])).toEqual(['2019-01-03', '2019-01-08', 'no-datastream']);
});

it('variables that are called otherwise are times by their standard name or axis, and bounds are none', async () => {
  const values = [4, 7, 5, 2, 3, 6];
  const bounds = { name: 'time_bnds', attributes: { units }, values: [0, 9, 0, 9, 0, 9] };
  expect(await filed([bounds])).toEqual(NONE);
  const when = { name: 'when', attributes: { units, standard_name: 'time' }, values };
  expect(await filed([bounds, when])).toEqual(['2019-01-03', '2019-01-08', 'no-datastream']);
  const at = { name: 'at', attributes: { units, axis: 'T' }, values: [1, 1, 1, 1, 1, 1] };
  expect(await filed([bounds, at])).toEqual(['2019-01-02', '2019-01-02', 'no-datastream']);
});

it('times of profiles whose rows are counted date their file, wherever the first and the last one are', async () => {
  const time = { name: 'time', dimensions: ['station'], attributes: { units }, values: [4, 2] };
  const sample_dimension = 'obs';
  const rows = {
    name: 'rows',
    dimensions: ['station'],
    attributes: { sample_dimension },
    values: [1, 2],
  };
  expect(await filed([rows, time])).toEqual(['2019-01-03', '2019-01-05', 'no-datastream']);
});

it('times that are all missing, that cannot be, or without an epoch are none', async () => {
  const all = (value: number) => Array.from({ length: 6 }, () => value);
  expect(await filed([{ name: 'time', attributes: { units }, values: all(FILL) }])).toEqual(NONE);
  expect(await filed([{ name: 'time', attributes: { units }, values: all(1e9) }])).toEqual(NONE);
  const days = { name: 'time', attributes: { units: 'days' }, values: all(1) };
  expect(await filed([days])).toEqual(NONE);
});

it('the only time of a file in the calendar of a model is its date, and not the time at which a forecast was begun', async () => {
  const calendar = { units: 'days since 2019-01-01', calendar: '360_day' };
  const begun = {
    ...{ name: 'forecast_reference_time', dimensions: ['obs'], values: [0, 0, 0] },
    attributes: { ...calendar, standard_name: 'forecast_reference_time' },
  };
  const time = { name: 'time', dimensions: [], attributes: calendar, values: [40] };
  expect(await filed([begun, time])).toEqual([
    ...['2019-02-11', '2019-02-11'],
    'no-datastream,model-calendar',
  ]);
});

it('a file whose times were not understood is read again, once, by a newer version of the reader', async () => {
  const time = { name: 'time', attributes: { units }, values: [4, 7, FILL, 2, 3, FILL] };
  await filed([time]);
  const { db } = here.store;
  const former = { start_s: 1e9, end_s: 1e9, notices: 'no-datastream,no-time' };
  const forget = () => db.updateTable('files').set(former).execute();
  const dates = async () => {
    const report = await here.harvest();
    const row = await db.selectFrom('files').selectAll().executeTakeFirstOrThrow();
    return [report.unchanged, report.changed, Number(row.start_s), row.notices];
  };
  await forget();
  expect(await dates()).toEqual([1, 0, 1e9, former.notices]);
  await db
    .updateTable('settings')
    .set({ value: '1' })
    .where('name', '=', 'harvest.reader')
    .execute();
  const start = Date.UTC(2019, 0, 3) / 1000;
  expect(await dates()).toEqual([1, 0, start, 'no-datastream']);
  await forget();
  expect(await dates()).toEqual([1, 0, 1e9, former.notices]);
});
