// Whether the search index shows the file index as it is: two marks in the settings, or a note
// beside an index that is one of several.
import type { Kysely } from 'kysely';
import type { Followed, SearchIndex } from '../../ports/search-index.ts';
import { alone } from '../../store/alone.ts';
import type { Store } from '../../store/open.ts';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { lastChange, noteChange } from './changes.ts';

const CHANGED = 'catalogue.changed';
const INDEXED = 'catalogue.indexed';
const FOLLOWED = 'catalogue.followed';

type Marked = Pick<SearchIndex, 'followed'>;

/** Which state of the file index this is. */
export const catalogueState = (db: Kysely<Tables>): Promise<string> => setting(db, CHANGED);

/** The state that an index of documents made from now on shows; to be read before they are made. */
export const stateToShow = (db: Kysely<Tables>, index: Marked): Promise<string> =>
  index.followed ? lastChange(db) : catalogueState(db);

/**
 * True when files changed since the search index was made, for instance because a run was killed in
 * between.
 */
export async function catalogueIsStale(db: Kysely<Tables>, index: Marked): Promise<boolean> {
  const shown = index.followed ? await index.followed.read() : await setting(db, INDEXED);
  return shown !== (await stateToShow(db, index));
}

/**
 * Must be called in the transaction that changes files. `datastreams`: those whose files changed;
 * null: all.
 */
export async function markFilesChanged(
  db: Kysely<Tables>,
  datastreams: Iterable<string> | null,
): Promise<void> {
  await keepSetting(db, CHANGED, `${Date.now()}.${process.pid}.${++changes}`);
  await noteChange(db, datastreams && [...datastreams]);
}

let changes = 0;

/** `state`: the state that the search index was made of. */
export const markIndexed = (db: Kysely<Tables>, index: Marked, state: string): Promise<void> =>
  index.followed ? index.followed.note(state) : keepSetting(db, INDEXED, state);

/**
 * Lets several processes keep the one index of a store in step with files that they change at the
 * same time: each follows the changes of all, so that those of a process that ends before it has
 * come to the index are not lost.
 */
export const followedTogether = ({ db, address }: Store): Followed => ({
  read: async () => (await setting(db, FOLLOWED)) || null,
  note: (state) =>
    db.transaction().execute(async (all) => {
      await keepSetting(all, FOLLOWED, state);
      const changed = await setting(all, CHANGED);
      if ((await lastChange(all)) === state) await keepSetting(all, INDEXED, changed);
    }),
  async alone(act) {
    const done = await alone(address, 'index', { waitMs: Number.POSITIVE_INFINITY }, act);
    if (!done) throw new Error('the wait for other processes has no end');
    return done.value;
  },
});

const setting = async (db: Kysely<Tables>, name: string): Promise<string> =>
  (await readSetting(db, name)) ?? '';
