// Files as other networks publish them can be searched for what they are: place, time, product and
// every data variable.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { hasReaders } from '../../../../../scripts/python-modules.mjs';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { metadataDocuments } from '../../core/catalogue/documents.ts';
import { ensureTables, loadTables } from '../../core/tables/load.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { type HarvestReport, harvest } from './harvest.ts';
import { harvestReport, suggestedFor } from './report.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SHIPPED = here('../../../tables');
const hasPython = hasReaders();

let root: string;
let store: TemporaryStore;
let documents: MetadataDocument[];
let report: HarvestReport;
let text = '';

beforeAll(async () => {
  if (!hasPython) return;
  root = temporaryFolder();
  const archive = join(root, 'archive');
  await mkdir(join(archive, 'tower'), { recursive: true });
  execFileSync('python3', [here('./testing/conventions.py'), archive]);
  await writeFile(join(archive, 'OZONE-HOUSTON_P3B_20130814_R0.ict'), ICARTT);
  await writeFile(join(archive, 'roof.csv'), CSV);
  await writeFile(join(archive, 'csv.json'), DESCRIPTION);
  const folder = join(root, 'tables');
  await ensureTables({ shipped: SHIPPED, instead: join(SHIPPED, 'own'), folder });
  await writeFile(
    join(folder, 'name-patterns.csv'),
    'pattern,site_code,facility_code,datastream_class\ntower/{class}_%Y%j_%H%M.nc,mast,M1,\n',
  );
  const tables = await loadTables(folder);
  store = await temporaryStore();
  report = await harvest({
    store,
    archive: await openDiskArchive(archive),
    tables,
    log: pino({ level: 'silent' }),
  });
  documents = [];
  for await (const one of metadataDocuments({ db: store.db, tables, external: [] }))
    documents.push(one);
  for await (const line of harvestReport({ db: store.db, tables, skipped: [] })) text += line;
}, 120_000);
afterAll(() => store?.close());

const of = (site: string) => documents.filter((one) => one.site_code === site);
const measured = (site: string) =>
  of(site)
    .map((one) => [one.var_name, one.primary_meas_type_code])
    .sort();
const facts = (site: string) => {
  const [one] = of(site);
  return one
    ? [one.site_name, one.facility_name, one.start_date, one.end_date, one.location, one.dataLevel]
    : [];
};

