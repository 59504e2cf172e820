// Saved searches of a signed-in person: keep, list with what is new, open, rename, delete.

import { randomUUID } from 'node:crypto';
import {
  deleteSearch,
  listSavedSearches,
  MOST_SAVED_SEARCHES,
  renameSearch,
  type SavedSearch,
  type savedSearches,
  saveSearch,
  searchOpened,
  tellOfSearch,
} from '@isobar/contract/calls/saved-searches.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { type Address, formatAddress, parseAddress } from '@isobar/contract/search/address.ts';
import { filtersApplied, setPage } from '@isobar/contract/search/filter.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import {
  countFresh,
  type Holdings,
  holdingsSearch,
  readHoldings,
} from '../../core/catalogue/plan-holdings.ts';
import { understoodSearch } from '../../core/words/understood-search.ts';
import type { Http } from '../../platform/http/http.ts';
import { type SearchReader, SearchRefused } from '../../ports/search-index.ts';
import type { Tables } from '../../store/tables.ts';

type Row = Selectable<Tables['saved_searches']>;

export interface SavedSearchesFeature {
  readonly db: Kysely<Tables>;
  /** Where the searches are run; `indexName` is its index of metadata. */
  readonly index: Pick<SearchReader, 'search'>;
  readonly indexName: string;
  /** What the words of a text mean; absent: texts are searched as typed. */
  readonly understand?: (text: string) => Promise<Understood>;
}
/** A name and an address; the contract limits the length of both. */
const BODY_BYTES = 64 << 10;
const _params = z.object({ searchId: z.string().max(100) });

export function registerSavedSearches(http: Http<Session>, feature: SavedSearchesFeature): void {
  const { db } = feature;
  http.route(listSavedSearches, async ({ session }): Promise<z.infer<typeof savedSearches>> => {
    const rows = await db
      .selectFrom('saved_searches')
      .selectAll()
      .where('person_id', '=', session.personId)
      .orderBy('name_key')
      .execute();
    const searches: SavedSearch[] = [];
    // One after another: a long list must not occupy every search thread.
    for (const row of rows) searches.push(toSaved(row, await freshOf(feature, row)));
    return { searches };
  });
  http.route(
    saveSearch,
    async ({ body, session }): Promise<SavedSearch> => {
      const address = checkedAddress(body.address);
      const now = Math.floor(Date.now() / 1000);
      const row: Row = {
        search_id: randomUUID(),
        person_id: session.personId,
        ...named(body.name),
        address: JSON.stringify(address),
        seen: JSON.stringify(await holdingsOf(feature, address)),
        saved_at: now,
        opened_at: now,
        tell: 'never',
        told_at: 0,
        told: '{}',
      };
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: inserted } = await trx
          .insertInto('saved_searches')
          .values(row)
          .onConflict((c) => c.columns(['person_id', 'name_key']).doNothing())
          .executeTakeFirstOrThrow();
        if (inserted === 0n) throw nameTaken(row);
        const { count } = await trx
          .selectFrom('saved_searches')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('person_id', '=', row.person_id)
          .executeTakeFirstOrThrow();
        if (Number(count) > MOST_SAVED_SEARCHES)
          throw new Problem(
            'conflict',
            `A person keeps at most ${MOST_SAVED_SEARCHES} searches. Delete one first.`,
          );
      });
      return toSaved(row, 0);
    },
    { bodyLimit: BODY_BYTES },
  );
  http.route(renameSearch, async ({ params, body, session }): Promise<SavedSearch> => {
    const row = await ownRow(db, params.searchId, session);
    const next: Row = { ...row, ...named(body.name) };
    await db.transaction().execute(async (trx) => {
      const other = await trx
        .selectFrom('saved_searches')
        .select('search_id')
        .where('person_id', '=', row.person_id)
        .where('name_key', '=', next.name_key)
        .where('search_id', '!=', row.search_id)
        .executeTakeFirst();
      if (other) throw nameTaken(next);
      await trx
        .updateTable('saved_searches')
        .set({ name: next.name, name_key: next.name_key })
        .where('search_id', '=', row.search_id)
        .execute();
    });
    return toSaved(next, await freshOf(feature, next));
  });
  registerTell(http, feature);
  http.route(searchOpened, async ({ params, session }): Promise<SavedSearch> => {
    const row = await ownRow(db, params.searchId, session);
    const seen = JSON.stringify(await holdingsOf(feature, addressOf(row)));
    const opened_at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('saved_searches')
      .set({ seen, opened_at })
      .where('search_id', '=', row.search_id)
      .execute();
    return toSaved({ ...row, opened_at }, 0);
  });
  http.route(deleteSearch, async ({ params, session }) => {
    const row = await ownRow(db, params.searchId, session);
    await db.deleteFrom('saved_searches').where('search_id', '=', row.search_id).execute();
    return { searchId: row.search_id };
  });
}

