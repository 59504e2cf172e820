// Saved searches of a signed-in person: keep, list with what is new, open, rename, delete.

import { randomUUID } from 'node:crypto';
import {
  deleteSearch,
  hookOfSearch,
  listSavedSearches,
  MOST_SAVED_SEARCHES,
  renameSearch,
  type SavedKind,
  type SavedSearch,
  type savedSearches,
  saveSearch,
  searchOpened,
  tellOfSearch,
} from '@isobar/contract/calls/saved-searches.ts';
import { formatDays, parseDays } from '@isobar/contract/facts/days-address.ts';
import { type HookRules, hookProblem } from '@isobar/contract/orders/web-hook.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { type Address, formatAddress, parseAddress } from '@isobar/contract/search/address.ts';
import { filtersApplied, setPage } from '@isobar/contract/search/filter.ts';
import { formatInstant, parseDay } from '@isobar/contract/time.ts';
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
import { hookSecretOf } from '../../core/hooks/sign.ts';
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
  /**
   * The days that a search for days finds; null while hours of it are still to be computed. Throws
   * Problem 'bad-request' or 'not-found' for what can never be searched.
   */
  readonly findDays: (query: string) => Promise<readonly string[] | null>;
  /** Which servers web hooks may go to. */
  readonly hooks: HookRules;
  /** The installation's secret. */
  readonly secret: Uint8Array;
}

/** How saved searches are run. */
export type FindFeature = Omit<SavedSearchesFeature, 'db' | 'hooks' | 'secret'>;
/** Searches for days are counted for so long in one list; those after it are not. */
const LIST_MS = 2000;
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
    const until = performance.now() + LIST_MS;
    // One after another: a long list must not occupy every search thread.
    for (const row of rows) {
      const isLate = row.kind === 'days' && performance.now() > until;
      searches.push(toSaved(row, isLate ? null : await freshOf(feature, row)));
    }
    return { searches };
  });
  http.route(
    saveSearch,
    async ({ body, session }): Promise<SavedSearch> => {
      const { kind } = body;
      const address = kind === 'days' ? checkedDays(body.address) : checkedAddress(body.address);
      const now = Math.floor(Date.now() / 1000);
      const found = await foundNow(feature, { kind, address });
      const row: Row = {
        search_id: randomUUID(),
        person_id: session.personId,
        ...named(body.name),
        address: JSON.stringify(address),
        kind,
        seen: JSON.stringify(found),
        saved_at: now,
        opened_at: now,
        tell: 'never',
        ...{ told_at: 0, told: '{}', hook_url: null, hooked_at: 0, hooked: '{}' },
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
      return toSaved(row, found === null ? null : 0);
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
  registerHook(http, feature);
  http.route(searchOpened, async ({ params, session }): Promise<SavedSearch> => {
    const row = await ownRow(db, params.searchId, session);
    const found = await foundNow(feature, toFind(row));
    const seen = JSON.stringify(found);
    const opened_at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('saved_searches')
      .set({ seen, opened_at })
      .where('search_id', '=', row.search_id)
      .execute();
    return toSaved({ ...row, opened_at }, found === null ? null : 0);
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
    const told = tell === 'never' ? '{}' : JSON.stringify(await foundNow(feature, toFind(row)));
    const told_at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('saved_searches')
      .set({ tell, told, told_at })
      .where('search_id', '=', row.search_id)
      .execute();
    return toSaved({ ...row, tell }, await freshOf(feature, row));
  });
}

function registerHook(http: Http<Session>, feature: SavedSearchesFeature): void {
  const { db, hooks, secret } = feature;
  http.route(hookOfSearch, async ({ params, body, session }) => {
    const row = await ownRow(db, params.searchId, session);
    const { url } = body;
    const problem = url === null ? null : hookProblem(url, hooks);
    if (problem !== null) throw new Problem('bad-request', `url: ${problem}`);
    // What is there now is known: the first message is about what comes after it.
    const hooked = url === null ? '{}' : JSON.stringify(await foundNow(feature, toFind(row)));
    const hooked_at = Math.floor(Date.now() / 1000);
    await db
      .updateTable('saved_searches')
      .set({ hook_url: url, hooked, hooked_at })
      .where('search_id', '=', row.search_id)
      .execute();
    return {
      search: toSaved({ ...row, hook_url: url }, await freshOf(feature, row)),
      secret: url === null ? null : searchHookSecret(secret, row.search_id),
    };
  });
}

/** Signs the messages to the web hook of one saved search. */
export const searchHookSecret = (secret: Uint8Array, searchId: string): string =>
  hookSecretOf(secret, `saved search ${searchId}`);

const named = (name: string) => ({ name, name_key: name.toLowerCase() });

/** In the current form, on its first page with no record open; throws when it filters nothing. */
function checkedAddress(address: Address): Address {
  const { search } = parseAddress(address);
  if (filtersApplied(search) === 0)
    throw new Problem('bad-request', 'A search without filters cannot be saved.');
  return formatAddress(setPage(search, 1));
}

/** As the portal would write it, without the sentence that was typed. */
function checkedDays({ path }: Address): Address {
  const { search, ignored } = parseDays(path);
  if (ignored[0] !== undefined)
    throw new Problem('bad-request', `address.path: '${ignored[0]}' means nothing here.`);
  if (search.clauses.length + search.variables.length === 0)
    throw new Problem('bad-request', 'A search for days without a condition cannot be saved.');
  return { path: formatDays(search), query: {} };
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

interface ToFind {
  readonly kind: SavedKind;
  readonly address: Address;
}

const toFind = (row: Row): ToFind => ({ kind: row.kind, address: addressOf(row) });

/** What a saved search finds now, by its row; null: it cannot be run at the moment. */
export const findSaved =
  (feature: FindFeature) =>
  async ({ kind, address }: Pick<Row, 'kind' | 'address'>): Promise<Holdings | null> => {
    try {
      // what this file wrote
      return await foundNow(feature, { kind, address: JSON.parse(address) });
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  };

/** null when the search cannot be run right now, or when it is not known what was seen. */
async function freshOf(feature: FindFeature, row: Row): Promise<number | null> {
  try {
    const seen: Holdings | null = JSON.parse(row.seen); // what this file wrote
    const now = seen && (await foundNow(feature, toFind(row)));
    return seen && now && countFresh(seen, now);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/**
 * Found days count as a datastream does, with the day as the end of its data. Null: hours of it are
 * still to be computed.
 */
async function foundNow(feature: FindFeature, saved: ToFind): Promise<Holdings | null> {
  if (saved.kind === 'data') return await holdingsOf(feature, saved.address);
  const days = await feature.findDays(saved.address.path);
  return days && Object.fromEntries(days.map((day) => [day, parseDay(day) ?? 0]));
}

async function holdingsOf(
  { index, indexName, understand }: FindFeature,
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
  kind: row.kind,
  fresh,
  tell: row.tell,
  hook: row.hook_url,
});
