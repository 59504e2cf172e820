// Orders on one time grid: the values of the cells, several datastreams in one file, refusals, and
// the recipe carried out again.
import { expect, it } from 'vitest';
import { qualityAt, temperatureAt } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addMetDays, DAY, JANUARY_1, requestOf } from '../testing/order-fixture.ts';
import { verifyOrder } from '../verify.ts';

const MET = 'sgpmetE13.b1';
const OTHER = 'sgpmetE15.b1';
const here = openedForEach();

/** The order of three days of a variable, on a grid. */
const gridded = (timeGrid: object, selected: object = {}, more: object = {}) =>
  requestOf(
    MET,
    '2019-01-01',
    '2019-01-03',
    { variables: ['temp_mean'], ...selected },
    { timeGrid, ...more },
  );

const numbersOf = (values: unknown): number[] => Array.from(values as ArrayLike<number>, Number);

it('[AV1] [AV2] [AV5] an order on one time grid has the mean of each hour in one file, with its bounds, flags, deviation and good share', async () => {
  await addMetDays(here.house, MET, 3);
  const { orderId, names } = await here.ada.delivered(gridded({ step: 3600 }));
  expect(names).toEqual([`${MET}.grid3600s.custom.nc`]);
  const file = await here.ada.dataset(orderId, names[0] ?? '');
  expect(file.variables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...['time', 'time_bounds', 'temp_mean', 'qc_temp_mean', 'temp_mean_std'],
      'temp_mean_goodfraction',
    ]),
  );
  const times = numbersOf(await file.read('time'));
  expect(times).toEqual(Array.from({ length: 72 }, (_, hour) => JANUARY_1 + hour * 3600));
  expect(numbersOf(await file.read('time_bounds')).slice(0, 2)).toEqual([
    JANUARY_1,
    JANUARY_1 + 3600,
  ]);
  // Samples are ten minutes apart: each stands for five minutes on both sides, and half of those at
  // the full hours is inside.
  const expected = times.map((start) => {
    const parts = [0, 1, 2, 3, 4, 5, 6].map(
      (n) => [n % 6 === 0 ? 0.5 : 1, start + n * 600] as const,
    );
    const there = parts.filter(([, time]) => qualityAt(time) === 0 && time < JANUARY_1 + 3 * DAY);
    const sum = there.reduce((all, [part, time]) => all + part * temperatureAt(time), 0);
    return sum / there.reduce((all, [part]) => all + part, 0);
  });
  numbersOf(await file.read('temp_mean')).forEach((value, index) => {
    expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 4);
  });
  await file.close();
});

it('[AV9] [AV18] an order on one time grid has no value where a chosen report covers a whole cell, states so, and is made again byte for byte', async () => {
  await addMetDays(here.house, MET, 3);
  here.house.setTables({
    'quality-reports.csv': [
      {
        dqr_id: 'D190101.1',
        datastream: MET,
        variables: 'temp_mean',
        quality_code: '4',
        start_time: '2019-01-02T06:00:00Z',
        end_time: '2019-01-02T09:00:00Z',
      },
    ],
  });
  const { orderId, names } = await here.ada.delivered(
    gridded({ step: 3600 }, { dqrFilter: ['incorrect'] }, { outputFormat: ['ANDR', 'NCSV'] }),
  );
  expect(names.toSorted()).toEqual([`${MET}.grid3600s.custom.csv`, `${MET}.grid3600s.custom.nc`]);
  const file = await here.ada.dataset(orderId, `${MET}.grid3600s.custom.nc`);
  const values = numbersOf(await file.read('temp_mean'));
  const flags = numbersOf(await file.read('qc_temp_mean'));
  await file.close();
  expect(values.slice(30, 33)).toEqual([-9999, -9999, -9999]);
  expect(flags.slice(30, 33)).toEqual([257, 257, 257]);
  // The sample at nine o'clock is inside the report; the one at ten past is Bad by its own quality
  // variable.
  expect(flags[33]).toBe(32);
  const readme = (await here.ada.fetched(orderId, 'README.txt')).toString();
  expect(readme.replace(/\s+/g, ' ')).toContain('put on one time grid of 1 hour');
  const differences = await verifyOrder(
    { archive: here.house.worker.archive, blobs: here.house.blobs },
    orderId,
  );
  expect(differences.differences).toEqual([]);
});

it('[AV18] an order on one time grid merges datastreams, whose names differ only where they are the same', async () => {
  await addMetDays(here.house, MET, 2);
  await addMetDays(here.house, OTHER, 3);
  const request = gridded({ step: 86_400, merge: true });
  const [first] = request.selectedData.selectedDatastreams;
  const { orderId, names } = await here.ada.delivered({
    selectedData: {
      ...request.selectedData,
      selectedDatastreams: [
        { ...first, dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }] },
        { ...first, datastream: OTHER, variables: ['temp_mean', 'rh_mean'] },
      ],
    },
  });
  expect(names).toHaveLength(1);
  const file = await here.ada.dataset(orderId, names[0] ?? '');
  const own = file.variables.map(({ name }) => name);
  expect(own).toEqual(
    expect.arrayContaining(['temp_mean__sgpmetE13_b1', 'temp_mean__sgpmetE15_b1', 'rh_mean']),
  );
  expect(numbersOf(await file.read('qc_temp_mean__sgpmetE13_b1'))[2]).toBe(1 + 128);
  expect(numbersOf(await file.read('qc_temp_mean__sgpmetE15_b1'))[2]).toBe(32);
  await file.close();
});

it('[AV17] an order on one time grid is refused with the reason before it is placed', async () => {
  await addMetDays(here.house, MET, 1);
  const refusal = async (timeGrid: object, selected: object = {}) => {
    const reply = await here.ada.send(gridded(timeGrid, selected));
    return { status: reply.statusCode, text: reply.body };
  };
  const wrong = await refusal({ step: 7 });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('divides a day');
  const sum = await refusal(
    { step: 3600 },
    { gridVariables: [{ name: 'nothing_like_it', method: 'mean' }] },
  );
  expect(sum.text).toContain('has no variable nothing_like_it');
  const vector = await refusal(
    { step: 3600 },
    { gridVariables: [{ name: 'temp_mean', method: 'vector' }] },
  );
  expect(vector.text).toContain('no wind direction');
});
