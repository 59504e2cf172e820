// A datastream of files from outside: its name does not say what it is, and their title does.
import type { Store } from '../open.ts';

export async function addOwnDatastream(
  db: Store['db'],
  of: { readonly datastream: string; readonly datastream_class: string; readonly title: string },
): Promise<void> {
  const place = { site_code: 'other', facility_code: 'X1', data_level: '' };
  const extent = { start_s: 0, end_s: 1, longest_s: 1, file_count: 1, bytes: 1 };
  await db
    .insertInto('datastreams')
    .values({ ...of, ...place, ...extent })
    .execute();
}
