// A store for one test: SQLite in a temporary folder, or PostgreSQL in memory.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { migrate, openStore, type Store } from '../open.ts';
import type { Tables } from '../tables.ts';
import { kept } from './kept.ts';
import { loaded } from './memory-postgres.ts';

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

async function open(
  where: Store['kind'] | { readonly url: string },
  folder: string,
): Promise<Store> {
  if (typeof where === 'object') return await openStore(where);
  return where === 'sqlite' ? await sqlite(join(folder, 'isobar.sqlite')) : await postgres();
}

async function sqlite(file: string): Promise<Store> {
  const empty = await kept('empty-store', async () => {
    const made = `${file}.made`;
    await (await openStore({ file: made })).close();
    const bytes = readFileSync(made);
    rmSync(made);
    return bytes;
  });
  writeFileSync(file, empty, { mode: 0o600 });
  return await asNew(await openStore({ file }));
}

const overPostgres = (pglite: PGlite) =>
  new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });

async function postgres(): Promise<Store> {
  const pglite = await loaded(
    'cluster',
    async (first) => void (await migrate(overPostgres(first), 'postgres')),
  );
  const db = overPostgres(pglite);
  return await asNew({ db, kind: 'postgres', close: () => db.destroy() });
}

/** A copy, with its own value in the only row in which two new stores differ. */
async function asNew(store: Store): Promise<Store> {
  await store.db.updateTable('catalogue_changes').set({ token: randomUUID() }).execute();
  return store;
}
