// A store for one test: SQLite in a temporary folder, or PostgreSQL in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { migrate, openStore, type Store } from '../open.ts';
import type { Tables } from '../tables.ts';

export const STORE_KINDS = ['sqlite', 'postgres'] as const;

export interface TemporaryStore extends Store {
  /** A folder for whatever the test leaves lying about; gone after close. */
  readonly folder: string;
  /** Removes every row: a fresh PostgreSQL costs seconds, an empty one nothing. */
  empty(): Promise<void>;
}

export async function temporaryStore(kind: Store['kind'] = 'sqlite'): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-test-'));
  const store = kind === 'sqlite' ? await sqlite(folder) : await postgres();
  return {
    db: store.db,
    kind,
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

const sqlite = (folder: string): Promise<Store> =>
  openStore({ file: join(folder, 'isobar.sqlite') });

async function postgres(): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  await migrate(db, 'postgres');
  return { db, kind: 'postgres', close: () => db.destroy() };
}
