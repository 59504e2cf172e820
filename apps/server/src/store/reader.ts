// A connection of its own that only reads, for a thread whose queries may be long: they can be stopped.
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import type { Store, StoreAddress } from './open.ts';
import type { Tables } from './tables.ts';

export interface StoreReader extends Omit<Store, 'address'> {
  /**
   * On SQLite a function without arguments that a statement calls now and then: 0, or it ends the statement. PostgreSQL
   * ends statements by itself.
   */
  readonly stop?: string;
  /** Whether a statement failed because it was stopped. */
  isStopped(error: unknown): boolean;
}

/** Longest statement on PostgreSQL. */
const STATEMENT_MS = 2000;

/** `isOver` is asked from within SQLite's statements. */
export async function openReader(
  address: StoreAddress,
  isOver: () => boolean,
): Promise<StoreReader> {
  return 'file' in address ? openSqlite(address.file, isOver) : openPostgres(address.url);
}

class Stopped extends Error {}

function openSqlite(file: string, isOver: () => boolean): StoreReader {
  const sqlite = new SQLite(file, { readonly: true, fileMustExist: true });
  sqlite.pragma('busy_timeout = 5000');
  sqlite.pragma('cache_size = -16000');
  const stop = 'stop_when_over';
  sqlite.function(stop, { deterministic: false }, () => {
    if (isOver()) throw new Stopped('The statement was stopped.');
    return 0;
  });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  return {
    db,
    kind: 'sqlite',
    stop,
    isStopped: (error) => error instanceof Stopped,
    close: () => db.destroy(),
  };
}

async function openPostgres(url: string): Promise<StoreReader> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 1, statement_timeout: STATEMENT_MS });
  pool.on('error', () => {}); // a server that restarts closes idle connections, and the next search opens another
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    kind: 'postgres',
    isStopped: (error) =>
      error instanceof Error && 'code' in error && error.code === QUERY_CANCELED,
    close: () => db.destroy(),
  };
}

const QUERY_CANCELED = '57014';
