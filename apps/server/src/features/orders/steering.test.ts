import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renewAccessToken } from '../../core/accounts/people.ts';
import { approveOrder, denyOrder, pauseOrder, resumeOrder } from './control.ts';
import { requestOf } from './testing/order-fixture.ts';
import { withOrders } from './testing/with-orders.ts';

const MET = 'sgpmetE13.b1';
const here = withOrders();
const { call, order, status } = here;
async function held(): Promise<number> {
  Object.assign(here.house.settings, { maximumOrderBytes: 10 });
  return await order();
}

it('cancelled while it is processed, and retried', async () => {
  const orderId = await order();
  expect((await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST')).json()).toEqual(
    {
      orderId,
    },
  );
  await here.house.work();
  expect(await status(orderId)).toMatchObject({
    curStep: 'ordhdlr',
    suspendReas: 'Cancelled',
    approveTime: null,
    actions: ['retry'],
  });
  expect(
    (await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST')).statusCode,
  ).toBe(409);
  expect((await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST')).statusCode).toBe(
    200,
  );
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ curStep: 'complete', suspendReas: null });
  expect((await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST')).statusCode).toBe(
    409,
  );
  expect(
    (await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST')).statusCode,
  ).toBe(409);
});

it('retried after it failed, and each failure and the completion are mailed', async () => {
  const orderId = await order();
  const names = await here.house.store.db.selectFrom('files').select('path').execute();
  const paths = names.map(({ path }) => join(here.house.archiveFolder, path));
  for (const path of paths) await rename(path, `${path}.away`);
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ actions: ['retry'] });
  const first = await here.house.mails();
  await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST');
  await here.house.work();
  const before = await here.house.mails();
  expect(before).toHaveLength(first.length + 1);
  for (const path of paths) await rename(`${path}.away`, path);
  await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST');
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ curStep: 'complete' });
  const sent = (await here.house.mails()).filter((name) => !before.includes(name));
  expect(sent).toHaveLength(1);
  expect(await here.house.readMail(sent[0] ?? '')).toMatch(/complete/i);
});

it('[O025] [O035] held for review, approved and completed', async () => {
  const orderId = await held();
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Oversize', approveTime: null });
  await approveOrder(here.house.store.db, orderId);
  await here.house.work();
  const done = await status(orderId);
  expect(done).toMatchObject({ curStep: 'complete', suspendReas: 'Oversize' });
  expect(Math.abs(Date.parse(done.approveTime) - Date.now())).toBeLessThan(600_000);
  await expect(approveOrder(here.house.store.db, orderId)).rejects.toMatchObject({
    code: 'conflict',
  });
});

