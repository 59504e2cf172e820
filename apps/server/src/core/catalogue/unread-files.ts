// Files in the folders of a datastream that could not be read: users who take a time range of it
// should know of them.
import { dirname } from 'node:path/posix';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';
import { parseFileName } from './file-name.ts';
import type { FileRecord, SecondsRange } from './files.ts';

/** Most folders that are looked into, and most names that are listed. */
const MOST_FOLDERS = 50;
const MOST_NAMES = 100;

/**
 * Names of unreadable files, in the archive's own form, whose start is within the range. `files`:
 * the readable files of the range, whose folders are searched.
 */
export async function unreadFiles(
  db: Kysely<Tables>,
  datastream: string,
  range: SecondsRange,
  files: readonly Pick<FileRecord, 'path'>[],
): Promise<string[]> {
  const folders = new Set<string>();
  for (const { path } of files) {
    if (folders.size >= MOST_FOLDERS) break;
    folders.add(dirname(path));
  }
  const names: string[] = [];
  for (const folder of folders) {
    const beginning = `${folder === '.' ? '' : `${folder}/`}${datastream}`;
    const rows = await db
      .selectFrom('unreadable_files')
      .select('path')
      .where('path', '>=', `${beginning}.`)
      .where('path', '<', `${beginning}/`) // the character after the dot
      .where('code', 'not in', ['duplicate', 'passed-over'])
      .orderBy('path')
      .limit(MOST_NAMES * 10)
      .execute();
    for (const { path } of rows) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const start = parseFileName(name)?.start ?? null;
      if (start !== null && start >= range.start && start <= range.end) names.push(name);
    }
  }
  return names.slice(0, MOST_NAMES);
}

/** A note for display that names unreadable files; empty when there are none. */
export function unreadInWords(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const are = names.length === 1 ? 'could not be read and is' : 'could not be read and are';
  return [`${shown}${more} ${are} not among these data`];
}
