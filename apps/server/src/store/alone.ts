// Work that one process does at a time on a store, or several that each do a share of it. The lock
// ends with the process that holds it, however that ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@isobar/contract/problem.ts';
import SQLite from 'better-sqlite3';
import type { StoreAddress } from './store-address.ts';

/**
 * The second half of PostgreSQL's lock key: a number stays with its work for good, as servers of
 * two releases may meet.
 */
const WORKS = { migrate: 1, harvest: 2, exchange: 3, index: 4 } as const;
export type Work = keyof typeof WORKS;

/**
 * One of several parts that different processes do at the same time: `number` counts from 1 to
 * `of`.
 */
export interface Share {
  readonly number: number;
  readonly of: number;
}

/** The share of what is done beside all others, such as taking up single changes. */
export const BESIDE_ALL: Share = { number: 1, of: 0 };

/** The first half, which other programs in the same database do not use ('isob' as a number). */
const OURS = 0x69_73_6f_62;
/** Between two tries. */
const AGAIN_MS = 250;

export interface Waiting {
  /** Longest wait for a process that holds the lock; 0: none. */
  readonly waitMs: number;
  /** Called once when there is something to wait for. */
  readonly onWait?: () => void;
  readonly signal?: AbortSignal | undefined;
  /**
   * Does this share of the work beside other shares of it, but not beside a process that does the
   * whole. PostgreSQL only.
   */
  readonly share?: Share | undefined;
}

/**
 * Does the work alone and returns its result; null when another process did not end its own in
 * time. `at` undefined: the store is in this process only. Rejects with the signal's reason, and
 * with Problem 'bad-request' for a share of work on SQLite, whose file belongs to one machine.
 */
export async function alone<T>(
  at: StoreAddress | undefined,
  work: Work,
  { waitMs, onWait, signal, share }: Waiting,
  act: () => Promise<T>,
): Promise<{ readonly value: T } | null> {
  if (!at) return { value: await act() };
  const lock =
    'file' in at ? lockFile(at.file, work, share) : await lockSession(at.url, work, share);
  try {
    const end = Date.now() + waitMs;
    for (let tries = 0; !(await lock.take()); tries++) {
      if (Date.now() >= end) return null;
      if (tries === 0) onWait?.();
      await sleep(AGAIN_MS, undefined, signal ? { signal } : {});
    }
    return { value: await act() };
  } finally {
    await lock.close();
  }
}

interface Lock {
  take(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * SQLite locks a file on every system, and the system forgets the lock with the process; the file
 * beside the store stays empty.
 */
function lockFile(file: string, work: Work, share: Share | undefined): Lock {
  if (share)
    throw new Problem(
      'bad-request',
      'Shares are for several machines, which need a store on PostgreSQL: set DATABASE_URL.',
    );
  const database = new SQLite(`${file}.${work}-lock`, { timeout: 0 });
  return {
    take: async () => {
      try {
        database.exec('begin exclusive');
        return true;
      } catch (error) {
        if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
          return false;
        throw error;
      }
    },
    close: async () => {
      database.close();
    },
  };
}

/** A session of its own: PostgreSQL forgets the lock when its connection ends. */
async function lockSession(url: string, work: Work, share: Share | undefined): Promise<Lock> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {}); // the work goes on; what it writes is checked by the database
  await client.connect();
  const take = async (call: string, key: number): Promise<boolean> => {
    const { rows } = await client.query(`select ${call}($1, $2) as taken`, [OURS, key]);
    return rows[0]?.taken === true;
  };
  return {
    take: async () => {
      if (!share) return await take('pg_try_advisory_lock', WORKS[work]);
      if (!(await take('pg_try_advisory_lock_shared', WORKS[work]))) return false;
      if (await take('pg_try_advisory_lock', keyOf(work, share))) return true;
      // A lock is counted: each one that was taken has to be given back before the next try.
      await client.query('select pg_advisory_unlock_shared($1, $2)', [OURS, WORKS[work]]);
      return false;
    },
    close: () => client.end(),
  };
}

/** Unlike every number of WORKS. */
const keyOf = (work: Work, { number, of }: Share): number =>
  (WORKS[work] * 1000 + of) * 1000 + number;
