// Orders from the queue to the delivery: right values, right cuts, what is missing said, nothing to deliver failing openly.
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workOff } from '../../../roles/worker.ts';
import { approveOrder } from '../control.ts';
import { readRecipe } from '../documents/recipe.ts';
import { type Customer, customerOf } from '../testing/customer.ts';
import { humidityAt, qualityAt, temperatureAt, writeMetFile } from '../testing/met-file.ts';
import {
  addFile,
  addMetDays,
  DAY,
  JANUARY_1,
  type OrderHouse,
  openOrderHouse,
  requestOf,
} from '../testing/order-house.ts';

const MET = 'sgpmetE13.b1';
let house: OrderHouse;
let ada: Customer;

beforeEach(async () => {
  house = await openOrderHouse();
  ada = await customerOf(house);
});
afterEach(() => house.close());

describe('what is delivered', () => {
  it('[O061] [O065] whole files as they are, byte for byte', async () => {
    const [first, second] = await addMetDays(house, MET, 2);
    const { orderId, status, names } = await ada.delivered(
      requestOf(MET, '2019-01-01', '2019-01-02'),
    );
    expect(status).toMatchObject({ curStep: 'complete', failure: null, missing: [] });
    expect(names).toEqual([first, second]);
    const original = await readFile(join(house.archiveFolder, first!));
    expect((await ada.fetched(orderId, first!)).equals(original)).toBe(true);
  });

  it('two variables with their companions, cut to the second and concatenated', async () => {
    await addMetDays(house, MET, 3);
    const { orderId, names } = await ada.delivered(
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
    const made = await ada.dataset(orderId, names[0]!);
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
    await addMetDays(house, MET, 2);
    const { orderId, names } = await ada.delivered(
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
    const csv = (await ada.fetched(orderId, names[2]!)).toString('utf8');
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
    await addMetDays(house, MET, 1);
    house.setTables({
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
    const { orderId, names } = await ada.delivered(
      requestOf(MET, '2019-01-01', '2019-01-01', { dqrFilter: ['incorrect'] }),
    );
    const made = await ada.dataset(orderId, names[0]!);
    const temperature = Array.from(await made.read('temp_mean'), Number);
    expect(temperature.slice(36, 42)).toEqual([-9999, -9999, -9999, -9999, -9999, -9999]);
    expect(temperature.filter((value) => value === -9999)).toHaveLength(6);
    expect(Array.from(await made.read('rh_mean'), Number)).not.toContain(-9999);
    const readme = (await ada.fetched(orderId, 'README.txt')).toString();
    expect(readme).toContain('- sgpmetE13.b1 temp_mean: 6');
    const reports = JSON.parse((await ada.fetched(orderId, 'quality-reports.json')).toString());
    expect(reports[MET].incorrect.D1).toMatchObject({ subject: 'Cable', variables: ['temp_mean'] });
    expect(reports[MET].suspect.D2.dates[0].start_date).toBe('2019-01-01T12:00:00Z');
  });

  it('[O063] values that their own quality variable calls bad become -9999', async () => {
    await addMetDays(house, MET, 1);
    const { orderId, names } = await ada.delivered(
      requestOf(
        MET,
        '2019-01-01',
        '2019-01-01',
        { qcFilter: true },
        { outputFormat: ['ANDR', 'SMQC'] },
      ),
    );
    const values = Array.from(
      await (await ada.dataset(orderId, names[0]!)).read('temp_mean'),
      Number,
    );
    expect(values.map((value) => value === -9999)).toEqual(
      Array.from({ length: 144 }, (_, i) => qualityAt(JANUARY_1 + i * 600) === 1),
    );
  });

  it('raw levels and files of other kinds as they are, whatever else was asked', async () => {
    const at = { start: JANUARY_1, end: JANUARY_1 + 100 };
    await addFile(house, 'sgpmetE13.00.20190101.000000.raw.a.dat', 'raw bytes', {
      datastream: 'sgpmetE13.00',
      ...at,
    });
    await addMetDays(house, 'sgpmetE13.a1', 1);
    await addFile(house, 'sgpskyC1.b1.20190101.000000.jpg', 'picture', {
      datastream: 'sgpskyC1.b1',
      ...at,
    });
    const selected = ['sgpmetE13.00', 'sgpmetE13.a1', 'sgpskyC1.b1'].map((datastream) => ({
      datastream,
      dates: [],
      variables: ['temp_mean'],
      dqrFilter: ['incorrect'],
    }));
    const { names } = await ada.delivered({
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
    await addMetDays(house, 'acxnavF1.c1', 1);
    const { orderId, names } = await ada.delivered(
      requestOf(
        'acxnavF1.c1',
        '2019-01-01',
        '2019-01-01',
        { variables: ['temp_mean'] },
        { outputFormat: ['NCSV'] },
      ),
    );
    expect(names).toEqual(['nav-c1_acxF1_20190101000000_R0.ict']);
    const [first] = (await ada.fetched(orderId, names[0]!)).toString().split(/\r?\n/);
    expect(first).toMatch(/^\d+, ?1001/);
  });

  it('only the named files, whole; only the scans that were chosen', async () => {
    const [, second] = await addMetDays(house, MET, 3);
    const named = await ada.delivered(
      requestOf(MET, '2019-01-01', '2019-01-01', { files: [second] }),
    );
    expect(named.names).toEqual([second]);
    const at = { datastream: 'sgpkasacrC1.a1', start: JANUARY_1, end: JANUARY_1 + 100 };
    await addFile(house, 'sgpkasacrC1.a1.20190101.000000.ppi.nc', 'a', { ...at, scanName: 'ppi' });
    await addFile(house, 'sgpkasacrC1.a1.20190101.000100.rhi.nc', 'b', { ...at, scanName: 'rhi' });
    const scans = await ada.delivered(
      requestOf(at.datastream, '2019-01-01', '2019-01-01', { scanNames: ['rhi'] }),
    );
    expect(scans.names).toEqual(['sgpkasacrC1.a1.20190101.000100.rhi.nc']);
  });

  it('the same datastream twice with different wishes, each in a folder of its own', async () => {
    await addMetDays(house, MET, 1);
    const dates = [{ startDate: '2019-01-01', endDate: '2019-01-01' }];
    const { names } = await ada.delivered({
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
});

describe('what goes along', () => {
  it('README, citation, licence, reports, recipe and checksums that fit', async () => {
    await addMetDays(house, MET, 2);
    house.setTables({
      'dois.csv': [{ doi: '10.5439/1786358', datastream_class: 'met' }],
      'instrument-classes.csv': [
        {
          instrument_class_code: 'met',
          instrument_class_name: 'Surface Meteorological Instrumentation',
        },
      ],
      'sites.csv': [{ site_code: 'sgp', site_name: 'Southern Great Plains' }],
    });
    const { orderId, manifest } = await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-02'));
    const sums = (await ada.fetched(orderId, 'SHA256SUMS')).toString().trim().split('\n');
    expect(sums).toHaveLength(manifest!.files.length - 1);
    for (const line of sums) {
      const [sum, name] = line.split('  ') as [string, string];
      expect(manifest!.files.find((file) => file.name === name)?.sha256).toBe(sum);
    }
    const readme = (await ada.fetched(orderId, 'README.txt')).toString();
    expect(readme).toContain(`Order ${orderId} of the ARM archive`);
    expect(readme).toContain('2 data files');
    expect(readme).toContain('everything that was ordered is here');
    expect(readme.replace(/\s+/g, ' ')).toContain('Surface Meteorological Instrumentation (MET)');
    expect(readme).toContain('CC BY 4.0');
    expect(readme).not.toContain('SIMULATED');
    expect((await ada.fetched(orderId, 'CITATION.txt')).toString()).toContain(
      'https://doi.org/10.5439/1786358',
    );
    expect((await ada.fetched(orderId, 'CITATION.cff')).toString()).toMatch(
      /^cff-version: 1\.2\.0\n/,
    );
    expect((await ada.fetched(orderId, 'LICENSE.txt')).toString()).toContain('Creative Commons');
    const recipe = readRecipe((await ada.fetched(orderId, 'recipe.json')).toString());
    expect(recipe.inputs).toHaveLength(2);
    expect(recipe.outputs).toHaveLength(2);
    const changed = (await ada.fetched(orderId, 'recipe.json'))
      .toString()
      .replace('"simulated":false', '"simulated":true');
    expect(() => readRecipe(changed)).toThrow(/changed/);
  });

  it('[O004] one mail with a link that works without a session', async () => {
    await addMetDays(house, MET, 1);
    const { orderId } = await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
    expect(await house.mails()).toEqual([`order-${orderId}-complete.eml`]);
    const mail = (await house.readMail(`order-${orderId}-complete.eml`))
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=');
    expect(mail).toContain('To: ada Byron <ada@example.org>');
    const link = /http:\/\/archive\.example(\/services\/order\/delivery\/\d+\/\?key=[\w.-]+)/.exec(
      mail,
    )?.[1];
    const page = await house.app.inject(link!);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`Order ${orderId}`);
  });

  it('no mail for a person who wants none, plain text for one who wants no HTML', async () => {
    await addMetDays(house, MET, 1);
    await ada.delivered({ ...requestOf(MET, '2019-01-01', '2019-01-01'), sendConfEmail: false });
    expect(await house.mails()).toEqual([]);
    const { person_id } = await house.store.db
      .selectFrom('people')
      .select('person_id')
      .executeTakeFirstOrThrow();
    await house.store.db
      .insertInto('preferences')
      .values({
        person_id,
        application: 'discovery',
        preference: 'email',
        value: '{"notify":true,"html":false}',
      })
      .execute();
    const { orderId } = await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
    expect(await house.readMail(`order-${orderId}-complete.eml`)).not.toContain('text/html');
    await house.store.db.updateTable('preferences').set({ value: '{"notify":false}' }).execute();
    await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
    expect(await house.mails()).toHaveLength(1);
  });

  it('[O064] copies for a notebook folder and a folder for transfer tools', async () => {
    await addMetDays(house, MET, 1);
    await mkdir(join(house.home, 'notebooks', 'ada', 'storms'), { recursive: true });
    const { orderId, status } = await ada.delivered({
      ...requestOf(MET, '2019-01-01', '2019-01-01'),
      deliveryBits: 1 + 8 + 16,
      extraDestinations: ['storms', '../bob', 'none'],
    });
    const staged = await readdir(
      join(house.home, 'notebooks', 'ada', 'storms', `order-${orderId}`),
    );
    expect(staged).toContain('sgpmetE13.b1.20190101.000000.cdf');
    expect(staged).toContain('SHA256SUMS');
    const [person] = await readdir(join(house.home, 'transfer'));
    expect(await readdir(join(house.home, 'transfer', person!, `order-${orderId}`))).toContain(
      'README.txt',
    );
    expect(status.missing.map((m: { file: string }) => m.file)).toEqual(['../bob', 'none']);
  });

  it('nothing in the scratch folder afterwards', async () => {
    await addMetDays(house, MET, 1);
    await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
    expect(await readdir(join(house.home, 'work'))).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('one bad and one vanished source file do not sink an order', async () => {
    const [first, second, third] = await addMetDays(house, MET, 3);
    await rm(join(house.archiveFolder, first!));
    await writeFile(join(house.archiveFolder, third!), 'CDF\x01 but not really');
    const { orderId, status, names } = await ada.delivered(
      requestOf(MET, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }),
    );
    expect(status.curStep).toBe('complete');
    expect(names).toEqual([second!.replace('.cdf', '.custom.cdf')]);
    expect(status.missing.map((m: { file: string }) => m.file)).toEqual([first, third]);
    expect(status.missing[0].reason).toContain('no longer in the archive');
    const readme = (await ada.fetched(orderId, 'README.txt')).toString();
    expect(readme).toContain('2 files could not be delivered');
    expect(readme).toContain(`- ${third}: `);
    expect(readme).not.toContain(house.archiveFolder);
    const mail = await house.readMail(`order-${orderId}-complete.eml`);
    expect(mail).toContain('could not be delivered');
  });

  it('nothing to deliver fails openly, with a mail, and can be tried again', async () => {
    const [only] = await addMetDays(house, MET, 1);
    const path = join(house.archiveFolder, only!);
    await rm(path);
    await writeFile(join(house.archiveFolder, 'another.nc'), 'so that the archive is not empty');
    const { orderId, status } = await ada.delivered(requestOf(MET, '2019-01-01', '2019-01-01'));
    expect(status.failure).toContain('None of the 1 files could be read.');
    expect(status).toMatchObject({ delivery: null, actions: ['retry'] });
    expect(await house.mails()).toEqual([`order-${orderId}-failed.eml`]);
    await writeMetFile(path, { start: JANUARY_1, samples: 144, step: 600, datastream: MET });
    const retried = await house.app.inject({
      method: 'POST',
      url: `/services/order/orders/retry?orderId=${orderId}`,
      headers: ada.headers,
    });
    expect(retried.statusCode).toBe(200);
    await house.work();
    expect(await ada.status(orderId)).toMatchObject({ curStep: 'complete', failure: null });
    expect((await ada.filesOf(orderId)).names).toEqual([only]);
  });

  it('an archive whose disk is not mounted fails no order: it waits, says so, and goes on', async () => {
    const [only] = await addMetDays(house, MET, 1);
    const beside = `${house.archiveFolder}-beside`;
    await rename(house.archiveFolder, beside);
    await mkdir(house.archiveFolder); // where it was mounted
    const orderId = await ada.place(requestOf(MET, '2019-01-01', '2019-01-01'));
    for (let look = 0; look < 6; look++) {
      await workOff(house.worker);
      await house.store.db.updateTable('jobs').set({ run_at_ms: 0 }).execute();
    }
    const status = await ada.status(orderId);
    expect(status).toMatchObject({ failure: null, missing: [] });
    expect(status.waiting).toMatch(/waits for a service/);
    await rmdir(house.archiveFolder);
    await rename(beside, house.archiveFolder);
    await house.work();
    expect((await ada.filesOf(orderId)).names).toEqual([only]);
  });

  it('what no disk holds fails openly, before anything is read or written', async () => {
    await addMetDays(house, MET, 1);
    await house.store.db.updateTable('files').set({ size: 1e15 }).execute();
    const orderId = await ada.place(requestOf(MET, '2019-01-01', '2019-01-01'));
    await approveOrder(house.store.db, orderId); // it is held for its size
    await house.work();
    const { failure, curStep, actions } = await ada.status(orderId);
    expect(failure).toMatch(/^The order takes 1.00 PB; the disk for deliveries holds /);
    expect({ curStep, actions }).toEqual({ curStep: 'hpss', actions: ['retry'] });
    expect(await house.mails()).toContain(`order-${orderId}-failed.eml`);
  });

  it('dates between two samples of a file have nothing to deliver', async () => {
    await addMetDays(house, MET, 1);
    const { status } = await ada.delivered(
      requestOf(MET, '2019-01-01 00:00:01', '2019-01-01 00:09:00', { variables: ['temp_mean'] }),
    );
    expect(status.failure).toContain('No file has a sample in the dates that were ordered.');
  });
});
