// Adds up the counts of all web processes in PostgreSQL: one statement takes a second's counts of a
// process and answers the sums.
import { type Kysely, sql } from 'kysely';
import type { Given, Total } from '../platform/admission/count-exchange.ts';
import type { Tables } from './tables.ts';

/**
 * By the clock of the database alone; a window that ends later than a new one would was begun
 * before that clock moved backwards.
 */
const NOW = sql`extract(epoch from statement_timestamp())::float8 * 1000`;

export async function swapCounts(
  db: Kysely<Tables>,
  given: readonly Given[],
): Promise<readonly Total[]> {
  const keys = given.map(({ key }) => key);
  const amounts = given.map(({ amount }) => amount);
  const windows = given.map(({ windowMs }) => windowMs);
  // In one order, so that two processes never wait for each other's rows.
  const { rows } = await sql<{ key: string; amount: number; until_ms: number; left_ms: number }>`
    insert into shared_counts as kept (key, amount, until_ms)
    select key, amount, ${NOW} + window_ms
    from unnest(${keys}::text[], ${amounts}::float8[], ${windows}::float8[]) as given (key, amount, window_ms)
    order by key
    on conflict (key) do update set
      amount = excluded.amount + case
        when kept.until_ms > ${NOW} and kept.until_ms <= excluded.until_ms then kept.amount else 0 end,
      until_ms = case
        when kept.until_ms > ${NOW} and kept.until_ms <= excluded.until_ms then kept.until_ms else excluded.until_ms end
    returning key, amount, until_ms, until_ms - ${NOW} as left_ms`.execute(db);
  return rows.map(({ key, amount, until_ms, left_ms }) => ({
    key,
    amount,
    until: until_ms,
    leftMs: left_ms,
  }));
}

/** Addresses and accounts are not kept longer than their windows. */
export async function forgetCounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from shared_counts where until_ms < ${NOW}`.execute(db);
}
