// What happens to the deliveries of a user who deletes their account.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requirePerson } from '../../core/accounts/people.ts';
import { keptFolders } from './destinations/destinations.ts';
import { forgetOrdersOf } from './forget.ts';
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

it('deliveries of a deleted account are removed, those of other users stay, and orders that are running are not delivered', async () => {
  const order = async (headers: Record<string, string>) =>
    (await house.place(headers, requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-01'))).json()
      .orderId;
  const [ada, bob] = [await house.signIn('ada'), await house.signIn('bob')];
  const mine = await order(ada.headers);
  const theirs = await order(bob.headers);
  await house.work();
  const underWay = await order(ada.headers);
  const { db } = house.store;
  const { person_id } = await requirePerson(db, 'ada');
  const folders = keptFolders(house.home, person_id, mine);
  expect(folders).toContain(join(house.home, 'transfer', person_id, `order-${mine}`));
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'data.nc'), 'x');
  }
  await db.transaction().execute((trx) => forgetOrdersOf(trx, person_id));
  await house.work();
  const keys = async (orderId: number) => {
    const found: string[] = [];
    for await (const { key } of house.blobs.list(String(orderId))) found.push(key);
    return found;
  };
  expect(await keys(mine)).toEqual([]);
  expect(await keys(underWay)).toEqual([]);
  expect((await keys(theirs)).length).toBeGreaterThan(0);
  for (const folder of folders) expect(existsSync(folder)).toBe(false);
  expect(await readdir(join(house.home, 'transfer'))).not.toContain(person_id);
});
