// Reports for tests: a datastream with reports of every kind, in the columns of the table.
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { storedHeader } from '../../../core/catalogue/header.ts';
import type { OrderedLookUp } from '../../../core/quality/ordered.ts';
import { type CuratedTables, curatedTables } from '../../../core/tables/curated-tables.ts';
import { TABLE_SCHEMAS } from '../../../core/tables/schemas.ts';
import type { Tables } from '../../../store/tables.ts';

export const MET = 'sgpmetE13.b1';

type Cells = Readonly<Record<string, string>>;

const clogged = {
  dqr_id: 'D200115.1',
  datastream: MET,
  subject: 'A gauge was clogged',
  description: '<p>Rain is wrong.</p>',
  suggestions: 'Use the other gauge.',
};

export const REPORTS: readonly Cells[] = [
  {
    dqr_id: 'D160101.1',
    datastream: 'sgpallE13.b1',
    quality_code: '3',
    start_time: '2016-01-01',
    end_time: '2016-01-02',
    variables: 'All',
  },
  {
    ...clogged,
    quality_code: '4',
    quality_name: 'Incorrect',
    start_time: '2020-01-10T06:00:00Z',
    end_time: '2020-01-11',
    variables: 'rain',
  },
  {
    ...clogged,
    quality_code: '3',
    start_time: '2020-01-12T00:00:00Z',
    end_time: '2020-01-20T00:00:00Z',
    variables: 'temp_mean;rh_mean',
  },
  {
    dqr_id: 'D210301.12',
    datastream: MET,
    quality_code: '0',
    start_time: '2021-03-01T00:00:00Z',
    subject: 'No data',
  },
  {
    dqr_id: 'D210301.12',
    datastream: 'sgpmetE15.b1',
    quality_code: '0',
    start_time: '2021-03-02',
    end_time: '2021-03-03',
    subject: 'No data',
  },
  {
    dqr_id: 'D190101.3',
    datastream: MET,
    quality_code: '6',
    quality_name: 'Reprocessed',
    start_time: '2018-01-01',
    end_time: '2018-02-01',
    subject: 'Reprocessed',
    variables: 'rh_mean',
    supersedes: 'D200115.1',
  },
  {
    dqr_id: 'D180101.1',
    datastream: 'sgpfarE13.b1',
    quality_code: '4',
    start_time: '2018-01-01',
    end_time: '3001-01-01T00:00:00Z',
    subject: 'Goes on',
  },
  {
    dqr_id: 'D170101.1',
    datastream: 'sgpbadE13.b1',
    quality_code: '4',
    start_time: '2017-01-01',
    end_time: '2017-02-01',
    subject: '<img src=x onerror=alert(1)>',
    description:
      '<p onclick="alert(1)">Wrong</p><script>alert(1)</script><a href="javascript:alert(1)">here</a><img src=x onerror=alert(1)>',
  },
];

export function reportRows(rows: readonly Cells[]) {
  const schema = TABLE_SCHEMAS['quality-reports.csv'];
  const columns = Object.keys(schema.shape);
  return rows.map((row) =>
    schema.parse(Object.fromEntries(columns.map((column) => [column, row[column] ?? '']))),
  );
}

/** Tables that are empty but for these reports. */
export function tablesWith(reports: readonly Cells[]): CuratedTables {
  const rows = Object.fromEntries(Object.keys(TABLE_SCHEMAS).map((file) => [file, []]));
  rows['quality-reports.csv'] = reportRows(reports) as never[];
  // each table has its rows
  return curatedTables(rows as unknown as Parameters<typeof curatedTables>[0]);
}

/** Files a datastream with one design that has these variables. */
export async function addDatastream(
  db: Kysely<Tables>,
  datastream: string,
  variables: readonly string[],
): Promise<void> {
  const [, site_code = '', datastream_class = '', facility_code = '', data_level = ''] =
    /^([a-z]{3})(\w+?)([A-Z]\d+)\.(\w+)$/.exec(datastream) ?? [];
  const life = {
    start_s: 820_454_400,
    end_s: 1_700_000_000,
    longest_s: 86_400,
    file_count: 1,
    bytes: 1,
  };
  await db
    .insertInto('datastreams')
    .values({ datastream, site_code, facility_code, datastream_class, data_level, ...life })
    .execute();
  const header = storedHeader({
    format: 'NetCDF-4',
    attributes: {},
    dimensions: [{ name: 'time', length: 1, unlimited: true }],
    variables: variables.map((name) => ({
      name,
      type: 'float',
      dimensions: ['time'],
      attributes: {},
    })),
    place: null,
  });
  await db.insertInto('designs').values({ datastream, design: 'one', header }).execute();
}

/** A look-up that finds no orders. */
export const NO_ORDERS: OrderedLookUp = {
  one: () => Promise.reject(new Problem('not-found', 'There is no such order.')),
  // biome-ignore lint/correctness/useYield: there are none
  async *of() {
    return false;
  },
};
