// Folders of deliveries that are, or become, links: nothing is written where they lead, the order
// completes, and its owner is notified.
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blobs } from '../../../ports/blobs.ts';
import { type Customer, customerOf } from '../testing/customer.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const LED_AWAY = 'Its folder is a link to another one; nothing more was staged there.';
let house: OrderFixture;
let ada: Customer;
let names: string[];
let storms: string;
let secret: string;
beforeEach(async () => {
  house = await openOrderFixture();
  ada = await customerOf(house);
  names = await addMetDays(house, MET, 2);
  storms = join(house.home, 'notebooks', 'ada', 'storms');
  secret = join(house.home, 'notebooks', 'bob');
  await mkdir(storms, { recursive: true });
  await mkdir(secret, { recursive: true });
});
afterEach(() => house.close());

const place = (deliveryBits: number) =>
  ada.place({
    ...requestOf(MET, '2019-01-01', '2019-01-02'),
    ...{ deliveryBits, extraDestinations: ['storms'] },
  });
/**
 * Processes the order; `act` ends before any file of the notebook folder is copied, since they are
 * copied concurrently.
 */
async function workWhile(act: () => Promise<void>): Promise<void> {
  const { blobs } = house.worker;
  let acted: Promise<void> | undefined;
  const away: Partial<Blobs> = {
    localFolder: () => null,
    read: async (key, range) => {
      if (key.includes('/files/')) {
        acted ??= act();
        await acted;
      }
      return await blobs.read(key, range);
    },
  };
  Object.assign(house.worker, { blobs: { ...blobs, ...away } });
  await house.work();
  expect(acted).toBeDefined();
}

it('a link in the place of the folder is not followed', async () => {
  const orderId = await place(1 + 16);
  await symlink(secret, join(storms, `order-${orderId}`));
  await house.work();
  expect(await ada.status(orderId)).toMatchObject({
    ...{ curStep: 'complete', failure: null },
    missing: [{ file: 'storms', reason: LED_AWAY }],
  });
  expect(await readdir(secret)).toEqual([]);
  expect((await ada.filesOf(orderId)).names).toEqual(names);
});

it('a folder that leads nowhere takes no delivery', async () => {
  const orderId = await place(1 + 16);
  await symlink(join(secret, 'new'), join(storms, `order-${orderId}`));
  await house.work();
  expect((await ada.status(orderId)).missing).toEqual([{ file: 'storms', reason: LED_AWAY }]);
  expect(await readdir(secret)).toEqual([]);
});

it.each([
  ['the folder', (orderId: number) => join(storms, `order-${orderId}`)],
  ['the folder around it', () => storms],
])('%s may become a link while it is filled', async (_, of) => {
  const orderId = await place(1 + 16);
  const folder = of(orderId);
  await mkdir(join(secret, `order-${orderId}`));
  await workWhile(async () => {
    await rename(folder, `${folder}-before`);
    await symlink(secret, folder);
  });
  const { curStep, missing } = await ada.status(orderId);
  expect([curStep, missing]).toEqual(['complete', [{ file: 'storms', reason: LED_AWAY }]]);
  expect(await readdir(secret, { recursive: true })).toEqual([`order-${orderId}`]);
});

it('a file that is a link is replaced, and not what it leads to', async () => {
  const orderId = await place(1 + 16);
  const kept = join(secret, 'notes.txt');
  await writeFile(kept, 'of bob');
  await mkdir(join(storms, `order-${orderId}`));
  await symlink(kept, join(storms, `order-${orderId}`, names[0] ?? ''));
  await house.work();
  expect(await readFile(kept, 'utf8')).toBe('of bob');
  const original = await readFile(join(house.archiveFolder, names[0] ?? ''));
  const staged = await readFile(join(storms, `order-${orderId}`, names[0] ?? ''));
  expect(staged.equals(original)).toBe(true);
  expect((await ada.status(orderId)).missing).toEqual([]);
});

it('the folder of a transfer tool is no exception', async () => {
  const orderId = await place(1 + 8);
  const { person_id } = await house.store.db
    .selectFrom('people')
    .select('person_id')
    .executeTakeFirstOrThrow();
  const own = join(house.home, 'transfer', person_id);
  await mkdir(own, { recursive: true });
  await symlink(secret, join(own, `order-${orderId}`));
  await house.work();
  expect(await ada.status(orderId)).toMatchObject({
    ...{ curStep: 'complete', missing: [{ file: 'Bulk transfer', reason: LED_AWAY }] },
  });
  expect(await readdir(secret)).toEqual([]);
});
