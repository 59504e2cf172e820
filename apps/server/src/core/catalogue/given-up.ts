// Files whose reading did not come to an end: remembered with their size and date, and not opened again until they change.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

const CODE = 'given-up';
/** Paths of one question to the store. */
const PATHS_PER_QUERY = 500;

/** The files among `paths` whose reading timed out and that have not changed since: path -> why they are skipped. */
export async function givenUp(
  db: Kysely<Tables>,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (let at = 0; at < paths.length; at += PATHS_PER_QUERY) {
    const rows = await db
      .selectFrom('unreadable_files')
      .innerJoin('files', 'files.path', 'unreadable_files.path')
      .select(['files.path', 'unreadable_files.reason'])
      .where('unreadable_files.path', 'in', paths.slice(at, at + PATHS_PER_QUERY))
      .where('unreadable_files.code', '=', CODE)
      .whereRef('unreadable_files.size', '=', 'files.size')
      .whereRef('unreadable_files.modified_ms', '=', 'files.modified_ms')
      .execute();
    for (const { path, reason } of rows) reasons.set(path, reason);
  }
  return reasons;
}

/** Records that reading a file of the index timed out, with the size and date that the index has. */
export async function giveUp(db: Kysely<Tables>, path: string, reason: string): Promise<void> {
  const file = await db
    .selectFrom('files')
    .select(['size', 'modified_ms'])
    .where('path', '=', path)
    .executeTakeFirst();
  if (!file) return;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('unreadable_files').where('path', '=', path).execute();
    await trx
      .insertInto('unreadable_files')
      .values({ path, code: CODE, reason, size: file.size, modified_ms: file.modified_ms })
      .execute();
  });
}
