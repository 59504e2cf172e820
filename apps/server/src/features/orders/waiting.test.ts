// What holds an order up is shown to its owner while it lasts, and taken back when the order goes
// on.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../roles/worker.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
let house: OrderFixture;
beforeEach(async () => {
  house = await openOrderFixture();
  await addMetDays(house, MET, 1);
});
afterEach(() => house.close());

it.each([
  ['ENOSPC', 'Your order is waiting for disk space for deliveries.'],
  ['ECONNREFUSED', 'Your order is waiting for a service that does not answer at the moment.'],
])('an order that finds %s reports it in its status, and then continues', async (code, words) => {
  const { headers } = await house.signIn('ada');
  const placed = await house.place(
    headers,
    requestOf(MET, '2019-01-01', '2019-01-01', { variables: ['temp_mean'] }),
  );
  const { orderId } = placed.json();
  const status = async () =>
    (await house.app.inject({ url: `/services/order/status/${orderId}`, headers })).json();
  let hinders = true;
  const worker = {
    ...house.worker,
    blobs: {
      ...house.blobs,
      putFile: (key: string, path: string) =>
        hinders
          ? Promise.reject(Object.assign(new Error(`no such thing at ${path}`), { code }))
          : house.blobs.putFile(key, path),
    },
  };
  expect((await status()).waiting).toBeNull();
  await workOff(worker);
  const held = await status();
  expect(held).toMatchObject({ failure: null, secondsLeft: null });
  expect(held.waiting).toContain(words);
  expect(held.waiting).not.toContain(house.folder);
  hinders = false;
  await house.store.db.updateTable('jobs').set({ run_at_ms: 0 }).execute();
  await workOff(worker);
  expect(await status()).toMatchObject({ curStep: 'complete', waiting: null });
});

it('an order for which there is no room reports it at once, before a worker claims it and before anything is read', async () => {
  const { headers } = await house.signIn('ada');
  const { room } = house.blobs;
  house.blobs.room = async () => 5e3;
  const placed = await house.place(headers, requestOf(MET, '2019-01-01', '2019-01-01'));
  const { orderId, message } = placed.json();
  const words = 'Your order is waiting for disk space for deliveries.';
  expect(message).toContain(words);
  expect(message).not.toContain('It will be fulfilled within');
  const status = async () =>
    (await house.app.inject({ url: `/services/order/status/${orderId}`, headers })).json();
  expect(await status()).toMatchObject({
    curStep: 'ordhdlr',
    failure: null,
    secondsLeft: null,
    waiting: expect.stringContaining(words),
  });
  const opened: string[] = [];
  const { archive } = house.worker;
  const open = (path: string) => {
    opened.push(path);
    return archive.open(path);
  };
  await workOff({ ...house.worker, archive: { ...archive, open } });
  expect(opened).toEqual([]);
  expect((await status()).waiting).toContain(words);
  house.blobs.room = room;
  await house.store.db.updateTable('jobs').set({ run_at_ms: 0 }).execute();
  await workOff(house.worker);
  expect(await status()).toMatchObject({ curStep: 'complete', waiting: null });
});

it('a waiting order asks for room for what will be delivered: whole files in each format, nothing of chosen variables', async () => {
  const { headers } = await house.signIn('ada');
  const order = async (selected: object, outputFormat: string[]) => {
    const payload = requestOf(MET, '2019-01-01', '2019-01-01', selected, { outputFormat });
    const url = '/services/order/orders/create';
    const reply = await house.app.inject({ method: 'POST', url, headers, payload });
    return reply.json<{ message: string }>().message.includes('waiting for disk space');
  };
  const { size } = await house.store.db
    .selectFrom('files')
    .select('size')
    .executeTakeFirstOrThrow();
  house.blobs.room = async () => 1e6 + 2 * Number(size) - 1;
  expect(await order({}, ['ANDR'])).toBe(false);
  expect(await order({}, ['ANDR', 'NCSV'])).toBe(true);
  expect(await order({ variables: ['temp_mean'] }, ['ANDR', 'NCSV'])).toBe(false);
  house.blobs.room = async () => null;
  expect(await order({}, ['ANDR', 'NCSV'])).toBe(false);
});
