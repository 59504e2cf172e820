// Finds files of the archive by the names that scripts know them by.
import { pathOf } from '@isobar/contract/calls/call.ts';
import { LIVE_LIMITS } from '@isobar/contract/calls/live.ts';
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Kysely } from 'kysely';
import { datastreamNamed } from '../../core/catalogue/datastream-named.ts';
import { parseFileName } from '../../core/catalogue/file-name.ts';
import {
  countFiles,
  type FileRecord,
  fileRecord,
  filesOf,
  type SecondsRange,
} from '../../core/catalogue/files.ts';
import { orderLink, tooMuch } from '../../core/orders/order-link.ts';
import type { Tables } from '../../store/tables.ts';
import { wrong } from './wrong.ts';

export type LiveFile = FileRecord & {
  /** When it was changed last, milliseconds since 1970. */
  readonly modified: number;
};

/** A name may come with folders before it, as scripts keep them; only the name counts. */
export const nameIn = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

/**
 * One file by its name; null: there is none. A name that does not begin with its datastream is
 * looked for among all files with such names, or in the folder before it if that is a datastream:
 * `my_lidar.b1/2020.nc`.
 */
export async function findFile(db: Kysely<Tables>, path: string): Promise<LiveFile | null> {
  const name = nameIn(path);
  const parsed = parseFileName(name);
  if (parsed) return await stored(db, parsed.datastream, name);
  const folder = path.split(/[/\\]/).at(-2);
  if (folder !== undefined) {
    const found = await stored(db, folder, name);
    if (found) return found;
  }
  const [only, other] = await rows(db)
    .where('named', '=', 0)
    .where('file_name', '=', name)
    .limit(2)
    .execute();
  return only && !other ? liveFile(only) : null;
}

async function stored(db: Kysely<Tables>, datastream: string, name: string) {
  const row = await rows(db)
    .where('datastream', '=', datastream)
    .where('file_name', '=', name)
    .executeTakeFirst();
  return row ? liveFile(row) : null;
}

const rows = (db: Kysely<Tables>) =>
  db
    .selectFrom('files')
    .select(['datastream', 'file_name', 'path', 'size', 'start_s', 'end_s'])
    .select(['scan_name', 'sha256', 'design', 'modified_ms']);

const liveFile = (
  row: Parameters<typeof fileRecord>[0] & { readonly modified_ms: number },
): LiveFile => ({ ...fileRecord(row), modified: Number(row.modified_ms) });

/**
 * The datastream that a caller's word means, in the archive's spelling; case is ignored. Null:
 * there is none. Throws 'bad-request' for a pattern, which would find nothing and look as if there
 * were no data.
 */
export async function findDatastream(db: Kysely<Tables>, word: string): Promise<string | null> {
  if (/[*?,]/.test(word))
    throw wrong(
      'ds',
      `names one datastream; names are found by ${pathOf(searchOf('metadata'))}?q=datastream:sgpmet*`,
    );
  return await datastreamNamed(db, word);
}

/** A sentence about a datastream that is not here, with the names that begin so. */
export async function noDatastream(db: Kysely<Tables>, word: string): Promise<string> {
  const near = await db
    .selectFrom('datastreams')
    .select('datastream')
    .where('datastream', '>', word)
    .where('datastream', '<', `${word}\uffff`)
    .orderBy('datastream')
    .limit(NEAR + 1)
    .execute();
  const names = near.slice(0, NEAR).map(({ datastream }) => datastream);
  const begun = near.length > NEAR ? [...names, '…'] : names;
  return `there is no datastream ${word.slice(0, 100)} here${begun.length > 0 ? `; these begin so: ${begun.join(', ')}` : ''}`;
}
const NEAR = 5;

/** Throws 'not-found' if there are none, and 'too-large' if there are more than one call joins. */
export async function filesInRange(
  db: Kysely<Tables>,
  word: string,
  range: SecondsRange,
  url: string,
  most: number = LIVE_LIMITS.files,
): Promise<FileRecord[]> {
  const datastream = await findDatastream(db, word);
  if (datastream === null)
    throw new Problem(
      'not-found',
      `There is no data file of ${word.slice(0, 100)} in this range: ${await noDatastream(db, word)}.`,
    );
  const selection = { datastream, ranges: [range], fileNames: [], scanNames: [] };
  const { files: count } = await countFiles(db, selection);
  if (count === 0)
    throw new Problem(
      'not-found',
      `There is no data file of ${datastream.slice(0, 100)} in this range.`,
    );
  if (count > most)
    throw tooMuch(
      `${datastream} has ${count} files in this range; one call joins at most ${most}. Ask for a shorter range, or place an order`,
      orderLink(url, datastream),
    );
  return await filesOf(db, selection);
}

export interface FoundFiles {
  readonly files: FileRecord[];
  readonly absent: string[];
  readonly otherwise: string[];
}

/**
 * Those of many names that exist, all in the datastream of the first; and the names that do not.
 */
export async function findFiles(db: Kysely<Tables>, paths: readonly string[]): Promise<FoundFiles> {
  const first = await findFile(db, paths[0] ?? '');
  if (!first) return { files: [], absent: [nameIn(paths[0] ?? '')], otherwise: [] };
  const { datastream } = first;
  const names = [...new Set(paths.map(nameIn))];
  const otherwise = names.filter((name) => {
    const own = parseFileName(name)?.datastream;
    return own !== undefined && own !== datastream;
  });
  const files = await filesOf(db, { datastream, ranges: [], fileNames: names, scanNames: [] });
  const found = new Set(files.map((file) => file.fileName));
  const absent = names.filter((name) => !found.has(name) && !otherwise.includes(name));
  return { files, absent, otherwise };
}
