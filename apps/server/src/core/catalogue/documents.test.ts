// Documents of a small archive, made from rows as a harvest leaves them and tables as they are
// shipped.

import { fileURLToPath } from 'node:url';
import type { MetadataDocument } from '@isobar/contract/catalogue/metadata-document.ts';
import { METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { firstSecond, lastSecond } from '@isobar/contract/quality/affected.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { type CuratedTables, curatedTables } from '../tables/curated-tables.ts';
import { loadTables } from '../tables/load.ts';
import { metadataDocuments, ownDocuments } from './documents.ts';
import type { Header, HeaderVariable } from './header.ts';

const SHIPPED = fileURLToPath(new URL('../../../tables', import.meta.url));
const DAY = 86_400;
const at = (text: string): number => parseInstant(text) ?? Number.NaN;

const variable = (
  name: string,
  attributes: Record<string, string>,
  dimensions = ['time'],
): HeaderVariable => ({
  name,
  type: 'float',
  dimensions,
  attributes,
});

const header = (variables: HeaderVariable[], attributes: Record<string, string> = {}): Header => ({
  format: 'cdf1',
  dimensions: [{ name: 'time', length: 1440, unlimited: true }],
  attributes,
  place: null,
  variables: [variable('time', { units: 'seconds since 2019-01-01' }), ...variables],
});

const MET = header([
  variable('atmos_pressure', { long_name: 'Atmospheric pressure', units: 'kPa' }),
  variable('qc_atmos_pressure', { long_name: 'Quality of pressure' }),
  variable('temp_mean', { long_name: 'Temperature mean', units: 'degC' }),
]);

let store: TemporaryStore;
let tables: CuratedTables;
let documents: MetadataDocument[];

beforeAll(async () => {
  store = await temporaryStore();
  const shipped = await loadTables(SHIPPED);
  tables = curatedTables({
    ...shipped.rows,
    'instrument-measurements.csv': [
      measurement('met', 'atmpress', 'atmos_pressure'),
      measurement('met', 'atmtemp', 'temp_mean'),
    ],
    'measurements.csv': [
      named('atmpress', 'Atmospheric pressure', 'sfcmet'),
      named('atmtemp', 'Atmospheric temperature', 'sfcmet'),
    ],
    'quality-reports.csv': [
      report('D1.1', 4, '2019-01-01T03:00:00Z', '2019-01-01T09:00:00Z', ['temp_mean']),
      report('D2.1', 3, '2019-01-02T00:00:00Z', '', []),
    ],
  });
  await add('sgpmetE13.b1', MET, ['2019-01-01', '2019-01-02', '2019-01-06']);
  await add('sgpmetE13.a1', MET, ['2019-01-01']);
  await add(
    'zzzunknownX9.b1',
    header([variable('wetness', { long_name: 'Leaf Wetness (upper)' })]),
    ['2020-02-02'],
  );
  await add('sgpradarrawC1.00', null, ['2020-02-02']);
  await add('sgpskyradE13.a0', MET, ['2019-01-01']);
  await add('sgpgndradE13.a1', MET, ['2019-01-01']);
  await add('sgpgndradE13.a0', MET, ['2019-01-01']);
  documents = [];
  for await (const document of metadataDocuments({ db: store.db, tables, external: [] }))
    documents.push(document);
});
afterAll(() => store.close());

const of = (datastream: string) => documents.filter((d) => d.datastream === datastream);

it('[P075, P103] are one per datastream and primary measurement, under an id of five codes', () => {
  expect(of('sgpmetE13.b1').map((d) => d.id)).toEqual([
    'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet',
    'sgpmetE13.b1_temp_mean_sfcmet_met_sfcmet',
  ]);
});

it('metadata documents hold only fields of the mapping, and no quality or time variable', () => {
  for (const document of documents)
    for (const field of Object.keys(document)) expect(METADATA_FIELDS).toHaveProperty(field);
  expect(documents.map((d) => d.var_name)).not.toContain('qc_atmos_pressure');
  expect(documents.map((d) => d.var_name)).not.toContain('time');
});

it('[P063] metadata documents name site, facility, place, level and dates', () => {
  const [document] = of('sgpmetE13.b1');
  expect(document).toMatchObject({
    site_code: 'sgp',
    site_name: 'Southern Great Plains',
    ffac: 'sgp.E13',
    dataLevel: 'b1',
    start_date: '2019-01-01T00:00:00Z',
    end_date: '2019-01-06T23:59:59Z',
    meas_subcategory_code: ['atmstate.sfcmet'],
    instrument_id: 'met',
    instrument_measurement_id: 'met_atmpress',
    measurement_id: 'sgpmetE13.b1_atmpress',
  });
  expect(document?.location).toMatch(/^36\.\d+,-97\.\d+$/);
});

it('metadata documents name the last changes of files that state no time, and no dates of data', async () => {
  await add('ogrtopoX9.b1', MET, ['2019-01-01', '2020-06-01']);
  const row = store.db.updateTable('datastreams').where('datastream', '=', 'ogrtopoX9.b1');
  await row.set({ undated: 1 }).execute();
  const product = { site_code: 'ogr', facility_code: 'X9', datastream_class: 'topo' };
  const made: MetadataDocument[] = [];
  for await (const document of ownDocuments({ db: store.db, tables }, [product]))
    made.push(document);
  expect(made.length).toBeGreaterThan(0);
  for (const document of made) {
    expect(document).toMatchObject({
      filed_start_date: '2019-01-01T00:00:00Z',
      filed_end_date: '2020-06-01T23:59:59Z',
      dqr_dates: '[]',
    });
    const dates = ['start_date', 'end_date', 'monitor_start', 'monitor_end', 'epoch_codes'];
    for (const field of dates) expect(document).not.toHaveProperty(field);
    expect(JSON.parse(document.datastreams ?? '')).toMatchObject([{ startDate: '', endDate: '' }]);
  }
});

it('recommend the highest level that was reviewed, and say why', () => {
  const recommended = (datastream: string) => of(datastream).every((d) => (d.priority ?? 0) > 0);
  expect(recommended('sgpmetE13.b1')).toBe(true);
  expect(recommended('sgpgndradE13.a1')).toBe(true);
  expect(of('sgpmetE13.b1')[0]).toMatchObject({
    rec_rationale: expect.stringContaining('b1 is the highest data level'),
    show_rationale: true,
  });
  for (const other of ['sgpmetE13.a1', 'sgpgndradE13.a0', 'sgpskyradE13.a0', 'sgpradarrawC1.00'])
    for (const document of of(other)) {
      expect(document.priority).toBeUndefined();
      expect(document.rec_rationale).toBeUndefined();
    }
});

it('metadata documents list every level of the product at its facility', () => {
  const entries = JSON.parse(of('sgpmetE13.a1')[0]?.datastreams ?? '[]') as {
    datastream: string;
  }[];
  expect(entries.map((entry) => entry.datastream)).toEqual(['sgpmetE13.a1', 'sgpmetE13.b1']);
});

it('metadata documents carry the reports on their variables, absences of over 24 hours, and open ends', () => {
  const dates = (index: number) =>
    JSON.parse(of('sgpmetE13.b1')[index]?.dqr_dates ?? '[]') as unknown;
  const everywhere = [
    ['2019010200', '2019010623', 'D2.1', 3],
    ['2019010223', '2019010600', '0', 0],
  ];
  expect(dates(0)).toEqual(everywhere);
  expect(dates(1)).toEqual([['2019010103', '2019010109', 'D1.1', 4], ...everywhere]);
});

it('metadata documents exist for files that no table knows, under their own codes and long names', () => {
  expect(of('zzzunknownX9.b1')).toMatchObject([
    {
      site_code: 'zzz',
      site_name: 'ZZZ',
      instrument_code: 'unknown',
      primary_meas_type_name: 'Leaf Wetness (upper)',
      location: null,
    },
  ]);
});

it('metadata documents exist for files without a header', () => {
  expect(of('sgpradarrawC1.00')).toMatchObject([{ has_cdf_headers: false, dataLevel: '00' }]);
});

async function add(datastream: string, stored: Header | null, days: string[]): Promise<void> {
  const [, site = '', product = '', facility = '', level = ''] =
    /^(...)([a-z]+)([A-Z]\d+)\.(..)$/.exec(datastream) ?? [];
  const starts = days.map(at);
  const end = (starts.at(-1) ?? 0) + DAY - 1;
  await store.db
    .insertInto('datastreams')
    .values({
      datastream,
      site_code: site,
      facility_code: facility,
      datastream_class: product,
      data_level: level,
      start_s: starts[0] ?? 0,
      end_s: end,
      file_count: days.length,
      bytes: 1,
      longest_s: DAY,
    })
    .execute();
  if (stored)
    await store.db
      .insertInto('designs')
      .values({ datastream, design: 'd', header: JSON.stringify(stored) })
      .execute();
  for (const start of starts)
    await store.db
      .insertInto('files')
      .values({
        datastream,
        file_name: `${datastream}.${start}.nc`,
        path: `${datastream}.${start}.nc`,
        size: 1,
        start_s: start,
        end_s: start + DAY - 1,
        scan_name: null,
        sha256: null,
        modified_ms: 0,
        design: stored ? 'd' : null,
      })
      .execute();
}

const measurement = (instrument: string, code: string, name: string) => ({
  instrument_class_code: instrument,
  primary_meas_type_code: code,
  datastream_class: '',
  data_level: '',
  var_name: name,
  standard_name: '',
});

const named = (code: string, name: string, subcategory: string) => ({
  primary_meas_type_code: code,
  name,
  description: '',
  category_code: 'atmstate',
  subcategory_code: subcategory,
});

const report = (id: string, code: number, start: string, end: string, variables: string[]) => ({
  dqr_id: id,
  datastream: 'sgpmetE13.b1',
  quality_code: code,
  quality_name: '',
  start_time: firstSecond(start),
  end_time: lastSecond(end),
  subject: '',
  description: '',
  suggestions: '',
  text_format: '' as const,
  supersedes: [],
  variables,
});
