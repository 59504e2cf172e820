// Placing orders over HTTP: each form of a request, each rule again on the server, one transaction,
// one order per key.
import { EMPTY_CART, NO_FILES, NO_FORMAT, tooManyFiles } from '@isobar/contract/orders/check.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addFile,
  addMetDays,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
let house: OrderFixture;
let ada: Awaited<ReturnType<OrderFixture['signIn']>>;
let names: string[];

beforeAll(async () => {
  house = await openOrderFixture();
  ada = await house.signIn('ada');
  names = await addMetDays(house, MET, 3);
  await addFile(house, 'sgpmetE13.00.20190101.000000.raw.dat', 'raw bytes', {
    datastream: 'sgpmetE13.00',
    start: JANUARY_1,
    end: JANUARY_1 + 86_399,
  });
});
afterAll(() => house.close());

const create = (payload: object, headers: object = ada.headers) =>
  house.app.inject({
    method: 'POST',
    url: '/services/order/orders/create',
    headers: headers as Record<string, string>,
    payload,
  });
const stored = async (orderId: number) => ({
  order: await house.store.db
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow(),
  jobs: await house.store.db
    .selectFrom('jobs')
    .selectAll()
    .where('subject', '=', String(orderId))
    .execute(),
});

it('[O001] [O003] an order is stored and queued when its number is answered', async () => {
  const reply = await create(requestOf(MET, '2019-01-01', '2019-01-02'));
  expect(reply.statusCode).toBe(200);
  const { orderId, message } = reply.json();
  expect(orderId).toBeGreaterThan(100_000);
  const { order, jobs } = await stored(orderId);
  expect(order).toMatchObject({
    person_id: ada.personId,
    step: 'ordhdlr',
    suspend_reason: null,
    file_count: 2,
  });
  expect(jobs).toMatchObject([{ kind: 'order', state: 'waiting', step: 'retrieve' }]);
  expect(message).toContain(String(orderId));
});

it('[O004] [O070] an order comes with a receipt that tells when and where the files will be', async () => {
  const { message } = (await create(requestOf(MET, '2019-01-01', '2019-01-01'))).json();
  expect(message).toMatch(/It will be fulfilled within \d+ (seconds|minutes?)\./);
  expect(message).toContain('A confirmation message will say where to fetch the files');
});

it('[P041] [O026] [O027] an order is taken as urlencoded form data with JSON parts', async () => {
  const { selectedData } = requestOf(MET, '2019-01-01 06:00:00', '2019-01-02 12:00:00', {
    scanNames: [],
    files: [],
    variables: ['temp_mean'],
    dqrFilter: ['incorrect'],
    qcFilter: true,
    epochCode: 'cold',
  });
  const form = new URLSearchParams({
    selectedData: JSON.stringify({ ...selectedData, mergedOutput: true, maxMb: 2048 }),
    deliveryBits: '13',
    personId: ada.personId,
    sendConfEmail: 'false',
    extraDestinations: '[]',
  });
  const reply = await house.place(
    { ...ada.headers, 'content-type': 'application/x-www-form-urlencoded' },
    form.toString(),
  );
  expect(reply.statusCode).toBe(200);
  const { order } = await stored(reply.json().orderId);
  expect(JSON.parse(order.request)).toMatchObject({
    selectedData: {
      mergedOutput: true,
      maxMb: 2048,
      selectedDatastreams: [
        { variables: ['temp_mean'], dqrFilter: ['incorrect'], qcFilter: true, epochCode: 'cold' },
      ],
    },
    deliveryBits: 13,
    sendConfEmail: false,
  });
});

it('[P041] [O026] [O060] an order is taken as multipart form data; an empty maxMb means no concatenation', async () => {
  const form = new FormData();
  const { selectedData } = requestOf(MET, '2019-01-01', '2019-01-01');
  form.set(
    'selectedData',
    JSON.stringify({ ...selectedData, maxMb: '', outputFormat: 'ANDR,NCSV' }),
  );
  form.set('deliveryBits', '5');
  const body = new Response(form);
  const reply = await house.place(
    { ...ada.headers, 'content-type': body.headers.get('content-type') ?? '' },
    Buffer.from(await body.arrayBuffer()),
  );
  expect(reply.statusCode).toBe(200);
  const request = JSON.parse((await stored(reply.json().orderId)).order.request);
  expect(request).toMatchObject({ deliveryBits: 5 });
  expect(request.selectedData).toMatchObject({
    maxMb: null,
    mergedOutput: false,
    outputFormat: ['ANDR', 'NCSV'],
  });
});

it('an order is one order, however often and how fast a submit is repeated', async () => {
  const request = { ...requestOf(MET, '2019-01-01', '2019-01-01'), idempotencyKey: 'key-12345' };
  const replies = await Promise.all([create(request), create(request), create(request)]);
  expect(new Set(replies.map((reply) => reply.json().orderId)).size).toBe(1);
  const bob = await house.signIn('bob');
  expect((await create(request, bob.headers)).json().orderId).not.toBe(replies[0]!.json().orderId);
});

