// Opens the store: SQLite in the home folder by default, PostgreSQL when an address is configured.
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { alone } from './alone.ts';
import { StoreGuard } from './guard.ts';
import { migrations } from './migrations.ts';
import { RetryingSqliteDialect } from './retrying-sqlite.ts';
import { SqliteHandle } from './sqlite-handle.ts';
import type { StoreAddress } from './store-address.ts';
import { makeStoreFile } from './store-file.ts';
import type { Tables } from './tables.ts';
import { queryTrace } from './traced-queries.ts';

export interface Store {
  readonly db: Kysely<Tables>;
  readonly kind: 'sqlite' | 'postgres';
  /** Where further connections can be opened; absent: this is the only one. */
  readonly address?: StoreAddress;
  /** SQLite only. */
  readonly guard?: StoreGuard;
  close(): Promise<void>;
}

/**
 * Opens and migrates. WAL with synchronous FULL: what was acknowledged survives a power cut
 * (with NORMAL it does not; see docs/decisions).
 */
export async function openStore(at: StoreAddress): Promise<Store> {
  const store = 'file' in at ? openSqlite(at.file) : await openPostgres(at.url);
  try {
    if ('file' in at) await migrate(store.db, store.kind);
    else await migrateAlone(store, at);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Longest wait for a process that makes or changes the tables: a large store may take minutes. */
const MIGRATION_MS = 600_000;

/**
 * Of processes that start at once on an empty database one makes the tables; PostgreSQL lets two
 * that do so meet in its own catalogue.
 */
async function migrateAlone(store: Store, at: StoreAddress): Promise<void> {
  const how = { waitMs: MIGRATION_MS };
  const done = await alone(at, 'migrate', how, () => migrate(store.db, store.kind));
  if (!done)
    throw new Error(
      'The store cannot be migrated: another process has been changing its tables for ten minutes. Look at that one, then start again.',
    );
}

/** Brings the tables up to date; several processes may call it at once. */
export async function migrate(db: Kysely<Tables>, kind: Store['kind']): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(kind) },
    allowUnorderedMigrations: true, // each is independent; two may be added at once
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`The store cannot be migrated: ${why}`, { cause: error });
}

function openSqlite(file: string): Store {
  makeStoreFile(file);
  const handle = new SqliteHandle(file);
  const db = new Kysely<Tables>({
    dialect: new RetryingSqliteDialect(handle, () => guard.admit()),
    ...queryTrace('sqlite'),
  });
  handle.prepare('select count(*) from sqlite_schema').get(); // makes the log
  const guard = new StoreGuard(handle);
  return { db, kind: 'sqlite', address: { file }, guard, close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<Store> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number); // counts and byte sums fit a double
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECTION_MS,
    // what is acknowledged is on disk, whatever the server's own setting
    options: '-c synchronous_commit=on',
  });
  // a server that restarts closes idle connections, and the next call opens another
  pool.on('error', () => {});
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...queryTrace('postgresql'),
  });
  return { db, kind: 'postgres', address: { url }, close: () => db.destroy() };
}

/** Longest wait for a connection, in milliseconds; after that the call fails with 'unavailable'. */
const CONNECTION_MS = 10_000;
