// A connection of its own that only reads, for a thread whose queries may be long: they can be
// stopped.
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { Store } from './open.ts';
import type { StoreAddress } from './store-address.ts';
import type { Tables } from './tables.ts';

export interface StoreReader extends Omit<Store, 'address'> {
  /**
   * The name of an SQLite function without arguments, which a statement calls now and then. It
   * returns 0, or throws when the time is over and so ends the statement. Absent for PostgreSQL,
   * which ends statements by itself.
   */
  readonly stop?: string;
  /**
   * Throws when the time is over. To be called before each statement, since a statement over few
   * rows may never call `stop`.
   */
  check(): void;
  /** Whether a statement failed because it was stopped. */
  isStopped(error: unknown): boolean;
}

/** Longest statement on PostgreSQL. */
const STATEMENT_MS = 2000;

/** `isOver` is called before each statement and, on SQLite, from within statements. */
export async function openReader(
  address: StoreAddress,
  isOver: () => boolean,
): Promise<StoreReader> {
  const check = () => {
    if (isOver()) throw new Stopped('The search was stopped.');
  };
  return 'file' in address ? openSqlite(address.file, check) : openPostgres(address.url, check);
}

class Stopped extends Error {}

function openSqlite(file: string, check: () => void): StoreReader {
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true });
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('cache_size = -16000');
  const stop = 'stop_when_over';
  sqlite.function(stop, { deterministic: false }, () => {
    check();
    return 0;
  });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  return {
    db,
    kind: 'sqlite',
    stop,
    check,
    isStopped: (error) => error instanceof Stopped,
    close: () => db.destroy(),
  };
}

async function openPostgres(url: string, check: () => void): Promise<StoreReader> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 1, statement_timeout: STATEMENT_MS });
  // a server that restarts closes idle connections, and the next search opens another
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    kind: 'postgres',
    check,
    isStopped: (error) =>
      error instanceof Stopped ||
      (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED),
    close: () => db.destroy(),
  };
}

const QUERY_CANCELED = '57014';
