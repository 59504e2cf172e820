// The real files: every one is filed, under the right datastream and with its true first and last
// time.

import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_FILES } from '../../../../../fixtures/real-files.ts';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { parseFileName } from '../../core/catalogue/file-name.ts';
import { ensureTables, loadTables } from '../../core/tables/load.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { type HarvestReport, harvest } from './harvest.ts';

const SHIPPED = fileURLToPath(new URL('../../../tables', import.meta.url));

describe('the real files', () => {
  let store: TemporaryStore;
  let tables: string;
  let first: HarvestReport;
  const run = async () =>
    harvest({
      store,
      archive: await openDiskArchive(REAL_FILES),
      tables: await loadTables(tables),
      log: pino({ level: 'silent' }),
    });
  beforeAll(async () => {
    tables = temporaryFolder();
    await ensureTables({ shipped: SHIPPED, folder: tables });
    store = await temporaryStore();
    first = await run();
  });
  afterAll(() => store.close());

  const at = (text: string): number => Date.parse(text) / 1000;
  const file = (name: string) =>
    store.db
      .selectFrom('files')
      .selectAll()
      .where('path', 'like', `%/${name}`)
      .executeTakeFirstOrThrow();

  it('[P142] the real files are all filed, classic and NetCDF-4, with either ending', async () => {
    expect(await store.db.selectFrom('unreadable_files').selectAll().execute()).toEqual([
      expect.objectContaining({ path: 'README.md', code: 'not-netcdf' }),
    ]);
    expect(first).toMatchObject({ listed: 59, added: 58, unfiled: 1, headersRead: 58 });
    const designs = await store.db.selectFrom('designs').select('header').execute();
    const formats = new Set(designs.map((row) => /"format":"(\w+)"/.exec(row.header)?.[1]));
    expect(formats).toContain('netcdf4');
    expect([...formats].some((format) => format?.startsWith('cdf'))).toBe(true);
  });

  it('the real files are opened once', async () => {
    expect(await run()).toMatchObject({ unchanged: 59, headersRead: 0, touched: [] });
  });

  it('[P145] [P146] the real files begin at the time of their name, or within its day', async () => {
    const rows = await store.db.selectFrom('files').selectAll().where('named', '=', 1).execute();
    for (const row of rows) {
      if (row.file_name.startsWith('marirtsst')) continue; // says 2018 inside: see below
      const named = parseFileName(row.file_name)?.start;
      if (named === null || named === undefined) continue;
      expect(row.start_s - named, row.file_name).toBeGreaterThanOrEqual(-60);
      expect(row.start_s - named, row.file_name).toBeLessThan(86_400);
      expect(row.end_s, row.file_name).toBeGreaterThanOrEqual(row.start_s);
      expect(row.end_s - row.start_s, row.file_name).toBeLessThan(2 * 86_400);
      expect(row.notices, row.file_name).toBeNull();
    }
    expect(rows.length).toBe(55);
  });

  it('[P144] the real files have their datastream, site, facility and level', async () => {
    expect(await file('sgpmetE13.b1.20190101.000000.cdf')).toMatchObject({
      datastream: 'sgpmetE13.b1',
      start_s: at('2019-01-01T00:00:00Z'),
      end_s: at('2019-01-01T23:59:00Z'),
    });
    const met = await store.db
      .selectFrom('datastreams')
      .selectAll()
      .where('datastream', '=', 'sgpmetE13.b1')
      .executeTakeFirstOrThrow();
    expect(met).toMatchObject({ site_code: 'sgp', facility_code: 'E13', data_level: 'b1' });
  });

  it('[P147] the real files tell their place where it is one', async () => {
    const place = async (datastream: string) => {
      const rows = await store.db
        .selectFrom('designs')
        .select('header')
        .where('datastream', '=', datastream)
        .execute();
      return rows.map((row) => JSON.parse(row.header).place);
    };
    expect((await place('sgpmetE13.b1'))[0]).toEqual({
      latitude: 36.605,
      longitude: -97.485,
      altitude: 318,
    });
    expect(await place('maraosmetM1.a1')).toEqual([null]); // a ship: one position for each sample
  });

  it('real files of unusual names and times are filed too', async () => {
    expect(await file('sgpmmcrC1.b1.1.cdf')).toMatchObject({
      datastream: 'sgpmmcrC1.b1',
      named: 1,
    });
    for (const name of ['sgpmet_no_time.nc', 'sgpmet_test_time.nc'])
      expect(await file(name)).toMatchObject({
        datastream: 'sgpmetE13.b1',
        named: 0,
        start_s: at('2019-01-01T00:00:00Z'),
        end_s: at('2019-01-01T00:59:00Z'),
        notices: null,
      });
    expect(await file('met_lcl.nc')).toMatchObject({
      datastream: 'met_lcl', // its times are not in order
      start_s: at('2019-01-01T00:00:00Z'),
      end_s: at('2019-01-07T23:59:00Z'),
      notices: 'no-datastream',
    });
    expect(await file('marirtsstM1.b1.20190320.000000.nc')).toMatchObject({
      start_s: at('2018-03-20T00:00:00Z'),
      notices: 'other-day',
    });
  });

  it('share one header within a design', async () => {
    const counted = await store.db
      .selectFrom('designs')
      .select((e) => e.fn.countAll<number>().as('designs'))
      .where('datastream', '=', 'twpsondewnpnC3.b1')
      .executeTakeFirstOrThrow();
    expect(Number(counted.designs)).toBe(1);
  });

  it('a real file names the scan of a scanning lidar', async () => {
    expect((await file('sgpdlppiC1.b1.20191015.120023.cdf')).scan_name).toBe('ppi');
  });
});
