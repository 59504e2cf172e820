// What each migration does to the tables, one after the other.
import SQLite from 'better-sqlite3';
import { Kysely, PGliteDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';
import { memoryPostgres } from './testing/memory-postgres.ts';
import { STORE_KINDS } from './testing/temporary-store.ts';

/** All that a database states of its tables, columns and indexes. */
const SCHEMA = {
  sqlite: sql<{ text: string }>`select sql as text from sqlite_master where sql is not null`,
  postgres: sql<{ text: string }>`
    select concat(table_name, column_name, data_type, is_nullable, column_default, collation_name) as text
      from information_schema.columns where table_schema = 'public'
    union select indexdef from pg_indexes where schemaname = 'public'
    union select pg_get_constraintdef(oid) from pg_constraint`,
};
/** Tables that several servers share are in PostgreSQL only. */
const WITHOUT_CHANGE = { sqlite: ['0201-shared-counts', '0221-curated-files'], postgres: [] };

it.each(STORE_KINDS)(
  'each migration changes the tables of %s, but those of the other database',
  async (kind) => {
    const dialect =
      kind === 'sqlite'
        ? new SqliteDialect({ database: new SQLite(':memory:') })
        : new PGliteDialect({ pglite: await memoryPostgres() });
    const db = new Kysely<never>({ dialect });
    const all = migrations(kind);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
    const schema = async () =>
      (await SCHEMA[kind].execute(db)).rows.map(({ text }) => text).toSorted();
    const unchanged: string[] = [];
    let before = await schema();
    for (const name of Object.keys(all).toSorted()) {
      expect((await migrator.migrateTo(name)).error).toBeUndefined();
      const after = await schema();
      if (String(after) === String(before)) unchanged.push(name);
      before = after;
    }
    expect(unchanged).toEqual(WITHOUT_CHANGE[kind]);
    await db.destroy();
  },
);
