// The reports of an order over HTTP: who may see them, which spans and variables touch it, before
// and after the delivery.
import { orderReports } from '@isobar/contract/calls/quality.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../core/accounts/session.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { linkSigner } from '../orders/delivery/links.ts';
import { orderedLookUp } from '../orders/ordered.ts';
import { registerQuality } from './routes.ts';
import { addDatastream, MET, REPORTS, tablesWith } from './testing/reports.ts';

const links = linkSigner(new Uint8Array(32));
const LATER = 4_000_000_000;
let store: TemporaryStore;
let http: Http<Session>;
const orders: Record<string, number> = {};

beforeAll(async () => {
  store = await temporaryStore();
  await addDatastream(store.db, MET, ['temp_mean', 'rh_mean', 'rain']);
  const ordered = async (
    name: string,
    person: string,
    more: object,
    completed: number | null = null,
  ) => {
    const request = {
      selectedData: {
        selectedDatastreams: [{ datastream: MET, dqrFilter: ['incorrect'], ...more }],
        outputFormat: ['ANDR'],
      },
    };
    const row = await store.db
      .insertInto('orders')
      .values({
        person_id: person,
        order_date: 1_700_000_000,
        request: JSON.stringify(request),
        idempotency_key: name,
        step: 'complete',
        suspend_reason: null,
        approved_at: null,
        failure: null,
        file_count: 1,
        bytes: 1,
        progress: '{}',
        started_at: null,
        completed_at: completed,
        expires_at: null,
      })
      .returning('order_id')
      .executeTakeFirstOrThrow();
    orders[name] = Number(row.order_id);
  };
  const days = (startDate: string, endDate: string) => ({ dates: [{ startDate, endDate }] });
  await ordered(
    'january',
    'ada',
    { ...days('2020-01-01', '2020-01-31'), variables: ['rh_mean'] },
    1_700_000_100,
  );
  await ordered('clean', 'ada', days('2015-01-01', '2015-01-31'));
  await ordered('file', 'ada', { files: [`${MET}.20200110.000000.nc`] });
  await ordered('bens', 'ben', {});
  await store.db
    .insertInto('files')
    .values({
      datastream: MET,
      file_name: `${MET}.20200110.000000.nc`,
      path: 'x',
      size: 1,
      start_s: Date.UTC(2020, 0, 10) / 1000,
      end_s: Date.UTC(2020, 0, 11) / 1000 - 1,
      modified_ms: 0,
    })
    .execute();
  http = await createHttp<Session>({
    log: createLog('silent'),
    requestsPerMinute: 10_000,
    trustProxy: false,
    noSessionMessage: 'nobody',
    session: async (request) => {
      const name = request.headers['x-person'];
      return typeof name === 'string' ? ({ personId: name } as Session) : null; // all that is asked
    },
  });
  registerQuality(http, {
    db: store.db,
    tables: async () => tablesWith(REPORTS),
    elsewhere: undefined,
    orders: orderedLookUp(store.db, links),
  });
});
afterAll(async () => {
  await http.app.close();
  await store.close();
});

const get = (url: string, person: string | null = 'ada', accept = 'application/json') =>
  http.app.inject({
    url: `/services/dqr${url}`,
    headers: { accept, ...(person ? { 'x-person': person } : {}) },
  });
const reportsOf = async (name: string) => {
  const [only] = orderReports.parse((await get(`/order/${orders[name]}`)).json()).datastreams;
  return (only?.reports ?? []).map((one) => [
    one.dqrid,
    one.spans.map((s) => [s.metric, s.variables]),
  ]);
};

