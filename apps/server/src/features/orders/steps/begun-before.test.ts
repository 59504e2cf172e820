// Orders that were begun before: leftovers of an earlier run or round are neither delivered nor
// mistaken for the real thing.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Blobs } from '../../../ports/blobs.ts';
import { readManifest } from '../delivery/manifest.ts';
import { openedForEach } from '../testing/opened-for-each.ts';
import { requestOf } from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach(2);

const order = () => here.ada.place(requestOf(MET, '2019-01-01', '2019-01-02'));

async function keysOf(orderId: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of here.house.blobs.list(String(orderId))) keys.push(key);
  return keys;
}

/** Work done by a worker that has these blobs. */
async function workWith(changed: Partial<Blobs>): Promise<void> {
  const { blobs } = here.house.worker;
  Object.assign(here.house.worker, { blobs: { ...blobs, ...changed } });
  try {
    await here.house.work();
  } finally {
    Object.assign(here.house.worker, { blobs });
  }
}

it('a stored file of a different size is stored again', async () => {
  const orderId = await order();
  const torn = new Set<string>();
  await workWith({
    // As if a power cut in an earlier run of the step had left a file on disk with only part of its
    // bytes.
    stat: async (key) => {
      if (key.endsWith('.cdf') && !torn.has(key)) {
        torn.add(key);
        await here.house.blobs.put(key, 'CDF');
      }
      return here.house.blobs.stat(key);
    },
  });
  expect(torn.size).toBe(2);
  for (const name of here.names) {
    const delivered = await here.house.blobs.localFolder(`${orderId}/files/${name}`);
    const original = await readFile(join(here.house.archiveFolder, name));
    expect((await readFile(delivered ?? '')).equals(original)).toBe(true);
  }
});

it('files that an earlier attempt at an order left are removed', async () => {
  const orderId = await order();
  await here.house.blobs.put(`${orderId}/files/of-a-former-round.nc`, 'old');
  await here.house.blobs.put(`${orderId}/kept-elsewhere.txt`, 'old');
  await here.house.work();
  const keys = await keysOf(orderId);
  expect(keys).toEqual(
    expect.arrayContaining(here.names.map((name) => `${orderId}/files/${name}`)),
  );
  expect(keys.filter((key) => /former|elsewhere/.test(key))).toEqual([]);
  const manifest = await readManifest(here.house.blobs, orderId);
  expect(manifest?.files.some(({ name }) => name.includes('former'))).toBe(false);
});

it('the moment when it was first begun is kept, whatever is tried again', async () => {
  const orderId = await order();
  const startedAt = async () => {
    const row = await here.house.store.db
      .selectFrom('orders')
      .select(['started_at', 'step'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return [row.step, row.started_at === null ? null : Number(row.started_at)];
  };
  expect((await startedAt())[1]).toBeNull();
  await here.house.store.db
    .updateTable('orders')
    .set({ started_at: 1_500_000_000 })
    .where('order_id', '=', orderId)
    .execute();
  await here.house.work();
  expect(await startedAt()).toEqual(['complete', 1_500_000_000]);
  const other = await order();
  await here.house.work();
  const { started_at } = await here.house.store.db
    .selectFrom('orders')
    .select('started_at')
    .where('order_id', '=', other)
    .executeTakeFirstOrThrow();
  expect(Number(started_at)).toBeGreaterThan(1_500_000_000);
});
