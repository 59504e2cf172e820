// A power failure at every point of an order: once its number was returned, the order completes
// without loss; and none of its flushes can be spared.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { blobKey, readManifest } from '../features/orders/delivery/manifest.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../features/orders/testing/order-fixture.ts';
import { workOff } from '../roles/worker.ts';
import { openStore } from '../store/open.ts';
import { everyCut, notMissed, SHOWN_BY } from './every-cut.ts';

vi.mock('../platform/files/disk.ts', async (original) => {
  const { withSites } = await import('../platform/testing/disk-sites.ts');
  return withSites(await original<typeof import('../platform/files/disk.ts')>());
});

let house: OrderFixture;
beforeAll(async () => {
  house = await openOrderFixture('sqlite');
});
afterAll(() => house.close());

/** Completing an order takes a while, so at most this many moments are tried. */
const MOST = 30;
const MOST_COPIED = 12;
const COPIED = ['features/orders/steps/copy-unit.ts'];
const EXTRACTED = SHOWN_BY.order.filter((file) => !COPIED.includes(file));

it('an acknowledged order completes after a power failure at any point', async () => {
  const durable = await sql<{ synchronous: number }>`pragma synchronous`.execute(house.store.db);
  // a commit is on the disk: what is seen at a moment survives it
  expect(durable.rows).toEqual([{ synchronous: 2 }]);
  await cutWhile({ variables: ['temp_mean'] }, MOST, EXTRACTED);
});

it('so does one of whole files', () => cutWhile({}, MOST_COPIED, COPIED));

async function cutWhile(selected: object, most: number, files: readonly string[]): Promise<void> {
  await house.store.empty();
  await addMetDays(house, 'sgpmetE13.b1', 2);
  const { headers } = await house.signIn('ada');
  const reader = new SQLite(house.database, { readonly: true });
  let acknowledged: number | null = null;
  await everyCut({
    root: house.home,
    mark: () => ({ store: reader.serialize(), acknowledged }),
    most,
    files,
    async act() {
      const reply = await house.place(
        headers,
        requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02', selected),
      );
      acknowledged = reply.json().orderId as number;
      await workOff(house.worker);
    },
    async look(at, known, where) {
      if (known.acknowledged !== null) await completes(at, known.store, known.acknowledged, where);
    },
  });
  reader.close();
}

it('an order is lost or damaged when any one flush or rename is left out', () => {
  expect(notMissed(SHOWN_BY.order)).toEqual([]);
});

async function completes(at: string, bytes: Buffer, orderId: number, where: string) {
  const file = join(at, 'isobar.sqlite');
  writeFileSync(file, bytes);
  const store = await openStore({ file });
  try {
    const blobs = await openDiskBlobs(join(at, 'deliveries'));
    const step = async () =>
      (await store.db.selectFrom('orders').select(['step', 'failure']).executeTakeFirst()) ?? null;
    if ((await step())?.step !== 'complete') {
      const settings = { ...house.settings, home: at };
      await store.db
        .updateTable('jobs')
        .set({ heartbeat_ms: 0 })
        .where('state', '=', 'running')
        .execute();
      await workOff({ ...house.worker, store, blobs, settings });
    }
    expect(await step(), where).toEqual({ step: 'complete', failure: null });
    const manifest = await readManifest(blobs, orderId);
    expect(manifest?.files.length, where).toBeGreaterThan(2);
    for (const { name, sha256 } of manifest?.files ?? []) {
      const content = await buffer(await blobs.read(blobKey(orderId, name)));
      const sum = createHash('sha256').update(content).digest('hex');
      expect(sum, `${where}: ${name}`).toBe(sha256);
    }
  } finally {
    await store.close();
  }
}
