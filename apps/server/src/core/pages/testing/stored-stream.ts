// A datastream in the store as a harvest leaves it: record, header and files, without any file on
// the disk.

import type { Kysely } from 'kysely';
import type { Tables } from '../../../store/tables.ts';
import { markFilesChanged } from '../../catalogue/freshness.ts';

export const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

export interface StoredStream {
  /** Global attributes besides the process version. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Attributes of its only data variable, `temp_mean`. */
  readonly variable?: Readonly<Record<string, string>>;
  /** Attributes of its variable `time`. */
  readonly time?: Readonly<Record<string, string>>;
  /**
   * For each 'YYYY-MM' a file of its first day. Absent: one file that spans January and February.
   */
  readonly months?: readonly string[];
}

/** January and February 2019 of a datastream, and the note that files changed. */
export async function storeStream(
  db: Kysely<Tables>,
  datastream: string,
  { attributes = {}, variable = { units: 'degC' }, time = {}, months }: StoredStream = {},
): Promise<void> {
  const [, site_code = '', datastream_class = '', facility_code = '', data_level = ''] =
    /^(...)([a-z0-9]+?)([A-Z]\d+)\.(..)$/.exec(datastream) ?? [];
  const span = { start_s: day('2019-01-01'), end_s: day('2019-03-01') - 1 };
  const names = { datastream, site_code, facility_code, datastream_class, data_level };
  const files = months
    ? months.map((month) => ({
        file: month,
        start_s: day(`${month}-01`),
        end_s: day(`${month}-01`) + 86_399,
      }))
    : [{ file: '2019-01', ...span }];
  const held = { longest_s: 86_399, file_count: files.length, bytes: 1000 * files.length };
  const header = {
    format: 'cdf1',
    attributes: { process_version: 'ingest-4.46', ...attributes },
    dimensions: [{ name: 'time', length: 1440, unlimited: true }],
    variables: [
      { name: 'time', type: 'double', dimensions: ['time'], attributes: time },
      { name: 'temp_mean', type: 'float', dimensions: ['time'], attributes: variable },
    ],
    place: null,
  };
  await db
    .insertInto('datastreams')
    .values({ ...names, ...span, ...held })
    .execute();
  await db
    .insertInto('designs')
    .values({ datastream, design: 'd1', header: JSON.stringify(header) })
    .execute();
  for (const { file, start_s, end_s } of files)
    await db
      .insertInto('files')
      .values({
        datastream,
        file_name: `${datastream}.${file.replace('-', '')}01.000000.cdf`,
        path: `${datastream}/${file}.cdf`,
        size: 1000,
        start_s,
        end_s,
        scan_name: null,
        sha256: 'ab'.repeat(32),
        modified_ms: 0,
        design: 'd1',
        notices: null,
      })
      .execute();
  await db.transaction().execute((trx) => markFilesChanged(trx, null));
}
