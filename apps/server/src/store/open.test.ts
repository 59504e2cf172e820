// The store opens, migrates once, counts orders from 100001 and keeps what it acknowledged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { migrate, openStore } from './open.ts';
import type { Tables } from './tables.ts';

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
  step: 'ordhdlr',
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

it('opens SQLite with WAL, full synchronisation and orders from 100001, and again without loss', async () => {
  const file = join(folder(), 'isobar.sqlite');
  const first = await openStore({ file });
  const placed = await first.db
    .insertInto('orders')
    .values(order)
    .returning('order_id')
    .executeTakeFirstOrThrow();
  expect(placed.order_id).toBe(100_001);
  await first.close();
  const again = await openStore({ file });
  const kept = await again.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  expect(kept).toEqual({ ...order, order_id: 100_001 });
  await again.close();
});

it('makes the same tables on PostgreSQL', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: new PGlite() }) });
  await migrate(db, 'postgres');
  const placed = await db
    .insertInto('orders')
    .values(order)
    .returning('order_id')
    .executeTakeFirstOrThrow();
  expect(Number(placed.order_id)).toBe(100_001);
  await db.destroy();
});
