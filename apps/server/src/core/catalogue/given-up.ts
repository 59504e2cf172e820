// Files whose reading did not come to an end: remembered with their size and date, and not opened
// again until they change.
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/tables.ts';

const CODE = 'given-up';
/** Paths of one question to the store. */
const PATHS_PER_QUERY = 500;

/**
 * The files among `paths` whose reading timed out and that have not changed since: path -> why they
 * are skipped.
 */
export async function givenUp(
  db: Kysely<Tables>,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (let at = 0; at < paths.length; at += PATHS_PER_QUERY) {
    const noted = await db
      .selectFrom('unreadable_files')
      .select(['path', 'reason', 'size', 'modified_ms'])
      .where('path', 'in', paths.slice(at, at + PATHS_PER_QUERY))
      .where('code', '=', CODE)
      .execute();
    // as nearly always: files are not indexed by path, and a join would read all of them
    if (noted.length === 0) continue;
    const files = await db
      .selectFrom('files')
      .select(['path', 'size', 'modified_ms'])
      .where(
        'path',
        'in',
        noted.map(({ path }) => path),
      )
      .execute();
    const rows = noted.filter((one) =>
      files.some(
        (file) =>
          file.path === one.path &&
          Number(file.size) === Number(one.size) &&
          Number(file.modified_ms) === Number(one.modified_ms),
      ),
    );
    for (const { path, reason } of rows) reasons.set(path, reason);
  }
  return reasons;
}

/** Path -> size and date (milliseconds) that the file had when its reading timed out. */
export type GivenUp = ReadonlyMap<string, { readonly size: number; readonly modified: number }>;

/** All of them, whether or not the files have changed since. */
export async function allGivenUp(db: Kysely<Tables>): Promise<GivenUp> {
  const rows = await db
    .selectFrom('unreadable_files')
    .select(['path', 'size', 'modified_ms'])
    .where('code', '=', CODE)
    .execute();
  return new Map(
    rows.map((row) => [row.path, { size: Number(row.size), modified: Number(row.modified_ms) }]),
  );
}

/**
 * Records that reading a file of the index timed out, with the size and date that the index has.
 */
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
