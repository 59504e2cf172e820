// Removes files from the index that a listing of the whole archive did not show.
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Store } from '../../store/open.ts';
import type { Tables } from '../../store/tables.ts';
import { chunks, writeBatch } from './file-index.ts';
import type { Seen } from './seen.ts';

export interface Listing {
  /**
   * The largest file id before the listing began; rows after it are of files that the listing
   * showed.
   */
  readonly upTo: number;
  readonly seen: Seen;
  /** Paths of files that it showed and that could not be filed. */
  readonly unfiled: ReadonlySet<string>;
  /** Paths that it had to skip, so that their content is unknown. */
  readonly skipped: readonly string[];
  /** The paths that were to be listed; absent: all. */
  readonly isMeant?: (path: string) => boolean;
  /**
   * Asked of what the listing did not show, where it may be older than the archive; absent: it is
   * gone.
   */
  readonly isGone?: (path: string) => Promise<boolean>;
}

/** Yields every file after it has been removed. */
export async function* forgetAbsent(
  store: Store,
  listing: Listing,
): AsyncGenerator<{ readonly path: string; readonly datastream: string }> {
  const { isMeant = () => true, isGone = async () => true } = listing;
  const isKept = (path: string): boolean =>
    !isMeant(path) ||
    listing.skipped.some((folder) => path === folder || path.startsWith(`${folder}/`));
  for (let after = 0; ; ) {
    const rows = await store.db
      .selectFrom('files')
      .select(['file_id', 'path', 'datastream'])
      .where('file_id', '>', after)
      .where('file_id', '<=', listing.upTo)
      .orderBy('file_id')
      .limit(PAGE)
      .execute();
    const absent: { fileId: number; path: string; datastream: string }[] = [];
    for (const { file_id, path, datastream } of rows) {
      const fileId = Number(file_id);
      if (listing.seen.has(fileId) || isKept(path)) continue;
      if (await isGone(path)) absent.push({ fileId, path, datastream });
    }
    if (absent.length > 0)
      await writeBatch(store, { filed: [], unfiled: [], removed: absent, cleared: [] });
    yield* absent;
    if (rows.length < PAGE) break;
    after = Number(rows.at(-1)?.file_id);
    await setImmediate();
  }
  const old = await store.db.selectFrom('unreadable_files').select('path').execute();
  const cleared = old
    .map((row) => row.path)
    .filter((path) => !listing.unfiled.has(path) && !isKept(path));
  for (const some of chunks(cleared, PAGE))
    await writeBatch(store, { filed: [], unfiled: [], removed: [], cleared: some });
}

const PAGE = 5000;

/** 0 while nothing is filed. */
export async function largestFileId(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('files')
    .select((e) => e.fn.max('file_id').as('largest'))
    .executeTakeFirst();
  return Number(row?.largest ?? 0);
}
