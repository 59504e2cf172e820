// Data that are often ordered together, from the orders of the last twelve months: only those of
// several users, without names.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';

export interface OrderedTogether {
  readonly orders: number;
  readonly people: number;
  /** Most often first. */
  readonly together: readonly { readonly datastream: string; readonly share: number }[];
}

/** With fewer users than this, one could be recognised, so that nothing is listed. */
const LEAST_PEOPLE = 3;
const SHOWN = 6;
const YEAR_S = 365 * 86_400;
/** Newest orders that are looked at, and datastreams of one of them. */
const MOST_ORDERS = 50_000;
const MOST_STREAMS = 100;
const ORDERS_PER_QUERY = 250;
/** How long it takes until orders are looked at again. */
const FRESH_MS = 600_000;

interface Ordered {
  readonly person: string;
  readonly streams: readonly string[];
}

/** Longer requests list files by the thousand; reading them is not worth the time. */
const MOST_CHARACTERS = 100_000;

const requested = z.object({
  selectedData: z.object({
    selectedDatastreams: z.array(z.object({ datastream: z.string() })),
  }),
});

/** Null: too few users ordered them. */
export type OrderedWith = (datastreams: readonly string[]) => Promise<OrderedTogether | null>;

export function openOrderedTogether(
  db: Kysely<Tables>,
  clock: () => number = Date.now,
): OrderedWith {
  let at = Number.NEGATIVE_INFINITY;
  let byStream: ReadonlyMap<string, readonly Ordered[]> = new Map();
  let reading: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    byStream = await ordersByStream(db, Math.floor(clock() / 1000) - YEAR_S);
    at = clock();
  };

  return async (datastreams) => {
    if (clock() - at > FRESH_MS) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    }
    const orders = new Set(datastreams.flatMap((name) => byStream.get(name) ?? []));
    return togetherOf(orders, new Set(datastreams));
  };
}

/** What these orders contain in addition; each of them contains one of `own`. */
export function togetherOf(
  orders: ReadonlySet<Ordered>,
  own: ReadonlySet<string>,
): OrderedTogether | null {
  const people = new Set([...orders].map((order) => order.person));
  if (people.size < LEAST_PEOPLE) return null;
  const others = new Map<string, Set<string>>();
  for (const { person, streams } of orders)
    for (const name of streams) {
      if (own.has(name)) continue;
      const who = others.get(name) ?? new Set<string>();
      who.add(person);
      others.set(name, who);
    }
  const together = [...others]
    .filter(([, who]) => who.size >= LEAST_PEOPLE)
    .map(([datastream, who]) => ({ datastream, share: who.size / people.size }))
    .sort((a, b) => b.share - a.share || (a.datastream < b.datastream ? -1 : 1))
    .slice(0, SHOWN);
  return { orders: orders.size, people: people.size, together };
}

async function ordersByStream(
  db: Kysely<Tables>,
  since: number,
): Promise<ReadonlyMap<string, readonly Ordered[]>> {
  const byStream = new Map<string, Ordered[]>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let seen = 0; seen < MOST_ORDERS; seen += ORDERS_PER_QUERY) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_id', 'person_id', 'request'])
      .where('order_id', '<', before)
      .where('order_date', '>=', since)
      .where(sql<number>`length(request)`, '<', MOST_CHARACTERS)
      .orderBy('order_id', 'desc')
      .limit(ORDERS_PER_QUERY)
      .execute();
    for (const row of rows) {
      const ordered = { person: row.person_id, streams: streamsOf(row.request) };
      for (const name of ordered.streams) {
        const list = byStream.get(name) ?? [];
        list.push(ordered);
        byStream.set(name, list);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < ORDERS_PER_QUERY) break;
    before = Number(last.order_id);
    await nextTurn();
  }
  return byStream;
}

function streamsOf(request: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(request);
  } catch {
    return [];
  }
  const read = requested.safeParse(value);
  if (!read.success) return [];
  return [
    ...new Set(read.data.selectedData.selectedDatastreams.map((one) => one.datastream)),
  ].slice(0, MOST_STREAMS);
}
