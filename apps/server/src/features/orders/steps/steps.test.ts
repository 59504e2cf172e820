// Orders from the queue to the delivery: right values, right cuts, right formats.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { humidityAt, qualityAt, temperatureAt } from '../testing/met-file.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { addFile, addMetDays, DAY, JANUARY_1, requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

it('[O061] [O065] whole files as they are, byte for byte', async () => {
  const [first, second] = await addMetDays(here.house, MET, 2);
  const { orderId, status, names } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-02'),
  );
  expect(status).toMatchObject({ curStep: 'complete', failure: null, missing: [] });
  expect(names).toEqual([first, second]);
  const original = await readFile(join(here.house.archiveFolder, first!));
  expect((await here.ada.fetched(orderId, first!)).equals(original)).toBe(true);
});

it('two variables with their companions, cut to the second and concatenated', async () => {
  await addMetDays(here.house, MET, 3);
  const { orderId, names } = await here.ada.delivered(
    requestOf(
      MET,
      '2019-01-01 06:00:00',
      '2019-01-03 11:59:59',
      { variables: ['temp_mean'] },
      {
        mergedOutput: true,
        maxMb: 2048,
      },
    ),
  );
  expect(names).toEqual(['sgpmetE13.b1.20190101.060000.20190103.115000.custom.cdf']);
  const made = await here.ada.dataset(orderId, names[0]!);
  const held = made.variables.map((v) => v.name);
  expect(held).toEqual(
    expect.arrayContaining([
      'time',
      'base_time',
      'time_offset',
      'temp_mean',
      'qc_temp_mean',
      'lat',
      'lon',
      'alt',
    ]),
  );
  expect(held).not.toContain('rh_mean');
  const expected = [];
  for (let t = JANUARY_1 + 6 * 3600; t < JANUARY_1 + 2 * DAY + 12 * 3600; t += 600)
    expected.push(t);
  expect(Array.from(await made.read('time'), Number)).toEqual(expected.map((t) => t - JANUARY_1));
  expect(Array.from(await made.read('temp_mean'), Number)).toEqual(expected.map(temperatureAt));
  expect(Array.from(await made.read('qc_temp_mean'), Number)).toEqual(expected.map(qualityAt));
  const history = made.attributes.find((a) => a.name === 'history')?.value;
  expect(history).toContain(`order ${orderId}`);
});

it('[O061] ASCII-CSV beside NetCDF, a file for each input', async () => {
  await addMetDays(here.house, MET, 2);
  const { orderId, names } = await here.ada.delivered(
    requestOf(
      MET,
      '2019-01-01',
      '2019-01-02',
      { variables: ['rh_mean'] },
      { outputFormat: ['ANDR', 'NCSV'] },
    ),
  );
  expect(names).toEqual([
    'sgpmetE13.b1.20190101.000000.custom.cdf',
    'sgpmetE13.b1.20190102.000000.custom.cdf',
    'sgpmetE13.b1.20190101.000000.custom.csv',
    'sgpmetE13.b1.20190102.000000.custom.csv',
  ]);
  const csv = (await here.ada.fetched(orderId, names[2]!)).toString('utf8');
  const rows = csv.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const columns = rows[0]!.split(',');
  const at = columns.indexOf('rh_mean');
  expect(rows).toHaveLength(1 + 144);
  expect(rows[1]).toContain('2019-01-01T00:00:00Z');
  expect(rows.slice(1).map((row) => Math.fround(Number(row.split(',')[at])))).toEqual(
    Array.from({ length: 144 }, (_, i) => humidityAt(JANUARY_1 + i * 600)),
  );
});

it('values that chosen quality reports flag become -9999, and are counted', async () => {
  await addMetDays(here.house, MET, 1);
  here.house.setTables({
    'quality-reports.csv': [
      {
        dqr_id: 'D1',
        datastream: MET,
        quality_code: '4',
        quality_name: 'Incorrect',
        start_time: '2019-01-01T06:00:00Z',
        end_time: '2019-01-01T06:50:00Z',
        subject: 'Cable',
        variables: 'temp_mean',
      },
      {
        dqr_id: 'D2',
        datastream: MET,
        quality_code: '3',
        quality_name: 'Suspect',
        start_time: '2019-01-01T12:00:00Z',
        end_time: '2019-01-01T12:10:00Z',
      },
    ],
  });
  const { orderId, names } = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-01', { dqrFilter: ['incorrect'] }),
  );
  const made = await here.ada.dataset(orderId, names[0]!);
  const temperature = Array.from(await made.read('temp_mean'), Number);
  expect(temperature.slice(36, 42)).toEqual([-9999, -9999, -9999, -9999, -9999, -9999]);
  expect(temperature.filter((value) => value === -9999)).toHaveLength(6);
  expect(Array.from(await made.read('rh_mean'), Number)).not.toContain(-9999);
  const readme = (await here.ada.fetched(orderId, 'README.txt')).toString();
  expect(readme).toContain('- sgpmetE13.b1 temp_mean: 6');
  const reports = JSON.parse((await here.ada.fetched(orderId, 'quality-reports.json')).toString());
  expect(reports[MET].incorrect.D1).toMatchObject({ subject: 'Cable', variables: ['temp_mean'] });
  expect(reports[MET].suspect.D2).toMatchObject({
    variables: ['temp_mean', 'rh_mean'], // the table names none: all
    dates: [{ start_date: '2019-01-01 12:00:00', end_date: '2019-01-01 12:10:00' }],
  });
});

