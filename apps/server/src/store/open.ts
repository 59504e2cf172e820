// Opens the store: SQLite in the home folder by default, PostgreSQL when an address says so.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ImmediateSqliteDialect } from './immediate-sqlite.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

export type StoreAddress = { readonly file: string } | { readonly url: string };

export interface Store {
  readonly db: Kysely<Tables>;
  readonly kind: 'sqlite' | 'postgres';
  /** Where another connection is to be had; absent: this one is the only one. */
  readonly address?: StoreAddress;
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
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The store cannot be brought up to date.', { cause: error });
}

function openSqlite(file: string): Store {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new SQLite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('busy_timeout = 10000');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('cache_size = -32000');
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(sqlite) });
  return { db, kind: 'sqlite', address: { file }, close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<Store> {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number); // counts and byte sums fit a double
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, kind: 'postgres', address: { url }, close: () => db.destroy() };
}
