// Slows down guessing passwords: counts failures per account, address and device, and says how long
// to wait.
import { type Kysely, sql } from 'kysely';
import { networkOf } from '../../platform/admission/network.ts';
import { nameKey } from '../../platform/text/name-key.ts';
import type { Tables } from '../../store/tables.ts';

/** Failures are forgotten after this long. */
const WINDOW_SECONDS = 15 * 60;

/**
 * A window that begins further in the future was opened before the clock moved backwards, and no
 * longer counts.
 */
const SKEW_SECONDS = 60;

/** Most failures per window. */
const MOST = {
  /** One address at one account is stopped first. */
  pair: 10,
  address: 50,
  /**
   * The limit of a name is much higher, so that an attacker has to guess from many places to lock
   * its owner out. An account has two: the user name and the address.
   */
  account: 50,
  /**
   * A device where the owner signed in before has a limit of its own: it is not stopped by the
   * guesses of others.
   */
  device: 10,
} as const;

export interface Guesser {
  /**
   * The name as it was typed. Never the id of whose account that is: two names that share a limit
   * would show that there is an account, and that both are its names.
   */
  readonly account: string;
  readonly address: string;
  /** Hash of the device's secret, when that very person signed in there before; else null. */
  readonly device: string | null;
}

export type Attempt =
  | { readonly allowed: false; readonly retryAfterSeconds: number }
  | { readonly allowed: true; succeeded(): Promise<void> };

/**
 * Counts an attempt as failed before its password is looked at, so that a hundred at once are not
 * all let through; `succeeded` takes that back. `now` in seconds UTC.
 */
export async function beginAttempt(
  db: Kysely<Tables>,
  guesser: Guesser,
  now: number,
): Promise<Attempt> {
  const limits = limitsOf(guesser);
  const wait = await db.transaction().execute((trx) => count(trx, limits, now));
  if (wait > 0) return { allowed: false, retryAfterSeconds: wait };
  return {
    allowed: true,
    succeeded: () =>
      forgive(
        db,
        limits.map(({ key }) => key),
      ),
  };
}

/** Most mails per window: to one address from all callers, and from one network. */
const MOST_ASKED = { address: 4, network: 20 } as const;

/**
 * Counts a mail that was requested without a session; returns how many seconds to wait, 0: none. It
 * counts every typed address, whether or not there is such an account, so that the limit does not
 * show who has one.
 */
export function countAsked(
  db: Kysely<Tables>,
  asked: { readonly address: string; readonly from: string },
  now: number,
): Promise<number> {
  const limits = [
    { key: `asked-from:${networkOf(asked.from)}`, most: MOST_ASKED.network },
    { key: `asked-for:${mailboxOf(asked.address)}`, most: MOST_ASKED.address },
  ];
  return db.transaction().execute((trx) => count(trx, limits, now));
}

/**
 * What is counted as one mailbox: all spellings of a name that find one account, with or without
 * what follows a plus. It is only counted, so that where a plus is part of a name two users share a
 * limit, and nothing else.
 */
const mailboxOf = (address: string): string => nameKey(address).replace(/\+[^@]*(?=@)/, '');

/**
 * Counts one attempt for each key; at the first key whose limit is exceeded, returns the seconds
 * that are left of its window. 0: none is.
 */
async function count(trx: Kysely<Tables>, limits: readonly Limit[], now: number): Promise<number> {
  await trx
    .deleteFrom('sign_in_failures')
    .where((e) =>
      e.or([
        e('window_start', '<=', now - WINDOW_SECONDS),
        e('window_start', '>', now + SKEW_SECONDS),
      ]),
    )
    .execute();
  for (const { key, most } of limits) {
    const counted = await trx
      .insertInto('sign_in_failures')
      .values({ key, failures: 1, window_start: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ failures: sql<number>`sign_in_failures.failures + 1` }),
      )
      .returning(['failures', 'window_start'])
      .executeTakeFirstOrThrow();
    if (Number(counted.failures) > most) return Number(counted.window_start) + WINDOW_SECONDS - now;
  }
  return 0;
}

interface Limit {
  readonly key: string;
  readonly most: number;
}

function limitsOf({ account, address, device }: Guesser): readonly Limit[] {
  if (device !== null) return [{ key: `device:${device}`, most: MOST.device }];
  const name = nameKey(account).slice(0, 200);
  const network = networkOf(address);
  return [
    { key: `pair:${name} ${network}`, most: MOST.pair },
    { key: `address:${network}`, most: MOST.address },
    { key: `account:${name}`, most: MOST.account },
  ];
}

async function forgive(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  const [narrowest = '', ...wider] = keys;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sign_in_failures').where('key', '=', narrowest).execute();
    if (wider.length === 0) return;
    await trx
      .updateTable('sign_in_failures')
      .set({ failures: sql<number>`failures - 1` })
      .where('key', 'in', wider)
      .execute();
  });
}