it('[O063] values that their own quality variable calls bad become -9999', async () => {
  await addMetDays(here.house, MET, 1);
  const { orderId, names } = await here.ada.delivered(
    requestOf(
      MET,
      '2019-01-01',
      '2019-01-01',
      { qcFilter: true },
      { outputFormat: ['ANDR', 'SMQC'] },
    ),
  );
  const values = Array.from(
    await (await here.ada.dataset(orderId, names[0]!)).read('temp_mean'),
    Number,
  );
  expect(values.map((value) => value === -9999)).toEqual(
    Array.from({ length: 144 }, (_, i) => qualityAt(JANUARY_1 + i * 600) === 1),
  );
});

it('raw levels and files of other kinds as they are, whatever else was asked', async () => {
  const at = { start: JANUARY_1, end: JANUARY_1 + 100 };
  await addFile(here.house, 'sgpmetE13.00.20190101.000000.raw.a.dat', 'raw bytes', {
    datastream: 'sgpmetE13.00',
    ...at,
  });
  await addMetDays(here.house, 'sgpmetE13.a1', 1);
  await addFile(here.house, 'sgpskyC1.b1.20190101.000000.jpg', 'picture', {
    datastream: 'sgpskyC1.b1',
    ...at,
  });
  const selected = ['sgpmetE13.00', 'sgpmetE13.a1', 'sgpskyC1.b1'].map((datastream) => ({
    datastream,
    dates: [],
    variables: ['temp_mean'],
    dqrFilter: ['incorrect'],
  }));
  const { names } = await here.ada.delivered({
    selectedData: {
      selectedDatastreams: selected,
      outputFormat: ['NCSV', 'ANDR'],
      mergedOutput: true,
      maxMb: 2048,
    },
  });
  expect(names).toEqual([
    'sgpmetE13.00.20190101.000000.raw.a.dat',
    'sgpmetE13.a1.20190101.000000.cdf',
    'sgpskyC1.b1.20190101.000000.jpg',
  ]);
});

it('[O062] ICARTT for an aerial facility', async () => {
  await addMetDays(here.house, 'acxnavF1.c1', 1);
  const { orderId, names } = await here.ada.delivered(
    requestOf(
      'acxnavF1.c1',
      '2019-01-01',
      '2019-01-01',
      { variables: ['temp_mean'] },
      { outputFormat: ['NCSV'] },
    ),
  );
  expect(names).toEqual(['nav-c1_acxF1_20190101000000_R0.ict']);
  const [first] = (await here.ada.fetched(orderId, names[0]!)).toString().split(/\r?\n/);
  expect(first).toMatch(/^\d+, ?1001/);
});

it('what is delivered are only the named files, whole, or only the scans that were chosen', async () => {
  const [, second] = await addMetDays(here.house, MET, 3);
  const named = await here.ada.delivered(
    requestOf(MET, '2019-01-01', '2019-01-01', { files: [second] }),
  );
  expect(named.names).toEqual([second]);
  const at = { datastream: 'sgpkasacrC1.a1', start: JANUARY_1, end: JANUARY_1 + 100 };
  await addFile(here.house, 'sgpkasacrC1.a1.20190101.000000.ppi.nc', 'a', {
    ...at,
    scanName: 'ppi',
  });
  await addFile(here.house, 'sgpkasacrC1.a1.20190101.000100.rhi.nc', 'b', {
    ...at,
    scanName: 'rhi',
  });
  const scans = await here.ada.delivered(
    requestOf(at.datastream, '2019-01-01', '2019-01-01', { scanNames: ['rhi'] }),
  );
  expect(scans.names).toEqual(['sgpkasacrC1.a1.20190101.000100.rhi.nc']);
});

it('the same datastream twice with different wishes, each in a folder of its own', async () => {
  await addMetDays(here.house, MET, 1);
  const dates = [{ startDate: '2019-01-01', endDate: '2019-01-01' }];
  const { names } = await here.ada.delivered({
    selectedData: {
      selectedDatastreams: [
        { datastream: MET, dates, variables: ['temp_mean'] },
        { datastream: MET, dates, variables: ['rh_mean'] },
      ],
      outputFormat: ['ANDR'],
    },
  });
  expect(names).toEqual([
    'sgpmetE13.b1.20190101.000000.custom.cdf',
    'selection-2/sgpmetE13.b1.20190101.000000.custom.cdf',
  ]);
});
