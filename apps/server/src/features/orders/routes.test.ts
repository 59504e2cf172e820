// Following orders over HTTP: status, events, history.

import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { requestOf } from './testing/order-fixture.ts';
import { withOrders } from './testing/with-orders.ts';

const MET = 'sgpmetE13.b1';
const here = withOrders();
const { call, order, status } = here;

it('[P040] [O025] [O033] the status has the codes of the specification and what a person wants to know', async () => {
  const orderId = await order();
  expect(await status(orderId)).toMatchObject({
    orderId,
    curStep: 'ordhdlr',
    suspendReas: null,
    approveTime: null,
    failure: null,
    queuePlace: 0,
    actions: ['cancel'],
    delivery: null,
    progress: { filesTotal: 2, filesDone: 0 },
  });
  await here.house.work();
  const done = await status(orderId);
  expect(done).toMatchObject({
    curStep: 'complete',
    queuePlace: null,
    secondsLeft: null,
    actions: [],
  });
  expect(done.delivery).toMatchObject({
    url: `/services/order/delivery/${orderId}/`,
    zipUrl: `/services/order/delivery/${orderId}/all.zip`,
    fileCount: 2,
  });
  const [entry] = (await call('orders/history')).json().orderHistoryResponses;
  const { fileCount: files, bytes } = done.delivery;
  expect([entry.expires, entry.expired]).toEqual([done.delivery.expires, false]);
  expect(entry.delivered).toEqual({ files, bytes }); // the total is that of the sources
  const days = (Date.parse(done.delivery.expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

it('the status tells the place in the queue, and after the first order how long it may take', async () => {
  await order();
  await here.house.work();
  await order(undefined, here.bob.headers);
  const mine = await order();
  const reply = await status(mine);
  expect(reply.queuePlace).toBe(1);
  expect(reply.secondsLeft).toBeGreaterThan(0);
});

it('the status is hidden from other users', async () => {
  const orderId = await order();
  for (const path of [
    `status/${orderId}`,
    `status/${orderId}/events`,
    `orders/shared?orderId=${orderId}`,
  ]) {
    expect((await call(path, here.bob.headers)).statusCode).toBe(404);
    expect((await call(path, {})).statusCode).toBe(401);
  }
  for (const act of ['cancel', 'retry', 'reorder'])
    expect(
      (await call(`orders/${act}?orderId=${orderId}`, here.bob.headers, 'POST')).statusCode,
    ).toBe(404);
  expect((await call('status/999999')).statusCode).toBe(404);
  expect((await call('status/abc')).statusCode).toBe(400);
});

it('the status comes as events until the order is complete', async () => {
  const orderId = await order();
  const reply = await here.house.app.inject({
    url: `/services/order/status/${orderId}/events`,
    headers: here.ada.headers,
    payloadAsStream: true,
  });
  expect(reply.headers['content-type']).toContain('text/event-stream');
  let body = '';
  let worked: Promise<void> | undefined;
  for await (const piece of reply.stream()) {
    body += piece;
    // nothing happens before the first status is seen
    if (body.includes('data: ')) worked ??= here.house.work();
  }
  await worked;
  const seen = body
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice(6)));
  expect(seen[0]).toMatchObject({ orderId, curStep: 'ordhdlr' });
  expect(seen.at(-1)).toMatchObject({ curStep: 'complete' });
});

it('the status comes as events over a real connection, one that goes on while nothing changes', async () => {
  const orderId = await order();
  await here.house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = here.house.app.server.address() as AddressInfo; // listening on TCP
  const leave = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/services/order/status/${orderId}/events`, {
    headers: { ...here.ada.headers, 'accept-encoding': 'gzip, br' },
    signal: leave.signal,
  });
  expect(reply.headers.get('content-encoding')).toBeNull();
  let text = '';
  const reading = (async () => {
    for await (const chunk of reply.body!) text += Buffer.from(chunk).toString();
  })();
  await until(() => text.includes('"curStep":"ordhdlr"'));
  await sleep(2500);
  expect(text.match(/data:/g)).toHaveLength(1);
  await call(`orders/cancel?orderId=${orderId}`, here.ada.headers, 'POST');
  await until(() => text.includes('"suspendReas":"Cancelled"'));
  leave.abort();
  await expect(reading).rejects.toThrow();
});

it('[P044] [O002] [O024] [O056] the history has the orders of the person with what was ordered, newest first', async () => {
  here.house.setTables({
    'datastream-classes.csv': [{ datastream_class: 'met', instrument_class_code: 'met' }],
    'instrument-classes.csv': [
      {
        instrument_class_code: 'met',
        instrument_class_name: 'Surface Meteorological Instrumentation',
        instrument_category_codes: 'sfcmet',
      },
    ],
    'instrument-categories.csv': [
      { instrument_category_code: 'sfcmet', instrument_category_name: 'Surface Meteorology' },
    ],
  });
  const first = await order();
  const second = await order(requestOf(MET, '2019-01-02', '2019-01-02'));
  await order(undefined, here.bob.headers);
  const { orderHistoryResponses: all } = (await call('orders/history')).json();
  expect(all.map((entry: { orderId: number }) => entry.orderId)).toEqual([second, first]);
  expect(all[0]).toMatchObject({
    orderId: second,
    curStep: 'ordhdlr',
    totalFileCount: 1,
    delivered: null,
    expires: null,
    expired: false,
    datastreams: [
      {
        category: 'Surface Meteorology',
        facility: 'E13',
        site: 'sgp',
        name: 'met',
        title: 'Surface Meteorological Instrumentation',
        sourceInstrument: 'met',
        dataLevels: [
          {
            datastream: MET,
            dataLevel: 'b1',
            startDate: '2019-01-02T00:00:00Z',
            endDate: '2019-01-02T23:59:59Z',
          },
        ],
      },
    ],
  });
  expect(Math.abs(Date.parse(all[0].orderDate) - Date.now())).toBeLessThan(600_000);
  const { size } = await here.house.store.db
    .selectFrom('files')
    .select('size')
    .where('datastream', '=', MET)
    .where('start_s', '=', Date.UTC(2019, 0, 2) / 1000)
    .executeTakeFirstOrThrow();
  expect(all[0].totalFileSize).toBe(size);
  expect([all[1].totalFileCount, all[1].totalFileSize > size]).toEqual([2, true]);
  const long = Math.floor(Date.now() / 1000) - 10 * 86_400;
  await here.house.store.db
    .updateTable('orders')
    .set({ order_date: long })
    .where('order_id', '=', first)
    .execute();
  const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const recent = (await call(`orders/history?orderDate=${week}`)).json().orderHistoryResponses;
  expect(recent.map((entry: { orderId: number }) => entry.orderId)).toEqual([second]);
  expect((await call('orders/history?orderDate=yesterday')).statusCode).toBe(400);
  expect((await call('orders/history', {})).statusCode).toBe(401);
});

it('[O014] the history is empty for a new person', async () => {
  expect((await call('orders/history')).json()).toEqual({ orderHistoryResponses: [] });
});

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !done(); i++) await sleep(25);
  expect(done()).toBe(true);
}
