// An index that is one of several of a store follows the log of changes: the documents that are
// others, or all of them.
import type { Followed } from '../../ports/search-index.ts';
import { changedSince, lastChange, MOST_NAMED } from './changes.ts';
import { buildIndexes, type IndexInput, isIndexed } from './index-catalogue.ts';
import { updateCatalogue } from './update-catalogue.ts';

export interface FollowedChanges {
  /** Datastreams whose documents were made again one by one. */
  readonly updated: number;
  /** Metadata documents, if everything was built again; else null. */
  readonly built: number | null;
}

const NOTHING: FollowedChanges = { updated: 0, built: null };

/** Costs one small query and the read of one small file when there is nothing to follow. */
export async function followChanges(
  input: IndexInput,
  followed: Followed,
): Promise<FollowedChanges> {
  const { db, tables, index } = input;
  if ((await followed.read()) === (await lastChange(db))) return NOTHING;
  return await followed.alone(async () => {
    const shown = await followed.read(); // another process of this home may have followed meanwhile
    const state = await lastChange(db);
    if (shown === state) return NOTHING;
    const changed = shown === null ? null : await changedSince(db, shown);
    if (changed === null || changed.length > MOST_NAMED || !(await isIndexed(index)))
      return { updated: 0, built: (await buildIndexes(input, followed)).documents };
    await updateCatalogue({ db, tables, index, datastreams: changed });
    await followed.note(state);
    return { updated: changed.length, built: null };
  });
}