describe.skipIf(!hasPython)('files of other networks (needs Python netCDF4)', () => {
  it('files of other networks are all filed, each opened once', () => {
    expect(report).toMatchObject({ listed: 11, added: 11, unfiled: 0, headersRead: 11 });
  });

  it('NCAS-AMF: the platform is the site, product and instrument are the class', () => {
    expect(facts('weybourne')).toEqual([
      ...[
        'Weybourne, Norfolk, England',
        'Weybourne, Norfolk, England',
        '2020-06-01T00:00:00Z',
        '2020-06-01T23:00:00Z',
      ],
      ...['52.95,1.12', 'l1'],
    ]);
    expect(of('weybourne')[0]).toMatchObject({
      datastream: 'ncas-aws-1-surface-met-weybourne',
      instrument_code: 'ncas-aws-1-surface-met',
    });
    expect(measured('weybourne')).toEqual([
      ['air_temperature', 'atmtemp'],
      ['wind_speed', 'horizwind'],
    ]);
  });

  it('Cloudnet: the location is the site, the type of file the class', () => {
    expect(facts('mace-head').slice(0, 5)).toEqual([
      ...['Mace Head', 'Mace Head', '2023-01-01T00:00:00Z', '2023-01-01T23:00:00Z'],
      '53.326,-9.9',
    ]);
    expect(of('mace-head')[0]).toMatchObject({
      datastream: 'mira-35-mace-head',
      instrument_code: 'radar',
    });
    expect(measured('mace-head')).toEqual([
      ['Zh', 'radarrefl'],
      ['v', expect.any(String)],
    ]);
  });

  it('E-PROFILE: the WIGOS identifier is the site, and knows its name', () => {
    expect(facts('0-20000-0-06610')).toEqual([
      ...['PAYERNE,SWITZERLAND', 'A', '2021-09-09T00:00:00Z', '2021-09-09T23:00:00Z'],
      ...['46.814,6.944', ''],
    ]);
    expect(measured('0-20000-0-06610')).toEqual([
      ['attenuated_backscatter_0', expect.any(String)],
      ['cloud_base_height', 'cloudbase'],
    ]);
  });

  it('EARLINET and ACTRIS: three letters are the station', () => {
    expect(facts('pot').slice(0, 2)).toEqual(['Potenza, Italy', 'MUSA']);
    expect(facts('pot')[4]).toBe('40.6,15.72');
    expect(of('pot')[0]?.instrument_code).toBe('earlinet_aerremsen-lev02_b1064');
    expect(measured('pot')).toEqual([['backscatter', expect.any(String)]]);
  });

  it('ARM of the years of base_time and time_offset', () => {
    expect(facts('xyz').slice(2, 5)).toEqual([
      ...['2001-02-03T00:00:00Z', '2001-02-03T23:00:00Z', '36.6,-97.5'],
    ]);
    expect(measured('xyz')).toEqual([['rain', 'precip']]);
  });

  it('CF and ACDD of a newcomer: every data variable, no coordinate, one datastream of three days', () => {
    expect(facts('example-university')).toEqual([
      ...['Example University', 'Roof laboratory', '2022-03-01T00:00:00Z', '2022-03-03T23:00:00Z'],
      ...['48.1,11.6', ''],
    ]);
    expect(measured('example-university')).toEqual([
      ['beta_att', expect.any(String)],
      ['pr', 'precip'],
    ]);
    const [one] = of('example-university');
    expect(one).toMatchObject({ site_type: 'O', source_class_name: 'Observations' });
    expect(one?.doi).toBeUndefined();
  });

  it('a file of another network is named by the pattern of the operator, without a time axis', () => {
    expect(facts('mast').slice(1, 4)).toEqual([
      'm1',
      '2020-06-01T12:00:00Z',
      '2020-06-01T12:00:00Z',
    ]);
    expect(of('mast')[0]?.instrument_code).toBe('r1');
    expect(measured('mast')).toEqual([['u', 'horizwind']]);
  });

  it('ICARTT: institution, platform and every column', () => {
    expect(facts('example-house').slice(0, 4)).toEqual([
      ...['Example House', 'NASA P-3B', '2013-08-14T12:00:00Z', '2013-08-14T12:00:02Z'],
    ]);
    expect(measured('example-house')).toEqual([
      ['CO', 'coconc'],
      ['O3_ppbv', 'ozoneconc'],
    ]);
  });

  it('CSV by its description', () => {
    expect(facts('our-roof').slice(2, 5)).toEqual([
      ...['2020-06-01T00:00:00Z', '2020-06-01T00:10:00Z', '51.5,-0.1'],
    ]);
    expect(measured('our-roof')).toEqual([
      ['RH', 'atmmoist'],
      ['T_air', 'atmtemp'],
    ]);
  });

  it('no coordinate, time, bound or flag of any is a measurement', () => {
    const wrong =
      /lat|lon|alt|time|bound|qc|flag|year|month|day|hour|minute|second$|range|height$/i;
    const names = documents.map((one) => one.var_name ?? '');
    expect(names.filter((name) => wrong.test(name) && name !== 'cloud_base_height')).toEqual([]);
  });

  it('no label of this archive stands over them', () => {
    const labels = documents.flatMap((one) => [
      one.source_class_name,
      one.site_name,
      one.facility_name,
    ]);
    expect(labels.filter((label) => /\bARM\b|OTHER/.test(label ?? ''))).toEqual([]);
  });

  it('the report begins with what costs most, and gives lines that fit the tables', async () => {
    const rows = parse(text, { columns: true }) as { costs: string }[];
    const costs = rows.map((row) => row.costs);
    expect(costs.length).toBeGreaterThan(10);
    expect(costs).toEqual(costs.toSorted().toReversed());
    expect(text).toContain('mylidar_%Y-%m-%d.nc');
    const lines = await suggestedFor({
      db: store.db,
      tables: await loadTables(join(root, 'tables')),
    });
    expect(lines).toContainEqual({
      table: 'sites.csv',
      cells: { site_code: 'mace-head', site_name: 'Mace Head', short_name: '' },
    });
  });
});

const ICARTT = `33, 1001, V02_2016
Doe, J
Example House
In-situ ozone and carbon monoxide
DISCOVERAQ
1, 1
2013, 08, 14, 2014, 01, 20
1
Time_Start, seconds, Time_Start
2
1, 1
-9999, -9999
O3_ppbv, ppbv, Gas_O3_InSitu_S_AVMR, ozone mixing ratio
CO, ppbv, Gas_CO_InSitu_S_AVMR, carbon monoxide
0
17
PI_CONTACT_INFO: doe@example.org
PLATFORM: NASA P-3B
LOCATION: Houston
ASSOCIATED_DATA: N/A
INSTRUMENT_INFO: N/A
DATA_INFO: N/A
UNCERTAINTY: N/A
ULOD_FLAG: -7777
ULOD_VALUE: N/A
LLOD_FLAG: -8888
LLOD_VALUE: N/A
DM_CONTACT_INFO: N/A
PROJECT_INFO: N/A
STIPULATIONS_ON_USE: N/A
OTHER_COMMENTS: N/A
REVISION: R0
Time_Start, O3_ppbv, CO
43200, 40, 101
43202, 41, 102
`;

const CSV = 'when,T_air [degC],RH [%]\n2020-06-01 00:00:00,11,80\n2020-06-01 00:10:00,12,81\n';
const DESCRIPTION = JSON.stringify({
  time: { column: 'when' },
  columns: {
    'T_air [degC]': { standard_name: 'air_temperature' },
    'RH [%]': { long_name: 'Relative humidity' },
  },
  attributes: { title: 'Weather of our roof', site: 'Our roof' },
  place: { latitude: 51.5, longitude: -0.1 },
});
