// What the files of a datastream state about themselves and a citation names: their DOI, the
// version of the software that made them, their times.
import { plainLine } from '@isobar/contract/plain-text.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { parseHeader } from './header.ts';
import { titlesOf } from './titles.ts';

export interface Stated {
  /** As the header has it. */
  readonly doi?: string;
  readonly version: string;
  /** What they call themselves, where the name of the datastream does not say it. */
  readonly title?: string;
  /** They state no time: the dates under which they are filed are not those of their data. */
  readonly undated?: true;
}

/**
 * By the notices of a file: a harvest files one that states no time under the day on which it was
 * last changed.
 */
const statesNoTime = (notices: string | null): boolean =>
  notices?.split(',').includes('no-time') ?? false;

/** Of the last file that begins in these dates (seconds UTC). */
export async function statedByFiles(
  db: Kysely<Tables>,
  datastream: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Stated> {
  const called = (await titlesOf(db, 'datastream', [datastream])).get(datastream);
  const title = called ? { title: called } : {};
  const file = await db
    .selectFrom('files')
    .select(['design', 'notices'])
    .where('datastream', '=', datastream)
    .where('design', 'is not', null)
    .where('start_s', '>=', start - DAY)
    .where('start_s', '<=', end)
    .orderBy('start_s', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!file?.design) return { version: '', ...title };
  const undated = statesNoTime(file.notices) ? { undated: true as const } : {};
  const row = await db
    .selectFrom('designs')
    .select('header')
    .where('datastream', '=', datastream)
    .where('design', '=', file.design)
    .executeTakeFirst();
  if (!row) return { version: '', ...title, ...undated };
  const { doi, process_version: version = '' } = parseHeader(row.header).attributes;
  return { ...(doi ? { doi } : {}), version: plainLine(version), ...title, ...undated };
}

/** A file may begin on the day before and reach in. */
const DAY = 86_400;
