// Extracts by the view of a series: one file whatever changed between the files, parts of it, and a
// time grid.
import { join } from 'node:path';
import { bytesSource, openDataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { describeHere, fillRows } from '../../core/series/fill-rows.ts';
import { writeTestFile } from '../harvest/testing/write-file.ts';
import { temperatureAt } from '../orders/testing/met-file.ts';
import { DAY, fileAway, JANUARY_1 } from '../orders/testing/order-fixture.ts';
import { liveForAll, MET, nameOf, type Query, USER } from './testing/live-fixture.ts';

const here = liveForAll();

async function read(query: Query) {
  const answer = await here.live.get('/mod', { user: USER, ds: MET, ...query });
  expect(answer.status, answer.status === 200 ? '' : await answer.clone().text()).toBe(200);
  const dataset = await openDataset(bytesSource(new Uint8Array(await answer.arrayBuffer())));
  const values: Record<string, number[]> = {};
  for (const { name, type } of dataset.variables)
    if (type !== 'string')
      values[name] = Array.from((await dataset.read(name)) as ArrayLike<number>, Number);
  const units = dataset.variables.map(({ name, attributes }) => [
    name,
    attributes.find((each) => each.name === 'units')?.value,
  ]);
  await dataset.close();
  return { values, units: Object.fromEntries(units), format: dataset.format, name: nameOf(answer) };
}

const refusal = async (query: Query) => {
  const answer = await here.live.get('/mod', { user: USER, ds: MET, ...query });
  return [answer.status, ((await answer.json()) as { message: string }).message];
};

it('mod by the view of a series joins files whose units changed, which it refuses otherwise [AR16]', async () => {
  const stream = 'sgpdriftC1.b1';
  for (const [day, units] of [
    ['01', 'degC'],
    ['02', 'K'],
  ]) {
    const path = join(here.live.house.archiveFolder, `${stream}.201901${day}.000000.cdf`);
    await writeTestFile(path, {
      timeUnits: `seconds since 2019-01-${day} 00:00:00`,
      variables: { temp: { units: units ?? '', long_name: 'Air temperature' } },
    });
    const start = JANUARY_1 + (Number(day) - 1) * DAY;
    const of = { datastream: stream, start, end: start + DAY - 3600 };
    await fileAway(here.live.house.store, path, of);
  }
  await here.live.house.store.db
    .insertInto('designs')
    .values({ datastream: stream, design: 'd1', header: HEADER })
    .onConflict((c) => c.doNothing())
    .execute();
  const [status, message] = await refusal({ ds: stream });
  expect([status, message]).toEqual([400, expect.stringMatching(/do not fit into one/)]);
  const { values, units, name } = await read({ ds: stream, onefile: 'true' });
  expect([values.temp?.length, values.temp__to_20190101?.length]).toEqual([48, 48]);
  expect([units.temp, units.temp__to_20190101]).toEqual(['K', 'degC']);
  expect(name).toBe(`${stream}.20190101.000000.20190102.230000.custom.cdf`);
  const csv = await here.live.get('/mod', { user: USER, ds: stream, onefile: '1', wt: 'csv' });
  expect(
    (await csv.text())
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  ).toHaveLength(49);
});

it('mod by the view of a series has the same values as without it where nothing changed, in ranges, masked [AR16]', async () => {
  const query = { start: '2019-01-02', end: '2019-01-03', qc: 'bad', variables: 'temp_mean' };
  const plain = await read(query);
  const view = await read({ ...query, onefile: 'true' });
  expect(view.values.temp_mean).toEqual(plain.values.temp_mean);
  expect(view.values.time?.[0]).toBe(JANUARY_1 + DAY);
  const json = await here.live.get('/mod', { user: USER, ds: MET, onefile: 'true', wt: 'json' });
  expect(((await json.json()) as { dims: unknown }).dims).toMatchObject({ time: 4 * 144 });
});

it('mod by the view of a series opens no file before its first row where the index knows the rows, with the same values', async () => {
  const query = { start: '2019-01-02T12:00:00Z', onefile: 'true', variables: 'temp_mean' };
  const before = await read(query);
  const { store, worker } = here.live.house;
  const describe = describeHere(worker.archive);
  for await (const _ of fillRows({ store, describe }, MET));
  const known = await store.db.selectFrom('file_rows').select('rows').execute();
  expect(known.length).toBeGreaterThanOrEqual(4);
  expect((await read(query)).values).toEqual(before.values);
});

it('mod by the view of a series takes every n-th row, and NetCDF-4 of a chosen compression', async () => {
  const { values, format } = await read({ every: '144', wt: 'nc4', compression: '9' });
  expect([format, values.temp_mean]).toEqual([
    'netcdf4',
    [0, 1, 2, 3].map((day) => temperatureAt(JANUARY_1 + day * DAY)),
  ]);
});

it('mod by the view of a series puts a range on a time grid, by the rules of orders [AV1] [AV5]', async () => {
  const { values, name } = await read({
    ...{ grid: '3600', variables: 'temp_mean', start: '2019-01-02', end: '2019-01-02' },
  });
  expect(name).toBe(`${MET}.grid3600s.custom.cdf`);
  expect(values.time).toEqual(
    Array.from({ length: 24 }, (_, hour) => JANUARY_1 + DAY + hour * 3600),
  );
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(['temp_mean', 'qc_temp_mean', 'temp_mean_std', 'time_bounds']),
  );
  expect(values.temp_mean?.every((value) => Math.abs(value) < 100)).toBe(true);
});

it.each<[Query, RegExp]>([
  [{ grid: '7' }, /divides a day/],
  [{ grid: '3600', every: '2' }, /goes without/],
  [{ every: '0' }, /whole number from 1/],
  [{ every: '1.5' }, /whole number from 1/],
  [{ levels: 'height' }, /such as height:0:3000/],
  [{ levels: 'height:5:1' }, /such as height:0:3000/],
  [{ unpacked: 'perhaps' }, /true or false/],
  [{ compression: '5' }, /wt=nc4/],
  [{ compression: '12', wt: 'nc4' }, /from 0 to 9/],
  [{ grid: '3600', variables: 'lat' }, /time grid/],
])('mod by the view of a series refuses %o with the reason', async (query, reason) => {
  expect(await refusal(query)).toEqual([400, expect.stringMatching(reason)]);
});

const HEADER = JSON.stringify({
  format: 'cdf2',
  attributes: {},
  dimensions: [{ name: 'time', length: 24, unlimited: true }],
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    { name: 'temp', type: 'float', dimensions: ['time'], attributes: { units: 'K' } },
  ],
});
