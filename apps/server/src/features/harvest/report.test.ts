// The report names what is missing, in what, and what to do, also after a run that opened nothing.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { loadTables } from '../../core/tables/load.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { harvest } from './harvest.ts';
import { harvestReport } from './report.ts';
import { writeTestFile } from './testing/write-file.ts';

let root: string;
let store: TemporaryStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'isobar-report-'));
  store = await temporaryStore();
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

it('lists problems of files and of datastreams', async () => {
  const archive = join(root, 'archive');
  await writeTestFile(join(archive, 'sgpmetE13.b1.20190101.000000.nc'), {
    place: [36.6, -97.5],
    variables: { temp: { units: 'degC', long_name: 'Temperature' } },
  });
  await writeTestFile(join(archive, 'xyznewC1.b1.20190101.000000.nc'), {
    variables: { a: { long_name: 'A' }, b: {}, qc_b: {} },
  });
  await writeTestFile(join(archive, 'bare.nc'), { timeUnits: null });
  await writeFile(join(archive, '=1+1, "x".nc'), 'junk');
  const folder = join(root, 'home');
  await writeTestFile(join(folder, 'unused.nc'));
  await writeFile(join(folder, 'sites.csv'), 'site_code\nsgp\n');
  await writeFile(join(folder, 'facilities.csv'), 'site_code,facility_code\nsgp,E13\n');
  await writeFile(join(folder, 'instrument-classes.csv'), 'instrument_class_code\nmet\n');
  await writeFile(
    join(folder, 'quality-reports.csv'),
    'dqr_id,datastream,quality_code,start_time,variables\n' +
      'D1,sgpmetE13.b1,4,2019-01-01T00:00:00Z,temp;tmep;rh\nD2,sgpmetE13.b1,4,2019-01-01T00:00:00Z,all\n',
  );
  const tables = await loadTables(folder);
  const log = pino({ level: 'silent' });
  await symlink(folder, join(archive, 'elsewhere'));
  const run = async () =>
    await harvest({ store, archive: await openDiskArchive(archive), tables, log });
  await run();
  const { skipped } = await run();
  let text = '';
  for await (const line of harvestReport({ db: store.db, tables, skipped })) text += line;
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row.path, row.datastream, row.problem, row.what])).toEqual([
    ['elsewhere', '', 'passed-over', 'The link leads out of the archive.'],
    [`'=1+1, "x".nc`, '', 'not-netcdf', expect.stringContaining('not NetCDF')],
    ['bare.nc', 'bare', 'no-datastream', ''],
    ['bare.nc', 'bare', 'no-time', ''],
    ['bare.nc', 'bare', 'unknown-site', 'other'],
    ['bare.nc', 'bare', 'unknown-facility', 'other.X1'],
    ['bare.nc', 'bare', 'unknown-class', 'bare'],
    ['bare.nc', 'bare', 'no-place', 'other.X1'],
    ['sgpmetE13.b1.20190101.000000.nc', 'sgpmetE13.b1', 'unknown-report-variable', 'rh tmep'],
    ...['unknown-site', 'unknown-facility', 'unknown-class', 'no-place', 'no-units'].map((code) => [
      'xyznewC1.b1.20190101.000000.nc',
      'xyznewC1.b1',
      code,
      expect.any(String),
    ]),
  ]);
  expect(rows.at(-1)?.what).toBe('a b');
  expect(rows.every((row) => (row.to_do ?? '').length > 20)).toBe(true);
});
