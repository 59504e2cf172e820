// Orders of one file whatever changed between the files: every value, what is chosen of them, the
// README, and the recipe made again.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeTestFile } from '../../harvest/testing/write-file.ts';
import { qualityAt, temperatureAt } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import {
  addDesign,
  addMetDays,
  DAY,
  fileAway,
  JANUARY_1,
  requestOf,
} from '../testing/order-fixture.ts';
import { verifyOrder } from '../verify.ts';

const MET = 'sgpmetE13.b1';
const DRIFT = 'sgpdriftC1.b1';
const here = openedForEach();

async function addDrifting(): Promise<void> {
  for (const [day, units] of [
    [1, 'degC'],
    [2, 'K'],
  ] as const) {
    const path = join(here.house.archiveFolder, `${DRIFT}.2019010${day}.000000.cdf`);
    await writeTestFile(path, {
      timeUnits: `seconds since 2019-01-0${day} 00:00:00`,
      variables: { temp: { units, long_name: 'Air temperature' } },
    });
    const start = JANUARY_1 + (day - 1) * DAY;
    await fileAway(here.house.store, path, { datastream: DRIFT, start, end: start + DAY - 3600 });
    await addDesign(here.house.store, DRIFT, path);
  }
}

const order = (datastream: string, oneFile: object, selected: object = {}, more: object = {}) =>
  requestOf(datastream, '2019-01-01', datastream === MET ? '2019-01-03' : '2019-01-02', selected, {
    oneFile,
    ...more,
  });
const numbersOf = (values: unknown): number[] => Array.from(values as ArrayLike<number>, Number);

it('an order of one file joins what changed its units, names it in the README, and is made again byte for byte [AR16]', async () => {
  await addDrifting();
  const request = order(DRIFT, {}, {}, { outputFormat: ['ANDR', 'NCSV'] });
  const { orderId, names } = await here.ada.delivered(request);
  expect(names.toSorted()).toEqual([
    `${DRIFT}.20190101.000000.20190102.230000.custom.cdf`,
    `${DRIFT}.20190101.000000.20190102.230000.custom.csv`,
  ]);
  const file = await here.ada.dataset(orderId, names.find((name) => name.endsWith('cdf')) ?? '');
  expect(file.variables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['time', 'temp', 'temp__to_20190101']),
  );
  expect((await file.read('temp')).length).toBe(48);
  const changes = file.attributes.find(({ name }) => name === 'isobar_changes')?.value;
  expect(changes).toBe(
    'temp: units degC from 2019-01-01 to 2019-01-01, in temp__to_20190101\ntemp: units K from 2019-01-02 to 2019-01-02, in temp',
  );
  await file.close();
  const readme = (await here.ada.fetched(orderId, 'README.txt')).toString().replace(/\s+/g, ' ');
  expect(readme).toContain('all files in one along time, whatever changed between them');
  expect(readme).toContain('temp from 2019-01-01 to 2019-01-01 is temp__to_20190101');
  const again = await verifyOrder(
    { archive: here.house.worker.archive, blobs: here.house.blobs },
    orderId,
  );
  expect(again.differences).toEqual([]);
});

it('an order of one file has the rows, masks and compression that were chosen, and its recipe has them [AR16]', async () => {
  await addMetDays(here.house, MET, 3);
  const choice = { every: 6, compression: 9, unpacked: true, dimensions: [] };
  const { orderId, names } = await here.ada.delivered(
    order(MET, choice, { variables: ['temp_mean'], qcFilter: true }),
  );
  expect(names).toHaveLength(1);
  const file = await here.ada.dataset(orderId, names[0] ?? '');
  expect(file.format).toBe('netcdf4');
  const hours = Array.from({ length: 72 }, (_, hour) => JANUARY_1 + hour * 3600);
  expect(numbersOf(await file.read('time'))).toEqual(hours);
  expect(numbersOf(await file.read('temp_mean'))).toEqual(
    hours.map((time) => (qualityAt(time) === 1 ? -9999 : temperatureAt(time))),
  );
  await file.close();
  const recipe = JSON.parse((await here.ada.fetched(orderId, 'recipe.json')).toString());
  expect(JSON.stringify(recipe)).toContain('"every":6');
  const again = await verifyOrder(
    { archive: here.house.worker.archive, blobs: here.house.blobs },
    orderId,
  );
  expect(again.differences).toEqual([]);
});

it('an order of one file is refused, with the reason, together with options that it excludes', async () => {
  await addMetDays(here.house, MET, 1);
  const refusal = async (oneFile: object, more: object = {}) => {
    const reply = await here.ada.send(order(MET, oneFile, {}, more));
    return [reply.statusCode, reply.body] as const;
  };
  const cases: [object, object, RegExp][] = [
    [{}, { timeGrid: { step: 3600 } }, /choose one of the two/],
    [{}, { sortTimes: true }, /cannot be sorted/],
    [{ every: 0 }, {}, /every/],
    [{ compression: 10 }, {}, /compression/],
    [{ levels: [{ dimension: 'height', from: 5, to: 1 }] }, {}, /ends below/],
  ];
  for (const [oneFile, more, reason] of cases) {
    const [status, body] = await refusal(oneFile, more);
    expect([status, body]).toEqual([400, expect.stringMatching(reason)]);
  }
});