it('denied for good', async () => {
  const orderId = await held();
  await denyOrder(here.house.store.db, orderId);
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Denied', actions: [] });
  for (const act of [approveOrder, denyOrder])
    await expect(act(here.house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
  expect((await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST')).statusCode).toBe(
    409,
  );
});

it('cancelled and retried without bypassing the review', async () => {
  const orderId = await held();
  await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST');
  for (const act of [approveOrder, denyOrder])
    await expect(act(here.house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
  await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST');
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Oversize', curStep: 'ordhdlr' });
});

it('cancelled after its approval waits for a new one when it is retried', async () => {
  const orderId = await held();
  const { db } = here.house.store;
  await approveOrder(db, orderId);
  await pauseOrder(db, orderId);
  await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST');
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Cancelled', approveTime: null });
  await here.house.work();
  await call(`orders/retry?orderId=${orderId}`, here.ada.headers, 'POST');
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Oversize', approveTime: null });
  await approveOrder(db, orderId);
  await denyOrder(db, orderId);
  expect(await status(orderId)).toMatchObject({ suspendReas: 'Denied', approveTime: null });
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ curStep: 'ordhdlr' });
});

it('paused and resumed by an operator', async () => {
  const orderId = await order();
  await pauseOrder(here.house.store.db, orderId);
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ curStep: 'ordhdlr' });
  await resumeOrder(here.house.store.db, orderId);
  await expect(resumeOrder(here.house.store.db, orderId)).rejects.toMatchObject({
    code: 'conflict',
  });
  await here.house.work();
  expect(await status(orderId)).toMatchObject({ curStep: 'complete' });
  await expect(pauseOrder(here.house.store.db, 1)).rejects.toMatchObject({ code: 'not-found' });
});

const reorder = (query: string, headers: Record<string, string> = here.ada.headers) =>
  here.house.app.inject({
    method: 'POST',
    url: `/services/order/orders/reorder?${query}`,
    headers,
  });

it('[P042] [O048] [A049] an order placed again is the same order under a new number, for a signed-in person', async () => {
  const first = await order(
    requestOf(MET, '2019-01-02', '2019-01-02', { variables: ['temp_mean'] }),
  );
  expect((await call(`orders/reorder?orderId=${first}`, {})).statusCode).toBe(401);
  const again = (await reorder(`orderId=${first}`)).json();
  expect(again.orderId).not.toBe(first);
  const rows = await here.house.store.db.selectFrom('orders').select('request').execute();
  const [a, b] = rows.map((row) => JSON.parse(row.request).selectedData);
  expect(b).toEqual(a);
});

it('an order placed again is one order for one key, and no other site places it', async () => {
  const first = await order();
  const query = `orderId=${first}&idempotencyKey=abcdefgh`;
  const [a, b] = await Promise.all([reorder(query), reorder(query)]);
  expect(a.json().orderId).toBe(b.json().orderId);
});

it('by GET only when this site asks, or a program with its token; never by HEAD', async () => {
  const orderId = await order();
  const token = await renewAccessToken(here.house.store.db, 'ada');
  const placed = async () =>
    Number(
      (
        await here.house.store.db
          .selectFrom('orders')
          .select((e) => e.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const ask = async (method: 'GET' | 'HEAD' | 'POST', headers: Record<string, string>) => {
    const before = await placed();
    const url = `/services/order/orders/reorder?orderId=${orderId}`;
    const { statusCode } = await here.house.app.inject({ method, url, headers });
    return [statusCode, (await placed()) - before];
  };
  const cookie = here.ada.headers;
  for (const proof of [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ])
    expect([proof, await ask('GET', { ...cookie, ...proof })]).toEqual([proof, [403, 0]]);
  for (const proof of [
    { 'sec-fetch-site': 'same-origin' },
    { referer: 'http://localhost:8080/discovery/', host: 'localhost:8080' },
    { origin: 'http://localhost:8080', host: 'localhost:8080' },
  ])
    expect([proof, await ask('GET', { ...cookie, ...proof })]).toEqual([proof, [200, 1]]);
  const bearer = { authorization: `Bearer ada:${token}` };
  expect(await ask('GET', bearer)).toEqual([200, 1]);
  const basic = Buffer.from(`ada:${token}`).toString('base64');
  expect(await ask('GET', { authorization: `Basic ${basic}` })).toEqual([200, 1]);
  expect(await ask('GET', { authorization: 'Bearer ada:wrong' })).toEqual([401, 0]);
  for (const headers of [{ ...cookie, 'sec-fetch-site': 'same-origin' }, bearer])
    expect(await ask('HEAD', headers)).toEqual([405, 0]);
  expect(await ask('POST', cookie)).toEqual([200, 1]);
  expect(await ask('POST', { ...cookie, referer: 'https://evil.example/' })).toEqual([403, 0]);
});

it('an order placed again can be what another person shared by its link', async () => {
  const first = await order();
  const { shareKey, selectedData } = (await call(`orders/shared?orderId=${first}`)).json();
  expect(selectedData.selectedDatastreams[0].datastream).toBe(MET);
  const seen = await call(`orders/shared?orderId=${first}&key=${shareKey}`, here.bob.headers);
  expect(seen.json().order).toMatchObject({ orderId: first, datastreams: [{ name: 'met' }] });
  const own = await here.house.store.db
    .selectFrom('orders')
    .select('request')
    .where('order_id', '=', first)
    .executeTakeFirstOrThrow();
  const request = JSON.stringify({
    ...JSON.parse(own.request),
    extraDestinations: ['ada/secret-project'],
  });
  await here.house.store.db
    .updateTable('orders')
    .set({ request })
    .where('order_id', '=', first)
    .execute();
  const again = await reorder(`orderId=${first}&key=${shareKey}`, here.bob.headers);
  expect(again.statusCode).toBe(200);
  const owner = await here.house.store.db
    .selectFrom('orders')
    .select(['person_id', 'request'])
    .where('order_id', '=', again.json().orderId)
    .executeTakeFirst();
  expect(owner?.person_id).toBe(here.bob.personId);
  // those are the other's folders
  expect(JSON.parse(owner?.request ?? '').extraDestinations).toEqual([]);
  const forged = await reorder(`orderId=${first}&key=${shareKey}x`, here.bob.headers);
  expect(forged.statusCode).toBe(404);
});
