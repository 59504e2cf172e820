import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renewAccessToken } from '../../core/accounts/people.ts';
import { approveOrder, denyOrder, pauseOrder, resumeOrder } from './control.ts';
import { orderCalls } from './testing/order-calls.ts';
import { addMetDays, type OrderHouse, openOrderHouse, requestOf } from './testing/order-house.ts';

const MET = 'sgpmetE13.b1';
let house: OrderHouse;
let ada: Awaited<ReturnType<OrderHouse['signIn']>>;
let bob: Awaited<ReturnType<OrderHouse['signIn']>>;

beforeEach(async () => {
  house = await openOrderHouse();
  ada = await house.signIn('ada');
  bob = await house.signIn('bob');
  await addMetDays(house, MET, 2);
});
afterEach(() => house.close());

const { call, order, status } = orderCalls(
  () => house,
  () => ada,
);
async function held(): Promise<number> {
  Object.assign(house.settings, { maximumOrderBytes: 10 });
  return await order();
}

describe('an order can be', () => {
  it('cancelled while it is under way, and begun anew', async () => {
    const orderId = await order();
    expect((await call(`orders/cancel?orderId=${orderId}`, ada.headers, 'POST')).json()).toEqual({
      orderId,
    });
    await house.work();
    expect(await status(orderId)).toMatchObject({
      curStep: 'ordhdlr',
      suspendReas: 'Cancelled',
      approveTime: null,
      actions: ['retry'],
    });
    expect((await call(`orders/cancel?orderId=${orderId}`, ada.headers, 'POST')).statusCode).toBe(
      409,
    );
    expect((await call(`orders/retry?orderId=${orderId}`, ada.headers, 'POST')).statusCode).toBe(
      200,
    );
    await house.work();
    expect(await status(orderId)).toMatchObject({ curStep: 'complete', suspendReas: null });
    expect((await call(`orders/retry?orderId=${orderId}`, ada.headers, 'POST')).statusCode).toBe(
      409,
    );
    expect((await call(`orders/cancel?orderId=${orderId}`, ada.headers, 'POST')).statusCode).toBe(
      409,
    );
  });

  it('[O025] [O035] held for review, approved and completed', async () => {
    const orderId = await held();
    await house.work();
    expect(await status(orderId)).toMatchObject({ suspendReas: 'Oversize', approveTime: null });
    await approveOrder(house.store.db, orderId);
    await house.work();
    const done = await status(orderId);
    expect(done).toMatchObject({ curStep: 'complete', suspendReas: 'Oversize' });
    expect(Math.abs(Date.parse(done.approveTime) - Date.now())).toBeLessThan(600_000);
    await expect(approveOrder(house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('denied for good', async () => {
    const orderId = await held();
    await denyOrder(house.store.db, orderId);
    await house.work();
    expect(await status(orderId)).toMatchObject({ suspendReas: 'Denied', actions: [] });
    for (const act of [approveOrder, denyOrder])
      await expect(act(house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
    expect((await call(`orders/retry?orderId=${orderId}`, ada.headers, 'POST')).statusCode).toBe(
      409,
    );
  });

  it('cancelled and begun anew without a way round the review', async () => {
    const orderId = await held();
    await call(`orders/cancel?orderId=${orderId}`, ada.headers, 'POST');
    for (const act of [approveOrder, denyOrder])
      await expect(act(house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
    await call(`orders/retry?orderId=${orderId}`, ada.headers, 'POST');
    await house.work();
    expect(await status(orderId)).toMatchObject({ suspendReas: 'Oversize', curStep: 'ordhdlr' });
  });

  it('paused and resumed by an operator', async () => {
    const orderId = await order();
    await pauseOrder(house.store.db, orderId);
    await house.work();
    expect(await status(orderId)).toMatchObject({ curStep: 'ordhdlr' });
    await resumeOrder(house.store.db, orderId);
    await expect(resumeOrder(house.store.db, orderId)).rejects.toMatchObject({ code: 'conflict' });
    await house.work();
    expect(await status(orderId)).toMatchObject({ curStep: 'complete' });
    await expect(pauseOrder(house.store.db, 1)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('an order again', () => {
  const reorder = (query: string, headers: Record<string, string> = ada.headers) =>
    house.app.inject({ method: 'POST', url: `/services/order/orders/reorder?${query}`, headers });

  it('[P042] [O048] [A049] is the same order under a new number, for a signed-in person', async () => {
    const first = await order(
      requestOf(MET, '2019-01-02', '2019-01-02', { variables: ['temp_mean'] }),
    );
    expect((await call(`orders/reorder?orderId=${first}`, {})).statusCode).toBe(401);
    const again = (await reorder(`orderId=${first}`)).json();
    expect(again.orderId).not.toBe(first);
    const rows = await house.store.db.selectFrom('orders').select('request').execute();
    const [a, b] = rows.map((row) => JSON.parse(row.request).selectedData);
    expect(b).toEqual(a);
  });

  it('is one order for one key, and no other site places it', async () => {
    const first = await order();
    const query = `orderId=${first}&idempotencyKey=abcdefgh`;
    const [a, b] = await Promise.all([reorder(query), reorder(query)]);
    expect(a.json().orderId).toBe(b.json().orderId);
  });

  it('by GET only when this site asks, or a program with its token; never by HEAD', async () => {
    const orderId = await order();
    const token = await renewAccessToken(house.store.db, 'ada');
    const placed = async () =>
      Number(
        (
          await house.store.db
            .selectFrom('orders')
            .select((e) => e.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const ask = async (method: 'GET' | 'HEAD' | 'POST', headers: Record<string, string>) => {
      const before = await placed();
      const url = `/services/order/orders/reorder?orderId=${orderId}`;
      const { statusCode } = await house.app.inject({ method, url, headers });
      return [statusCode, (await placed()) - before];
    };
    const cookie = ada.headers;
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

  it('can be what another person shared by its link', async () => {
    const first = await order();
    const { shareKey, selectedData } = (await call(`orders/shared?orderId=${first}`)).json();
    expect(selectedData.selectedDatastreams[0].datastream).toBe(MET);
    const seen = await call(`orders/shared?orderId=${first}&key=${shareKey}`, bob.headers);
    expect(seen.json().order).toMatchObject({ orderId: first, datastreams: [{ name: 'met' }] });
    const own = await house.store.db
      .selectFrom('orders')
      .select('request')
      .where('order_id', '=', first)
      .executeTakeFirstOrThrow();
    const request = JSON.stringify({
      ...JSON.parse(own.request),
      extraDestinations: ['ada/secret-project'],
    });
    await house.store.db
      .updateTable('orders')
      .set({ request })
      .where('order_id', '=', first)
      .execute();
    const again = await reorder(`orderId=${first}&key=${shareKey}`, bob.headers);
    expect(again.statusCode).toBe(200);
    const owner = await house.store.db
      .selectFrom('orders')
      .select(['person_id', 'request'])
      .where('order_id', '=', again.json().orderId)
      .executeTakeFirst();
    expect(owner?.person_id).toBe(bob.personId);
    expect(JSON.parse(owner?.request ?? '').extraDestinations).toEqual([]); // those are the other's folders
    const forged = await reorder(`orderId=${first}&key=${shareKey}x`, bob.headers);
    expect(forged.statusCode).toBe(404);
  });
});
