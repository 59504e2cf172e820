// The nightly work of the recommender: reads what was ordered and saved, and writes at most five of
// each kind for each person.

import { setImmediate } from 'node:timers/promises';
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import {
  MOST_RECOMMENDED,
  type RecommendationKind,
} from '@isobar/contract/calls/recommendations.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { keepSetting, readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { itemAt, numberAt } from './checked.ts';
import { byFactors, factorise } from './factors.ts';
import { type History, historyOf, type Ranked, rowOf } from './history.ts';
import { nearest, neighbourhoodOf } from './nearest.ts';
import { isWish, WISH_PREFERENCE } from './wish.ts';
import { coUse, workBased } from './work-based.ts';

type Db = Kysely<Tables>;

/** Latest orders that are read; each may be a megabyte, so that few are in memory at once. */
const MOST_ORDERS = 100_000;
const PAGE = 50;
/** A saved search that finds more says little of the person. */
const MOST_FOUND = 30;
const SAVED_WORTH = 0.3;
/** Names of settings: what is popular, and when it was made. */
export const POPULAR_SETTING = 'recommended-popular';
const MADE_SETTING = 'recommended-at';
const MOST_POPULAR = 200;

export interface Made {
  readonly people: number;
  readonly instruments: number;
  /** Users for whom something was recommended. */
  readonly served: number;
}

/** What is kept of one recommendation. */
export const kept = z.array(z.object({ code: z.string(), because: z.array(z.string()) }));

/**
 * Makes all recommendations again; users who switched them off have none afterwards. `now` in
 * seconds UTC.
 */
export async function recommendAll(db: Db, now: number): Promise<Made> {
  const uses = await usesOf(db);
  const wished = await whoWishes(db);
  const history = historyOf(uses.values());
  const kinds = methodsOf(history);
  const popular = [...history.codes]
    .map((code, column) => ({ code, users: numberAt(history.users, column) }))
    .sort((a, b) => b.users - a.users || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_POPULAR);
  let served = 0;
  for (const personId of wished) {
    await setImmediate(); // a worker that is being stopped notices it
    const row = rowOf(history, uses.get(personId) ?? new Map());
    const made = kinds.map(([kind, rank]) => [kind, told(history, rank(row))] as const);
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('recommendations').where('person_id', '=', personId).execute();
      if (row.size === 0 || !(await isThere(trx, personId))) return;
      for (const [kind, instruments] of made)
        await trx
          .insertInto('recommendations')
          .values({
            person_id: personId,
            kind,
            instruments: JSON.stringify(instruments),
            made_at: now,
          })
          .execute();
    });
    if (made.some(([, instruments]) => instruments.length > 0)) served += 1;
  }
  await forgetUnwished(db, wished);
  await keepSetting(db, POPULAR_SETTING, JSON.stringify(popular));
  await keepSetting(db, MADE_SETTING, String(now));
  return { people: uses.size, instruments: history.codes.length, served };
}

/** Accounts may be deleted while the work is done. */
const isThere = async (trx: Db, personId: string): Promise<boolean> =>
  (await trx
    .selectFrom('people')
    .select('person_id')
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined;

/**
 * Makes them when the last are older than a night; of several workers one does. Null: it was not
 * time.
 */
export async function recommendNightly(db: Db, now: number): Promise<Made | null> {
  const claimed = await db.transaction().execute(async (trx) => {
    const last = await readSetting(trx, MADE_SETTING);
    if (Number(last ?? 0) > now - NIGHTLY_SECONDS) return false;
    // If this worker is killed in the middle, another one takes over an hour later.
    const again = String(now - NIGHTLY_SECONDS + 3600);
    if (last === undefined) {
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('settings')
        .values({ name: MADE_SETTING, value: again })
        .onConflict((c) => c.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    }
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({ value: again })
      .where('name', '=', MADE_SETTING)
      .where('value', '=', last)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  return claimed ? await recommendAll(db, now) : null;
}

const NIGHTLY_SECONDS = 23 * 3600;

type Method = (row: ReadonlyMap<number, number>) => Ranked[];

/** The three kinds over one history; what they share is worked out once. */
export function methodsOf(history: History): readonly (readonly [RecommendationKind, Method])[] {
  const [near, around] = [coUse(history), neighbourhoodOf(history)];
  const factors = factorise(history);
  return [
    ['work-based-rec', (row) => workBased(history, near, row, MOST_RECOMMENDED)],
    ['KNN-based-rec', (row) => nearest(history, around, row, MOST_RECOMMENDED)],
    ['SVD-based-rec', (row) => byFactors(history, factors, row, MOST_RECOMMENDED)],
  ];
}

const told = ({ codes }: History, ranked: readonly Ranked[]): z.infer<typeof kept> =>
  ranked.map(({ column, because }) => ({
    code: itemAt(codes, column),
    because: because.map((own) => itemAt(codes, own)),
  }));

/**
 * Person id -> use. Orders of deleted accounts still count, under the number that replaced the
 * person.
 */
async function usesOf(db: Db): Promise<Map<string, Map<string, number>>> {
  const uses = new Map<string, Map<string, number>>();
  const add = (personId: string, names: readonly string[], worth: number): void => {
    const of = uses.get(personId) ?? new Map<string, number>();
    uses.set(personId, of);
    const codes = new Set(names.flatMap((name) => parseDatastream(name)?.classCode ?? []));
    for (const code of codes) of.set(code, (of.get(code) ?? 0) + worth);
  };
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < MOST_ORDERS; ) {
    const page = await db
      .selectFrom('orders')
      .select(['order_id', 'person_id', 'request'])
      .where('order_id', '<', before)
      .orderBy('order_id', 'desc')
      .limit(PAGE)
      .execute();
    for (const { person_id, request } of page) {
      const parsed = orderRequest.safeParse(JSON.parse(request));
      if (!parsed.success) continue;
      const names = parsed.data.selectedData.selectedDatastreams.map(
        ({ datastream }) => datastream,
      );
      add(person_id, names, 1);
    }
    read += page.length;
    before = Number(page.at(-1)?.order_id ?? 0);
    if (page.length < PAGE) break;
    await setImmediate();
  }
  for (const { person_id, seen } of await db
    .selectFrom('saved_searches')
    .select(['person_id', 'seen'])
    .where('kind', '=', 'data')
    .execute()) {
    const names = Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(seen)));
    if (names.length <= MOST_FOUND) add(person_id, names, SAVED_WORTH);
  }
  return uses;
}

/** All but those who declined: it is on by default (A066). */
async function whoWishes(db: Db): Promise<readonly string[]> {
  const people = await db.selectFrom('people').select('person_id').orderBy('person_id').execute();
  const refused = new Set(
    (
      await db
        .selectFrom('preferences')
        .select(['person_id', 'value'])
        .where('application', '=', PREFERENCE_APPLICATION)
        .where('preference', '=', WISH_PREFERENCE)
        .execute()
    )
      .filter(({ value }) => !isWish(value))
      .map(({ person_id }) => person_id),
  );
  return people.map(({ person_id }) => person_id).filter((id) => !refused.has(id));
}

async function forgetUnwished(db: Db, wished: readonly string[]): Promise<void> {
  const all = new Set(wished);
  const kept = await db.selectFrom('recommendations').select('person_id').distinct().execute();
  for (const { person_id } of kept)
    if (!all.has(person_id))
      await db.deleteFrom('recommendations').where('person_id', '=', person_id).execute();
}
