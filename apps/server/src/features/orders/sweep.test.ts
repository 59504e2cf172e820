// What the hourly sweep takes away, and what it leaves alone.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blobs } from '../../ports/blobs.ts';
import { keptFolders } from './destinations/destinations.ts';
import { expireDeliveries, forgetJobs, type Sweep, sweepWorkspaces } from './sweep.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

let house: OrderFixture;
beforeEach(async () => {
  house = await openOrderFixture();
  await addMetDays(house, 'sgpmetE13.b1', 1);
});
afterEach(() => house.close());

it('the sweep removes scratch folders of orders that are not under way', async () => {
  const { headers } = await house.signIn('ada');
  const order = async () =>
    (await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'))).json()
      .orderId;
  const complete = await order();
  await house.work();
  const waiting = await order();
  const cancelled = await order();
  await house.app.inject({
    method: 'POST',
    url: `/services/order/orders/cancel?orderId=${cancelled}`,
    headers,
  });
  for (const id of [complete, waiting, cancelled, 999_999, 'notes'])
    await mkdir(join(house.home, 'work', String(id), 'round-0'), { recursive: true });
  const { db } = house.store;
  await sweepWorkspaces({ db, home: house.home });
  expect((await readdir(join(house.home, 'work'))).sort()).toEqual([String(waiting), 'notes']);
});

it('the sweep removes finished mails and clean-ups after ninety days, but no order', async () => {
  const { headers } = await house.signIn('ada');
  await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'));
  await house.work();
  const kinds = async () =>
    (await house.store.db.selectFrom('jobs').select('kind').execute())
      .map((job) => job.kind)
      .sort();
  await forgetJobs(house.store.db, Date.now() + 89 * 86_400_000);
  expect(await kinds()).toEqual(['order', 'order-cleanup', 'order-mail']);
  await forgetJobs(house.store.db, Date.now() + 91 * 86_400_000);
  expect(await kinds()).toEqual(['order']);
});

const sweepOf = (blobs: Blobs = house.blobs): Sweep => ({
  db: house.store.db,
  blobs,
  home: house.home,
  log: house.worker.log,
  emptied: new Map(),
});
const DELIVERY_DAYS = 400 * 86_400;

async function delivered(name = 'ada') {
  const { personId, headers } = await house.signIn(name);
  const { orderId } = (
    await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'))
  ).json();
  await house.work();
  return {
    orderId: Number(orderId),
    transfer: join(house.home, 'transfer', personId, `order-${orderId}`),
    personId,
  };
}

it('the sweep removes what destinations keep of a delivery, when its days are over', async () => {
  const { personId, orderId, transfer } = await delivered();
  expect(keptFolders(house.home, personId, orderId)).toEqual([transfer]);
  expect(existsSync(transfer)).toBe(true);
  const seconds = Math.floor(Date.now() / 1000);
  expect(await expireDeliveries(sweepOf(), seconds)).toBe(0);
  expect(await expireDeliveries(sweepOf(), seconds + DELIVERY_DAYS)).toBe(1);
  expect(existsSync(transfer)).toBe(false);
});

it('the sweep removes what destinations keep of a delivery even where removing its files fails, and other deliveries too', async () => {
  const first = await delivered();
  const second = await delivered('bob');
  const later = Math.floor(Date.now() / 1000) + DELIVERY_DAYS;
  const cut = wrapped({
    removeAll: async (folder) => {
      await house.blobs.removeAll(folder);
      if (folder === String(first.orderId)) throw new Error('cut off');
    },
  });
  expect(await expireDeliveries(sweepOf(cut), later)).toBe(1);
  for (const { transfer } of [first, second]) expect(existsSync(transfer)).toBe(false);
  expect(await expireDeliveries(sweepOf(), later)).toBe(0);
});

it('the sweep lists the files of an expired order once, and again where the order expires again', async () => {
  const { orderId } = await delivered();
  const later = Math.floor(Date.now() / 1000) + DELIVERY_DAYS;
  const listed: string[] = [];
  const watched = wrapped({
    list: (folder) => {
      listed.push(folder);
      return house.blobs.list(folder);
    },
  });
  const sweep = sweepOf(watched);
  for (const removed of [1, 0, 0]) expect(await expireDeliveries(sweep, later)).toBe(removed);
  expect(listed).toEqual([String(orderId)]);
  await house.store.db
    .updateTable('orders')
    .set({ expires_at: later - 5 })
    .execute();
  await expireDeliveries(sweep, later);
  expect(listed).toEqual([String(orderId), String(orderId)]);
});

/** The blobs of the fixture, some of whose methods act otherwise. */
const wrapped = (acts: Partial<Blobs>): Blobs =>
  new Proxy(house.blobs, {
    get: (blobs, name) => Reflect.get(acts, name) ?? Reflect.get(blobs, name).bind(blobs),
  });
