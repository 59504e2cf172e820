// A store for one test: SQLite in a temporary folder, or PostgreSQL in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { migrate, openStore, type Store } from '../open.ts';
import type { Tables } from '../tables.ts';
import { memoryPostgres } from './memory-postgres.ts';

export const STORE_KINDS = ['sqlite', 'postgres'] as const;

export interface TemporaryStore extends Store {
  /** A folder for files of the test; removed on close. */
  readonly folder: string;
  /** Removes every row: a fresh PostgreSQL costs seconds, an empty one nothing. */
  empty(): Promise<void>;
}

/** SQLite, PostgreSQL in memory, or a PostgreSQL server at an address. */
export async function temporaryStore(
  where: Store['kind'] | { readonly url: string } = 'sqlite',
): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-test-'));
  const store = await open(where, folder);
  return {
    db: store.db,
    kind: store.kind,
    ...(store.address ? { address: store.address } : {}),
    folder,
    async empty() {
      for (const { name } of await store.db.introspection.getTables())
        if (!name.startsWith('kysely_'))
          await sql`delete from ${sql.table(name)}`.execute(store.db);
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function open(where: Store['kind'] | { readonly url: string }, folder: string): Promise<Store> {
  if (typeof where === 'object') return openStore(where);
  return where === 'sqlite' ? openStore({ file: join(folder, 'isobar.sqlite') }) : postgres();
}

async function postgres(): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await memoryPostgres() }) });
  await migrate(db, 'postgres');
  return { db, kind: 'postgres', close: () => db.destroy() };
}
