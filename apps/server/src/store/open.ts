// Opens the store: SQLite in the home folder by default, PostgreSQL when an address is configured.
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StoreGuard } from './guard.ts';
import { migrations } from './migrations.ts';
import { RetryingSqliteDialect } from './retrying-sqlite.ts';
import { SqliteHandle } from './sqlite-handle.ts';
import { makeStoreFile } from './store-file.ts';
import type { Tables } from './tables.ts';

export type StoreAddress = { readonly file: string } | { readonly url: string };

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
  await migrate(store.db, store.kind);
  return store;
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
    options: '-c synchronous_commit=on', // what is acknowledged is on disk, whatever the server's own setting
  });
  pool.on('error', () => {}); // a server that restarts closes idle connections, and the next call opens another
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, kind: 'postgres', address: { url }, close: () => db.destroy() };
}

/** Longest wait for a connection, in milliseconds; after that the call fails with 'unavailable'. */
const CONNECTION_MS = 10_000;
