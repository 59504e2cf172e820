// The version of the software that made the files of a datastream, as their headers tell it: what a citation names.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { parseHeader } from './header.ts';

/** Of the last file that begins in these dates (seconds UTC); empty where none does, or its header does not tell. */
export async function processVersion(
  db: Kysely<Tables>,
  datastream: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<string> {
  const file = await db
    .selectFrom('files')
    .select('design')
    .where('datastream', '=', datastream)
    .where('design', 'is not', null)
    .where('start_s', '>=', start - DAY)
    .where('start_s', '<=', end)
    .orderBy('start_s', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!file?.design) return '';
  const row = await db
    .selectFrom('designs')
    .select('header')
    .where('datastream', '=', datastream)
    .where('design', '=', file.design)
    .executeTakeFirst();
  return row ? (parseHeader(row.header).attributes.process_version ?? '') : '';
}

/** A file may begin on the day before and reach in. */
const DAY = 86_400;
