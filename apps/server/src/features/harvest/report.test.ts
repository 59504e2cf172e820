// The report says what is missing, where, and what to do, even after a run that opened nothing.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { loadTables } from '../../core/tables/load.ts';
import { harvest } from './harvest.ts';
import { harvestReport } from './report.ts';
import { columnsIn } from './table-drafts.ts';
import { freshArchive } from './testing/fresh-archive.ts';
import { writeTestFile } from './testing/write-file.ts';

const here = freshArchive();

it('the report of a harvest lists problems of files and of datastreams', async () => {
  const archive = here.at('archive');
  await writeTestFile(join(archive, 'sgpmetE13.b1.20190101.000000.nc'), {
    place: [36.6, -97.5],
    variables: { temp: { units: 'degC', long_name: 'Temperature' } },
  });
  await writeTestFile(join(archive, 'xyznewC1.b1.20190101.000000.nc'), {
    variables: { a: { long_name: 'A' }, b: {}, qc_b: {} },
  });
  await writeTestFile(join(archive, 'bare.nc'), { timeUnits: null });
  await writeFile(join(archive, '=1+1, "x".nc'), 'junk');
  const folder = here.at('home');
  await writeTestFile(join(folder, 'unused.nc'));
  await writeFile(join(folder, 'sites.csv'), 'site_code,site_name,short_name\nsgp,,\n');
  await writeFile(join(folder, 'facilities.csv'), 'site_code,facility_code\nsgp,E13\n');
  await writeFile(
    join(folder, 'instrument-classes.csv'),
    'instrument_class_code,instrument_class_name,x,source_class_codes,description\nmet,,,,\n',
  );
  await writeFile(
    join(folder, 'quality-reports.csv'),
    'dqr_id,datastream,quality_code,start_time,variables\n' +
      'D1,sgpmetE13.b1,4,2019-01-01T00:00:00Z,temp;tmep;rh\nD2,sgpmetE13.b1,4,2019-01-01T00:00:00Z,all\n',
  );
  const tables = await loadTables(folder);
  const log = pino({ level: 'silent' });
  await symlink(folder, join(archive, 'elsewhere'));
  const run = async () =>
    await harvest({ store: here.store, archive: await openDiskArchive(archive), tables, log });
  await run();
  const { skipped } = await run();
  const columnsOf = await columnsIn(folder);
  let text = '';
  for await (const line of harvestReport({ db: here.store.db, tables, skipped, columnsOf }))
    text += line;
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  const costs = rows.map((row) => Number(row.costs));
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  const xyz = 'xyznewC1.b1.20190101.000000.nc';
  expect(rows.map((row) => [row.path, row.problem, row.what])).toEqual([
    ['elsewhere', 'passed-over', 'The link leads out of the archive.'],
    [`'=1+1, "x".nc`, 'not-netcdf', expect.stringContaining('not NetCDF')],
    ['bare.nc', 'no-time', ''],
    ['bare.nc', 'no-place', 'other.X1'],
    ['bare.nc', 'own-measurement', 'temp'],
    ['sgpmetE13.b1.20190101.000000.nc', 'own-measurement', 'temp'],
    [xyz, 'no-place', 'xyz.C1'],
    [xyz, 'own-measurement', 'a b'],
    ['bare.nc', 'unknown-site', 'other'],
    ['bare.nc', 'unknown-facility', 'other.X1'],
    ['bare.nc', 'unknown-class', 'bare'],
    [xyz, 'unknown-site', 'xyz'],
    [xyz, 'unknown-facility', 'xyz.C1'],
    [xyz, 'unknown-class', 'new'],
    ['bare.nc', 'no-datastream', ''],
    ['sgpmetE13.b1.20190101.000000.nc', 'unknown-report-variable', 'rh tmep'],
    [xyz, 'no-units', 'a b'],
  ]);
  expect(rows.every((row) => (row.to_do ?? '').length > 20 && row.files === '1')).toBe(true);
  const line = (problem: string) => {
    const row = rows.find((one) => one.path === xyz && one.problem === problem);
    return [row?.table, row?.line];
  };
  expect(line('unknown-site')).toEqual(['sites.csv', 'xyz,XYZ,XYZ']);
  expect(line('unknown-class')).toEqual(['instrument-classes.csv', 'new,new,,armobs,']);
  expect(line('no-units')).toEqual(['', '']);
});

it('the report of a harvest tells a problem of many files of one datastream once, with how many they are', async () => {
  const archive = here.at('archive');
  for (const day of ['01', '02', '03'])
    await writeTestFile(join(archive, `lidar_2020-01-${day}.nc`), {
      attributes: { title: 'Lidar' },
    });
  const tables = await loadTables(here.at('none'));
  const log = pino({ level: 'silent' });
  await harvest({ store: here.store, archive: await openDiskArchive(archive), tables, log });
  let text = '';
  const columnsOf = () => ['own', 'pattern', 'datastream'];
  for await (const line of harvestReport({ db: here.store.db, tables, skipped: [], columnsOf }))
    text += line;
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  const named = rows.filter((row) => row.problem === 'no-datastream');
  expect(named).toMatchObject([
    { files: '3', table: 'name-patterns.csv', line: ',lidar_%Y-%m-%d.nc,lidar' },
  ]);
});
