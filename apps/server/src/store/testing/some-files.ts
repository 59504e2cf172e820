// File rows for tests: a few datastreams with days of files, and files whose names say nothing.
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export type TestFile = {
  readonly datastream: string;
  readonly file_name: string;
  readonly size: number;
  /** Seconds since 1970 UTC. */
  readonly start_s: number;
  readonly end_s: number;
  readonly scan_name: string | null;
  readonly named: 0 | 1;
};

const DAY = 86_400;
export const FIRST_DAY = Date.UTC(2019, 0, 1) / 1000;

/**
 * `days` day files of one datastream from 2019-01-01 on. Sizes count up from 1000; `scans` are used
 * in turn.
 */
export function dayFiles(
  datastream: string,
  days: number,
  scans: readonly (string | null)[] = [null],
): TestFile[] {
  return Array.from({ length: days }, (_, day) => {
    const start = FIRST_DAY + day * DAY;
    const stamp = new Date(start * 1000).toISOString().slice(0, 10).replaceAll('-', '');
    return {
      datastream,
      file_name: `${datastream}.${stamp}.000000.nc`,
      size: 1000 + day,
      start_s: start,
      end_s: start + DAY - 1,
      scan_name: scans[day % scans.length] ?? null,
      named: 1,
    };
  });
}

/** A file whose name does not begin with its datastream. */
export const unusualFile = (datastream: string, fileName: string, start: number): TestFile => ({
  datastream,
  file_name: fileName,
  size: 7,
  start_s: start,
  end_s: start + 60,
  scan_name: null,
  named: 0,
});

/** Stores files and the datastreams that they make up. */
export async function storeFiles(db: Kysely<Tables>, files: readonly TestFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += 500)
    await db
      .insertInto('files')
      .values(
        files.slice(at, at + 500).map((file) => ({
          ...file,
          path: `${file.datastream}/${file.file_name}`,
          modified_ms: 0,
        })),
      )
      .execute();
  for (const [datastream, own] of Map.groupBy(files, (file) => file.datastream))
    await db
      .insertInto('datastreams')
      .values({
        datastream,
        site_code: datastream.slice(0, 3),
        facility_code: 'E13',
        datastream_class: 'met',
        data_level: datastream.slice(-2),
        start_s: Math.min(...own.map((f) => f.start_s)),
        end_s: Math.max(...own.map((f) => f.end_s)),
        longest_s: Math.max(...own.map((f) => f.end_s - f.start_s)),
        file_count: own.length,
        bytes: own.reduce((sum, f) => sum + f.size, 0),
      })
      .execute();
}