it('an order is refused with 422 when an idempotency key comes with a different request, also at the same moment', async () => {
  const first = { ...requestOf(MET, '2019-01-01', '2019-01-01'), idempotencyKey: 'key-of-two' };
  const { orderId } = (await create(first)).json();
  for (const other of [
    { ...first, sendConfEmail: false },
    { ...requestOf(MET, '2019-01-01', '2019-01-02'), idempotencyKey: 'key-of-two' },
  ]) {
    const reply = await create(other);
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'key-reused']);
    expect(reply.json().message).toContain(`order ${orderId}`);
  }
  const { selectedData, ...rest } = first;
  const turned = { ...rest, selectedData: { ...selectedData, mergedOutput: undefined } };
  expect((await create(turned)).json().orderId).toBe(orderId); // what is left out is the default
  const race = (days: string) =>
    create({ ...requestOf(MET, '2019-01-01', days), idempotencyKey: 'key-of-race' });
  const both = await Promise.all([race('2019-01-01'), race('2019-01-02')]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
});

it('[O064] an order that names no destination is delivered to download page, data server and bulk transfer', async () => {
  const { orderId } = (await create(requestOf(MET, '2019-01-01', '2019-01-01'))).json();
  expect(JSON.parse((await stored(orderId)).order.request).deliveryBits).toBe(1 + 4 + 8);
});

const refused = async (payload: object, message: RegExp | string, code = 'invalid-order') => {
  const before = await house.store.db.selectFrom('orders').select('order_id').execute();
  const reply = await create(payload);
  expect(reply.json()).toMatchObject({ code });
  if (typeof message === 'string') expect(reply.json().message).toBe(message);
  else expect(reply.json().message).toMatch(message);
  const after = await house.store.db.selectFrom('orders').select('order_id').execute();
  expect(after).toHaveLength(before.length);
  return reply;
};

it('[A015] an order without a session', async () => {
  const reply = await create(requestOf(MET, '2019-01-01', '2019-01-01'), {});
  expect(reply.statusCode).toBe(401);
  expect(reply.json().message).toBe(
    'Invalid session, no ticket provided, no username/password provided',
  );
});

it('an order for a different user', async () => {
  const payload = { ...requestOf(MET, '2019-01-01', '2019-01-01'), personId: 'someone' };
  await refused(payload, /for yourself/, 'forbidden');
});

it('an unknown datastream', async () => {
  const reply = await refused(
    requestOf('sgpmetE99.b1', '2019-01-01', '2019-01-01'),
    'There is no datastream sgpmetE99.b1 in this archive.',
  );
  expect(reply.statusCode).toBe(400);
  expect(reply.json().details[0].path).toBe('selectedData.selectedDatastreams.0.datastream');
});

it('reversed dates and what is no date', async () => {
  await refused(requestOf(MET, '2019-01-02', '2019-01-01'), /starts after it ends/);
  await refused(requestOf(MET, '2019-02-30', '2019-03-01'), /is no date/);
});

it('dates outside of what there is', async () => {
  await refused(requestOf(MET, '2018-01-01', '2019-01-01'), /must lie between/);
});

it('[O049] dates without a file', async () => {
  await addFile(house, 'nsaskyC1.b1.20190101.000000.nc', 'x', {
    datastream: 'nsaskyC1.b1',
    start: JANUARY_1,
    end: JANUARY_1 + 100,
  });
  await addFile(house, 'nsaskyC1.b1.20190103.000000.nc', 'x', {
    datastream: 'nsaskyC1.b1',
    start: JANUARY_1 + 2 * 86_400,
    end: JANUARY_1 + 2 * 86_400 + 100,
  });
  await refused(requestOf('nsaskyC1.b1', '2019-01-02', '2019-01-02'), NO_FILES);
});

it('[O052] more than 20,000 files', async () => {
  const datastream = 'nsamanyC1.b1';
  const rows = Array.from({ length: 20_001 }, (_, i) => ({
    datastream,
    file_name: `${datastream}.${i}.nc`,
    path: `${datastream}.${i}.nc`,
    size: 10,
    start_s: JANUARY_1 + i,
    end_s: JANUARY_1 + i,
    scan_name: null,
    sha256: null,
    modified_ms: 0,
    design: 'd1',
    notices: null,
  }));
  for (let i = 0; i < rows.length; i += 1000)
    await house.store.db
      .insertInto('files')
      .values(rows.slice(i, i + 1000))
      .execute();
  await house.store.db
    .insertInto('datastreams')
    .values({
      datastream,
      site_code: 'nsa',
      facility_code: 'C1',
      datastream_class: 'many',
      data_level: 'b1',
      start_s: JANUARY_1,
      end_s: JANUARY_1 + 20_000,
      longest_s: 0,
      file_count: 20_001,
      bytes: 200_010,
    })
    .execute();
  const reason = tooManyFiles(20_000);
  const reply = await refused(requestOf(datastream, '2019-01-01', '2019-01-01'), reason);
  expect(reply.json().details).toContainEqual({ path: 'too-many-files', reason });
});