function registerTell(http: Http<Session>, feature: SavedSearchesFeature): void {
  const { db } = feature;
  http.route(tellOfSearch, async ({ params, body, session }): Promise<SavedSearch> => {
    const row = await ownRow(db, params.searchId, session);
    const { tell } = body;
    // What is there now is known: the first mail is about what comes after it.
    const told =
      tell === 'never' ? '{}' : JSON.stringify(await holdingsOf(feature, addressOf(row)));
    const told_at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('saved_searches')
      .set({ tell, told, told_at })
      .where('search_id', '=', row.search_id)
      .execute();
    return toSaved({ ...row, tell }, await freshOf(feature, row));
  });
}

const named = (name: string) => ({ name, name_key: name.toLowerCase() });

/** In the current form, on its first page with no record open; throws when it filters nothing. */
function checkedAddress(address: Address): Address {
  const { search } = parseAddress(address);
  if (filtersApplied(search) === 0)
    throw new Problem('bad-request', 'A search without filters cannot be saved.');
  return formatAddress(setPage(search, 1));
}

const nameTaken = ({ name }: Row) =>
  new Problem('conflict', `There is a saved search named “${name}” already.`);

async function ownRow(db: Kysely<Tables>, searchId: string, session: Session): Promise<Row> {
  const row = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('search_id', '=', searchId)
    .where('person_id', '=', session.personId)
    .executeTakeFirst();
  if (!row) throw new Problem('not-found', 'There is no such saved search.');
  return row;
}

const addressOf = (row: Row): Address => JSON.parse(row.address); // what this file wrote

/** What a saved search finds now, by its stored address; null: it cannot be run at the moment. */
export const findSaved =
  (feature: Omit<SavedSearchesFeature, 'db'>) =>
  async (address: string): Promise<Holdings | null> => {
    try {
      return await holdingsOf(feature, JSON.parse(address)); // what this file wrote
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  };

/** null when the search cannot be run right now. */
async function freshOf(feature: SavedSearchesFeature, row: Row): Promise<number | null> {
  try {
    const seen: Holdings = JSON.parse(row.seen); // what this file wrote
    return countFresh(seen, await holdingsOf(feature, addressOf(row)));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

async function holdingsOf(
  { index, indexName, understand }: Omit<SavedSearchesFeature, 'db'>,
  address: Address,
): Promise<Holdings> {
  try {
    const search = await understoodSearch(parseAddress(address).search, understand);
    return readHoldings(await index.search(indexName, holdingsSearch(search)));
  } catch (cause) {
    if (!(cause instanceof SearchRefused)) throw cause;
    throw cause.status === 400
      ? new Problem('bad-request', `This search cannot be run: ${cause.message}`, { cause })
      : new Problem('unavailable', 'The search is not available. Try again soon.', { cause });
  }
}

const toSaved = (row: Row, fresh: number | null): SavedSearch => ({
  searchId: row.search_id,
  name: row.name,
  address: addressOf(row),
  savedAt: formatInstant(Number(row.saved_at)),
  openedAt: formatInstant(Number(row.opened_at)),
  fresh,
  tell: row.tell,
});
