// Slows down guessing of passwords: counts failures per account and address, and says how long to wait.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/tables.ts';

/** Failures are forgotten after this long. */
const WINDOW_SECONDS = 15 * 60;

/**
 * Most failures per window. One address that guesses at one account is stopped first; the account as a whole much
 * later, so that a stranger cannot lock a person out.
 */
const LIMITS = [
  { key: (account: string, address: string) => `pair:${account} ${address}`, most: 10 },
  { key: (_: string, address: string) => `address:${address}`, most: 50 },
  { key: (account: string) => `account:${account}`, most: 100 },
] as const;

export type Attempt =
  | { readonly allowed: false; readonly retryAfterSeconds: number }
  | { readonly allowed: true; succeeded(): Promise<void> };

/**
 * Counts an attempt as failed before its password is looked at, so that a hundred at once are not all let through;
 * `succeeded` takes that back. `now` in seconds UTC.
 */
export async function beginAttempt(
  db: Kysely<Tables>,
  account: string,
  address: string,
  now: number,
): Promise<Attempt> {
  const keys = LIMITS.map((limit) => limit.key(account.toLowerCase().slice(0, 200), address));
  const oldest = now - WINDOW_SECONDS;
  return await db.transaction().execute(async (trx): Promise<Attempt> => {
    await trx.deleteFrom('sign_in_failures').where('window_start', '<=', oldest).execute();
    for (const [i, limit] of LIMITS.entries()) {
      const counted = await trx
        .insertInto('sign_in_failures')
        .values({ key: keys[i]!, failures: 1, window_start: now })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ failures: sql<number>`sign_in_failures.failures + 1` }),
        )
        .returning(['failures', 'window_start'])
        .executeTakeFirstOrThrow();
      if (Number(counted.failures) > limit.most)
        return {
          allowed: false,
          retryAfterSeconds: Number(counted.window_start) + WINDOW_SECONDS - now,
        };
    }
    return { allowed: true, succeeded: () => forgive(db, keys) };
  });
}

async function forgive(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  const [pair, ...wider] = keys;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sign_in_failures').where('key', '=', pair!).execute();
    await trx
      .updateTable('sign_in_failures')
      .set({ failures: sql<number>`failures - 1` })
      .where('key', 'in', wider)
      .execute();
  });
}
