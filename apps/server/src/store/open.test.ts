// The store opens, migrates once, counts orders from 100001 and keeps what it acknowledged.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { Kysely, PGliteDialect, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, expect, it } from 'vitest';
import { migrations } from './migrations.ts';
import { migrate, openStore } from './open.ts';
import type { Tables } from './tables.ts';
import { memoryPostgres } from './testing/memory-postgres.ts';
import { startPostgresServer } from './testing/postgres-server.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'isobar-store-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const order = {
  person_id: 'p1',
  order_date: 1_700_000_000,
  request: '{}',
  idempotency_key: null,
  step: 'ordhdlr' as const,
  suspend_reason: null,
  approved_at: null,
  failure: null,
  file_count: 3,
  bytes: 5_000_000_000,
  progress: '{}',
  started_at: null,
  completed_at: null,
  expires_at: null,
};

it('the store opens SQLite with WAL, full synchronisation and orders from 100001, and again without loss', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const first = await openStore({ file });
  const placed = await first.db
    .insertInto('orders')
    .values(order)
    .returning('order_id')
    .executeTakeFirstOrThrow();
  expect(placed.order_id).toBe(100_001);
  const settings = await Promise.all(
    [sql`pragma journal_mode`, sql`pragma synchronous`, sql`pragma foreign_keys`].map((one) =>
      one.execute(first.db),
    ),
  );
  expect(settings.map(({ rows }) => rows[0])).toEqual([
    ...[{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }],
  ]);
  await first.close();
  const again = await openStore({ file });
  const kept = await again.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(kept).toEqual({ ...order, order_id: 100_001 });
  await again.close();
});

it('the store makes the same tables on PostgreSQL', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await memoryPostgres() }) });
  await migrate(db, 'postgres');
  const placed = await db
    .insertInto('orders')
    .values(order)
    .returning('order_id')
    .executeTakeFirstOrThrow();
  expect(Number(placed.order_id)).toBe(100_001);
  await db.destroy();
});

/** Opens the same store in a process of its own and does something with it. */
const openElsewhere = (file: string, act = ''): ChildProcess =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { openStore } from ${JSON.stringify(import.meta.resolve('./open.ts'))};
     const store = await openStore({ file: ${JSON.stringify(file)} });
     ${act}
     await store.close();`,
  ]);

it('the store is made by one of several processes that open it at once', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const all = Array.from({ length: 4 }, () => once(openElsewhere(file), 'exit'));
  expect((await Promise.all(all)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
});

it('the store undoes a change of the tables that was broken off, and tells a store of a later release', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const store = await openStore({ file });
  const broken = new Migrator({
    db: store.db,
    provider: {
      getMigrations: async () => ({
        ...migrations('sqlite'),
        '9999-broken': {
          up: async (db) => {
            await db.schema.createTable('half').addColumn('a', 'text').execute();
            throw new Error('killed here');
          },
        },
      }),
    },
  });
  expect((await broken.migrateToLatest()).error).toMatchObject({ message: 'killed here' });
  const tables = await store.db.introspection.getTables();
  expect(tables.map((table) => table.name)).not.toContain('half');
  await store.db
    .insertInto('kysely_migration' as 'settings')
    .values({ name: '9998-later', timestamp: '2100' } as never)
    .execute();
  await store.close();
  await expect(openStore({ file })).rejects.toThrow(/migrated: .*9998-later/);
});

it('the store goes on from the first release with what was in it', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const sqlite = new SQLite(file);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  const first = Object.entries(migrations('sqlite')).slice(0, 1);
  const provider = { getMigrations: async () => Object.fromEntries(first) };
  expect((await new Migrator({ db, provider }).migrateToLatest()).error).toBeUndefined();
  await db.insertInto('orders').values(order).execute();
  await db.destroy();
  const now = await openStore({ file });
  const kept = await now.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(kept).toEqual({ ...order, order_id: 100_001 });
  const names = (await now.db.introspection.getTables()).map((table) => table.name);
  expect(names).toContain('saved_searches');
  await now.close();
});

it('the store waits for another process that writes without stopping this one', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const store = await openStore({ file });
  const other = openElsewhere(
    file,
    `await store.db.transaction().execute(async (trx) => {
       await trx.insertInto('settings').values({ name: 'a', value: 'theirs' }).execute();
       console.log('locked');
       await new Promise((resolve) => process.stdin.once('data', resolve));
     });
     process.stdin.unref();`,
  );
  await once(other.stdout!, 'data');
  let isDone = false;
  const writing = store.db
    .insertInto('settings')
    .values({ name: 'a', value: 'ours' })
    .onConflict((c) => c.column('name').doUpdateSet({ value: 'ours' }))
    .execute()
    .then(() => {
      isDone = true;
    });
  await sleep(100);
  // The other process ends only when this one writes to it, which this one can do only if it goes
  // on while its own write waits.
  expect(isDone).toBe(false);
  other.stdin!.write('go on\n');
  await writing;
  expect(await store.db.selectFrom('settings').select('value').execute()).toEqual([
    { value: 'ours' },
  ]);
  await store.close();
});

it('the store says that a full disk is full, undoes the whole transaction, and goes on when there is room', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const store = await openStore({ file });
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]!.page_count + 4)}`.execute(store.db);
  const fill = () =>
    store.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ name: 'small', value: 'x' }).execute();
      const value = 'x'.repeat(200_000);
      await trx.insertInto('settings').values({ name: 'large', value }).execute();
    });
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await store.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await fill();
  expect(await store.db.selectFrom('settings').select('name').execute()).toHaveLength(2);
  const check = await sql`pragma integrity_check`.execute(store.db);
  expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
  await store.close();
});

it('the store is readable by its owner only', async () => {
  const made = folder();
  const store = await openStore({ file: join(made, 'isobar.sqlite') });
  await store.db.insertInto('settings').values({ name: 'a', value: 'b' }).execute();
  for (const name of readdirSync(made))
    expect([name, statSync(join(made, name)).mode & 0o777]).toEqual([name, 0o600]);
  await store.close();
});

it('the store outlives a PostgreSQL server that cuts its connections', {
  timeout: 60_000,
}, async (context) => {
  const server = await startPostgresServer();
  if (!server) return context.skip('PostgreSQL is not installed');
  // A server that is set up to lose what it acknowledged: the store asks for more.
  const admin = await openStore({ url: server.url });
  await sql`alter system set synchronous_commit = off`.execute(admin.db);
  await sql`select pg_reload_conf()`.execute(admin.db);
  await admin.close();
  const store = await openStore({ url: server.url });
  const durable = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(
    store.db,
  );
  expect(durable.rows[0]?.synchronous_commit).toBe('on');
  const other = await openStore({ url: server.url });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null`.execute(
    other.db,
  );
  await sleep(200); // the cut arrives: without a listener it would end the process
  expect((await sql`select 1`.execute(store.db)).rows).toHaveLength(1);
  await Promise.all([store.close(), other.close()]);
  await server.stop();
});