it('more files than this installation takes in one order, also when only its size is asked', async () => {
  Object.assign(house.settings, { maximumFiles: 1 });
  const two = requestOf(MET, '2019-01-01', '2019-01-02');
  await refused(two, tooManyFiles(1));
  for (const call of ['estimate', 'flagged']) {
    const reply = await house.app.inject({
      method: 'POST',
      url: `/services/order/orders/${call}`,
      payload: two,
    });
    expect(reply.json()).toMatchObject({
      code: 'too-large',
      message: 'An order holds at most 1 file.',
    });
  }
  Object.assign(house.settings, { maximumFiles: 20_000 });
});

it('no format, a wrong format, and a body that is no order', async () => {
  await refused(requestOf(MET, '2019-01-01', '2019-01-01', {}, { outputFormat: [] }), NO_FORMAT);
  await refused({ selectedData: { selectedDatastreams: [], outputFormat: ['ANDR'] } }, EMPTY_CART);
  await refused(
    requestOf(MET, '2019-01-01', '2019-01-01', {}, { outputFormat: ['SMQC'] }),
    /At least one/,
  );
  await refused(
    requestOf(MET, '2019-01-01', '2019-01-01', {}, { outputFormat: ['XLS'] }),
    /outputFormat/,
  );
  await refused({}, /selectedData/);
  await refused({ selectedData: 'everything' }, /selectedData/);
});

it('files that are not of the datastream, and paths in file names', async () => {
  await refused(
    requestOf(MET, '2019-01-01', '2019-01-01', { files: [names[0], '../../etc/passwd'] }),
    `${MET} has no file ../../etc/passwd.`,
  );
  await refused(
    requestOf('sgpmetE13.00', '2019-01-01', '2019-01-01', { files: [names[0]] }),
    `sgpmetE13.00 has no file ${names[0]}.`,
  );
});

it('variables that the datastream has not', async () => {
  await refused(
    requestOf(MET, '2019-01-01', '2019-01-01', { variables: ['temp_mean', 'tmep_mean'] }),
    `${MET} has no variable tmep_mean.`,
  );
});

it('drop box delivery where it is not set up', async () => {
  const payload = { ...requestOf(MET, '2019-01-01', '2019-01-01'), deliveryBits: 3 };
  await refused(payload, /Drop box/);
  const reply = await house.app.inject({
    url: `/services/order/orders/validate/dropbox/${ada.personId}`,
    headers: ada.headers,
  });
  expect(reply.json()).toEqual({ data: false });
});

it('five megabytes of JSON, as body and as a field', async () => {
  const reply = await create({ padding: 'x'.repeat(5e6) });
  expect(reply.statusCode).toBe(413);
  const form = new FormData();
  form.set('selectedData', 'x'.repeat(5e6));
  const body = new Response(form);
  const multipart = await house.place(
    { ...ada.headers, 'content-type': body.headers.get('content-type') ?? '' },
    Buffer.from(await body.arrayBuffer()),
  );
  expect(multipart.statusCode).toBe(413);
});

it('[P045] [O035] [O055] an order that has to wait is larger than the hold limit, which the server tells', async () => {
  const limit = await house.app.inject('/services/order/maxOrderSize');
  expect(limit.json()).toEqual({ value: 1e12 });
  Object.assign(house.settings, { maximumOrderBytes: 1000 });
  const { orderId, message } = (await create(requestOf(MET, '2019-01-01', '2019-01-02'))).json();
  Object.assign(house.settings, { maximumOrderBytes: 1e12 });
  const { order, jobs } = await stored(orderId);
  expect(order).toMatchObject({ suspend_reason: 'Oversize', approved_at: null });
  expect(jobs).toEqual([]);
  expect(message).toMatch(/is held for an operator/);
});

it('an order that has to wait holds data of limited access in the dates that were asked for', async () => {
  house.setTables({
    'quality-reports.csv': [
      {
        dqr_id: 'D1',
        datastream: MET,
        quality_code: '99',
        start_time: '2019-01-02T00:00:00Z',
        end_time: '2019-01-02T23:59:59Z',
      },
    ],
  });
  const outside = await create(requestOf(MET, '2019-01-01', '2019-01-01'));
  const inside = await create(requestOf(MET, '2019-01-01', '2019-01-02'));
  house.setTables({
    'datastream-notes.csv': [{ datastream: 'sgpmet*', access: 'pre-deployment' }],
  });
  const noted = await create(requestOf(MET, '2019-01-01', '2019-01-01'));
  house.setTables({});
  expect((await stored(outside.json().orderId)).order.suspend_reason).toBeNull();
  expect((await stored(inside.json().orderId)).order.suspend_reason).toBe('Restricted');
  expect((await stored(noted.json().orderId)).order.suspend_reason).toBe('Restricted');
});
