// Work that one process does at a time on a store. The lock ends with the process that holds it, however that ends.
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import type { StoreAddress } from './store-address.ts';

/** The second half of PostgreSQL's lock key: a number stays with its work for good, as servers of two releases may meet. */
const WORKS = { migrate: 1, harvest: 2, exchange: 3 } as const;
export type Work = keyof typeof WORKS;

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
}

/**
 * Does the work alone and returns its result; null when another process did not end its own in time. `at` undefined: the store is
 * in this process only. Rejects with the signal's reason.
 */
export async function alone<T>(
  at: StoreAddress | undefined,
  work: Work,
  { waitMs, onWait, signal }: Waiting,
  act: () => Promise<T>,
): Promise<{ readonly value: T } | null> {
  if (!at) return { value: await act() };
  const lock = 'file' in at ? lockFile(`${at.file}.${work}-lock`) : await lockSession(at.url, work);
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

/** SQLite locks a file on every system, and the system forgets the lock with the process; the file beside the store stays empty. */
function lockFile(file: string): Lock {
  const database = new SQLite(file, { timeout: 0 });
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
async function lockSession(url: string, work: Work): Promise<Lock> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {}); // the work goes on; what it writes is checked by the database
  await client.connect();
  return {
    take: async () => {
      const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [
        OURS,
        WORKS[work],
      ]);
      return rows[0]?.taken === true;
    },
    close: () => client.end(),
  };
}