describe('what touches an order', () => {
  it('what touches an order is listed by datastream, with the variables that were ordered', async () => {
    expect(await reportsOf('january')).toEqual([['D200115.1', [['Suspect', ['rh_mean']]]]]);
    expect(await reportsOf('clean')).toEqual([]);
  });
  it('what touches an order goes by the times of named files', async () => {
    expect(await reportsOf('file')).toEqual([['D200115.1', [['Incorrect', ['rain']]]]]);
  });
  it('what touches an order says when an order was delivered, what it flags, and which reports came later', async () => {
    const before = orderReports.parse((await get(`/order/${orders.january}`)).json());
    expect(before.completedAt).toBe('2023-11-14T22:15:00Z');
    expect(before.datastreams[0]?.flagged).toEqual(['incorrect']);
    expect(before.datastreams[0]?.reports[0]?.since).toBe(false);
    await store.db
      .insertInto('quality_reports')
      .values({
        ...{ dqr_id: 'D200115.1', published: '[]', published_at: 1_700_000_200, withdrawn: null },
        ...{ proposal: null, state: 'published', version: 2, revision: 1, author_id: null },
        ...{ author_name: '', changed_at: 0, pending: null },
      })
      .execute();
    const after = orderReports.parse((await get(`/order/${orders.january}`)).json());
    expect(after.datastreams[0]?.reports[0]?.since).toBe(true);
    const touched = (await get('/report/D200115.1/orders')).json();
    expect(
      touched.orders.map((one: { orderId: number; since: boolean }) => [one.orderId, one.since]),
    ).toEqual([
      [orders.file, false],
      [orders.january, true],
    ]);
  });
  it('what touches an order comes as a table', async () => {
    const { body, headers } = await get(`/order/${orders.january}/reports.csv`);
    expect(headers['content-disposition']).toContain('attachment');
    expect(body.split('\r\n')[1]).toMatch(
      new RegExp(
        `^${orders.january},${MET},D200115.1,Suspect,2020-01-12T00:00:00Z,2020-01-20T00:00:00Z,rh_mean,no,`,
      ),
    );
  });
});

describe('who may see it', () => {
  it('its owner, and callers with its share link; for all others it does not exist', async () => {
    const path = `/order/${orders.bens}`;
    const key = (order: number | undefined) =>
      encodeURIComponent(links.sign('share', order ?? 0, LATER));
    expect((await get(path)).statusCode).toBe(404);
    expect((await get('/order/999999')).statusCode).toBe(404);
    expect((await get(path)).json().message).toBe(
      (await get('/order/999999')).json().message.replace('999999', String(orders.bens)),
    );
    expect((await get(path, null)).statusCode).toBe(401);
    expect((await get(path, 'ben')).statusCode).toBe(200);
    expect((await get(`${path}?key=${key(orders.bens)}`, null)).statusCode).toBe(200);
    expect((await get(`${path}?key=${key(orders.clean)}`, null)).statusCode).toBe(401);
    expect((await get(`${path}?key=${key(orders.clean)}`)).statusCode).toBe(404);
    expect(
      (
        await get(
          `${path}?key=${encodeURIComponent(links.sign('delivery', orders.bens ?? 0, LATER))}`,
        )
      ).statusCode,
    ).toBe(404);
    expect((await get('/report/D200115.1/orders', null)).statusCode).toBe(401);
    expect(
      (await get('/report/D200115.1/orders', 'ben'))
        .json()
        .orders.map((one: { orderId: number }) => one.orderId),
    ).toEqual([orders.bens]);
  });
  it.each(['abc', '0', '-1', '1.5', '%00'])(
    'the call for what touches an order refuses %s as a number',
    async (number) => {
      expect((await get(`/order/${number}`)).statusCode).toBe(400);
    },
  );
});

it('[O023] the link to the reports of an order leads from the orderID parameter to the page, and programs to what it shows', async () => {
  const page = await get(`?orderID=${orders.january}`, null, 'text/html');
  expect(page.headers.location).toBe(`/discovery/#/orderreport/${orders.january}`);
  const shared = await get(`/?orderID=${orders.january}&key=a.b`, null, 'text/html');
  expect(shared.headers.location).toBe(`/discovery/#/orderreport/${orders.january}?key=a.b`);
  const program = await get(`/?orderID=${orders.january}`);
  expect(program.headers.location).toBe(`/services/dqr/order/${orders.january}`);
});

it('the reports of an order name data whose name does not say what they are as their files do', async () => {
  const title = async () =>
    orderReports.parse((await get(`/order/${orders.january}`)).json()).datastreams[0]?.title;
  const before = await title();
  const row = store.db.updateTable('datastreams').where('datastream', '=', MET);
  await row.set({ title: 'Our roof' }).execute();
  expect([before === 'Our roof', await title()]).toEqual([false, 'Our roof']);
  await row.set({ title: '' }).execute();
  expect(await title()).toBe(before);
});
