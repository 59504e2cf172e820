// What the hourly sweep takes away, and what it leaves alone.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptFolders } from './destinations/destinations.ts';
import { expireDeliveries, forgetJobs, sweepWorkspaces } from './sweep.ts';
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

it('scratch folders of orders that are not under way', async () => {
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
  await sweepWorkspaces({ db, blobs: house.blobs, home: house.home, log: house.worker.log });
  expect((await readdir(join(house.home, 'work'))).sort()).toEqual([String(waiting), 'notes']);
});

it('finished mails and clean-ups after ninety days, but no order', async () => {
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

it('what destinations keep of a delivery, when its days are over', async () => {
  const { personId, headers } = await house.signIn('ada');
  const { orderId } = (
    await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'))
  ).json();
  await house.work();
  const transfer = join(house.home, 'transfer', personId, `order-${orderId}`);
  expect(keptFolders(house.home, personId, orderId)).toEqual([transfer]);
  expect(existsSync(transfer)).toBe(true);
  const sweep = {
    db: house.store.db,
    blobs: house.blobs,
    home: house.home,
    log: house.worker.log,
  };
  const seconds = Math.floor(Date.now() / 1000);
  expect(await expireDeliveries(sweep, seconds)).toBe(0);
  expect(await expireDeliveries(sweep, seconds + 400 * 86_400)).toBe(1);
  expect(existsSync(transfer)).toBe(false);
});
