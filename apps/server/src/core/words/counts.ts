// Counts for the words service: words that found nothing, products that were opened or ordered. No
// persons, no whole texts.
import { setImmediate } from 'node:timers/promises';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Most words and products that are kept; beyond these, new ones are not counted. */
const MOST_ROWS = 10_000;
/** Longest word that is counted. */
const LONGEST = 40;

export interface MissingWord {
  readonly word: string;
  readonly searches: number;
  /** YYYY-MM-DD of the last search, UTC. */
  readonly lastDay: string;
}

/**
 * The words of a text that occur nowhere and may be counted: none with digits, which may be
 * personal numbers.
 */
export const missingWords = ({ pieces }: Understood): readonly string[] =>
  pieces
    .filter(({ missing, kind }) => missing && kind === 'word')
    .map(({ read }) => read)
    .filter((word) => word.length <= LONGEST && /^\p{L}+$/u.test(word));

export async function countMissing(
  db: Kysely<Tables>,
  words: readonly string[],
  day: string,
): Promise<void> {
  if (words.length === 0) return;
  const room = await hasRoom(db, 'missing_words');
  for (const word of new Set(words)) {
    const grown = await db
      .updateTable('missing_words')
      .set((e) => ({ searches: e('searches', '+', 1), last_day: day }))
      .where('word', '=', word)
      .executeTakeFirst();
    if (grown.numUpdatedRows > 0n || !room) continue;
    await db
      .insertInto('missing_words')
      .values({ word, searches: 1, last_day: day })
      .onConflict((c) =>
        c.column('word').doUpdateSet((e) => ({
          searches: e('missing_words.searches', '+', 1),
          last_day: day,
        })),
      )
      .execute();
  }
}

/** Most searched first. */
export async function listMissing(db: Kysely<Tables>, most: number): Promise<MissingWord[]> {
  const rows = await db
    .selectFrom('missing_words')
    .selectAll()
    .orderBy('searches', 'desc')
    .orderBy('word')
    .limit(most)
    .execute();
  return rows.map((row) => ({ word: row.word, searches: row.searches, lastDay: row.last_day }));
}

export const forgetMissing = async (db: Kysely<Tables>): Promise<void> => {
  await db.deleteFrom('missing_words').execute();
};

export async function countOpened(db: Kysely<Tables>, product: string): Promise<void> {
  const grown = await db
    .updateTable('opened_products')
    .set((e) => ({ opened: e('opened', '+', 1) }))
    .where('product', '=', product)
    .executeTakeFirst();
  if (grown.numUpdatedRows > 0n || !(await hasRoom(db, 'opened_products'))) return;
  await db
    .insertInto('opened_products')
    .values({ product, opened: 1 })
    .onConflict((c) =>
      c.column('product').doUpdateSet((e) => ({ opened: e('opened_products.opened', '+', 1) })),
    )
    .execute();
}

async function hasRoom(
  db: Kysely<Tables>,
  table: 'missing_words' | 'opened_products',
): Promise<boolean> {
  const { rows } = await sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count ?? 0) < MOST_ROWS;
}

export interface ProductUse {
  readonly product: string;
  readonly opened: number;
  readonly ordered: number;
  /** What it adds to a score, 0 to 1: less than the steps between two meanings of a word. */
  readonly weight: number;
}

/** Most orders that are looked at, the latest first, and most products that get a weight. */
const MOST_ORDERS = 2000;
const MOST_WEIGHED = 200;
/** An order counts as much as this many page views. */
const ORDER_WORTH = 5;

/** The most used products with their weights, most used first. */
export async function productUse(db: Kysely<Tables>): Promise<readonly ProductUse[]> {
  const ordered = await orderedProducts(db);
  const rows = await db.selectFrom('opened_products').selectAll().execute();
  const opened = new Map(rows.map((row) => [row.product, row.opened]));
  const all = [...new Set([...opened.keys(), ...ordered.keys()])].map((product) => {
    const [looks, orders] = [opened.get(product) ?? 0, ordered.get(product) ?? 0];
    return {
      product,
      opened: looks,
      ordered: orders,
      worth: Math.log1p(looks + orders * ORDER_WORTH),
    };
  });
  all.sort((a, b) => b.worth - a.worth || (a.product < b.product ? -1 : 1));
  const most = all[0]?.worth ?? 1;
  return all.slice(0, MOST_WEIGHED).map(({ worth, ...use }) => ({
    ...use,
    weight: Math.round((worth / Math.max(most, MOST_SURE)) * 100) / 100,
  }));
}

/** A handful of page views is worth little; a hundred and more have full weight. */
const MOST_SURE = Math.log1p(100);

const ORDERS_PER_TURN = 20;

async function orderedProducts(db: Kysely<Tables>): Promise<Map<string, number>> {
  const orders = await db
    .selectFrom('orders')
    .select('request')
    .orderBy('order_id', 'desc')
    .limit(MOST_ORDERS)
    .execute();
  const counts = new Map<string, number>();
  for (const [i, { request }] of orders.entries()) {
    if (i % ORDERS_PER_TURN === ORDERS_PER_TURN - 1) await setImmediate();
    const parsed = orderRequest.safeParse(JSON.parse(request));
    if (!parsed.success) continue;
    const names = parsed.data.selectedData.selectedDatastreams.map((one) => one.datastream);
    const products = names.flatMap((name) => parseDatastream(name)?.classCode ?? []);
    for (const product of new Set(products)) counts.set(product, (counts.get(product) ?? 0) + 1);
  }
  return counts;
}
