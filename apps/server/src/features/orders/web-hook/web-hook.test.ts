// Orders that notify a web hook: signed, once for receivers that look at the id, again after a
// failure or a kill, refused where not allowed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetOrdersOf } from '../forget.ts';
import { findOrder } from '../order.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../testing/order-fixture.ts';

const CHILD = fileURLToPath(new URL('../testing/worker-child.ts', import.meta.url));
const MET = 'sgpmetE13.b1';
type Told = { headers: IncomingHttpHeaders; body: string };
let house: OrderFixture;
let ada: Awaited<ReturnType<OrderFixture['signIn']>>;
let server: Server;
let address: string;
let told: Told[];
let answers: number[];

beforeEach(async () => {
  house = await openOrderFixture();
  ada = await house.signIn('ada');
  await addMetDays(house, MET, 2);
  told = [];
  answers = [];
  server = createServer((request, reply) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      told.push({ headers: request.headers, body });
      reply.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  house.hookHosts.push(host);
  address = `http://${host}/done?token=of-ada`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await house.close();
});

const payload = (more: object = {}) => ({
  ...requestOf(MET, '2019-01-01', '2019-01-02'),
  deliveryBits: 33,
  webHook: { url: address },
  ...more,
});
const place = (body: object, headers = ada.headers) => house.place(headers, body);
async function placed(body: object = payload()) {
  const reply = await place(body);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ orderId: number; webHookSecret: string; message: string }>();
}
const status = async (orderId: number) =>
  (
    await house.app.inject({ url: `/services/order/status/${orderId}`, headers: ada.headers })
  ).json();
const verified = (secret: string, { headers, body }: Told) =>
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });

it('a web hook is notified of a completed order, with a signature that an independent library accepts, without secrets', async () => {
  const { orderId, webHookSecret } = await placed();
  await house.work();
  expect(told).toHaveLength(1);
  const [message] = told as [Told];
  const { type, data } = verified(webHookSecret, message) as {
    type: string;
    data: { state: string; delivery: { files: { url: string; sha256: string }[] } };
  };
  expect([type, data.state]).toEqual(['order.complete', 'complete']);
  for (const file of data.delivery.files) {
    const { pathname, search } = new URL(file.url);
    expect(search).toBe('');
    const got = await house.app.inject({ url: pathname, headers: ada.headers });
    expect([got.statusCode, file.sha256]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  }
  expect(message.headers['idempotency-key']).toBe(`order-${orderId}-complete-0`);
  expect(message.body).not.toContain('key=');
  const spoilt = { ...message, body: message.body.replace('complete', 'Complete') };
  expect(() => verified(webHookSecret, spoilt)).toThrow();
  const other = await placed(payload({ idempotencyKey: 'another-order' }));
  expect(other.webHookSecret).not.toBe(webHookSecret);
  expect(() => verified(other.webHookSecret, message)).toThrow();
  expect(JSON.stringify(await status(orderId))).not.toContain('whsec_');
});

it('a web hook is tried again with the same id while it does not answer well', async () => {
  answers = [503, 429, 500];
  const { orderId, webHookSecret } = await placed();
  await house.work();
  expect(told.map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(4).fill(`order-${orderId}-complete-0`),
  );
  for (const message of told) verified(webHookSecret, message);
  expect(new Set(told.map(({ body }) => body)).size).toBe(1);
  expect(await status(orderId)).toMatchObject({ curStep: 'complete', missing: [] });
});

it('a web hook that can never be notified delays nothing, and the order reports it without its address', async () => {
  answers = Array(50).fill(302);
  const { orderId } = await placed();
  await house.work();
  const now = await status(orderId);
  expect(now).toMatchObject({ curStep: 'complete', failure: null });
  expect(now.missing).toEqual([
    {
      file: 'Web hook',
      reason: expect.stringMatching(
        /^127\.0\.0\.1:\d+ answered 302\. Redirects are not followed\. Nothing else of the order depends on it\.$/,
      ),
    },
  ]);
});

it('a web hook is not notified once the operator has removed its host from the list', async () => {
  const { orderId } = await placed();
  house.hookHosts.splice(0, 1, 'elsewhere.example');
  await house.work();
  expect(told).toEqual([]);
  const [{ reason }] = (await status(orderId)).missing;
  expect(reason).toContain('Web hooks may go to elsewhere.example only.');
});

it('a web hook is notified of an order that failed', async () => {
  const { orderId, webHookSecret } = await placed(
    payload(requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02', { files: undefined })),
  );
  await house.store.db.deleteFrom('files').execute();
  await house.work();
  const [message] = told as [Told];
  expect(verified(webHookSecret, message)).toMatchObject({
    type: 'order.failed',
    data: { orderId, failure: expect.stringContaining('None of the selections'), delivery: null },
  });
});

it.each([
  ['without an address', { webHook: undefined }, /needs an address/],
  ['to a destination that there is not', { deliveryBits: 64 }, /that there is not/],
  ['to another host', { webHook: { url: 'https://169.254.169.254/latest' } }, /may go to/],
  ['with a password', { webHook: { url: 'http://me:pw@127.0.0.1/' } }, /user or a password/],
  ['too long', { webHook: { url: `http://127.0.0.1/${'a'.repeat(600)}` } }, /cannot be read/],
])('a web hook is refused when the order is placed: %s', async (_, more, why) => {
  const reply = await place(payload(more));
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(why)]);
});

it('a web hook is refused where none is set up', async () => {
  house.hookHosts.splice(0);
  const reply = await place(payload());
  expect(reply.json().message).toBe('Web hooks are not set up at this archive.');
});

it('a web hook goes with an own reorder, never with an order that another shared', async () => {
  const { orderId } = await placed();
  const bob = await house.signIn('bob');
  const call = (url: string, headers: { cookie: string }, method: 'GET' | 'POST' = 'GET') =>
    house.app.inject({ method, url: `/services/order/orders/${url}`, headers });
  const { shareKey } = (await call(`shared?orderId=${orderId}`, ada.headers)).json();
  const again = (await call(`reorder?orderId=${orderId}`, ada.headers, 'POST')).json();
  expect(again.webHookSecret).toMatch(/^whsec_/);
  const key = encodeURIComponent(shareKey);
  const bobs = (await call(`reorder?orderId=${orderId}&key=${key}`, bob.headers, 'POST')).json();
  expect(bobs.webHookSecret).toBeUndefined();
  const request = (await findOrder(house.store.db, bobs.orderId))?.request;
  expect([request?.webHook, (request?.deliveryBits ?? 0) & 32]).toEqual([undefined, 0]);
});

it('a web hook is forgotten with the account', async () => {
  const { orderId } = await placed();
  await house.store.db.transaction().execute((trx) => forgetOrdersOf(trx, ada.personId));
  const request = (await findOrder(house.store.db, orderId))?.request;
  expect([request?.webHook, request?.selectedData.outputFormat]).toEqual([undefined, ['ANDR']]);
  await house.work();
  expect(told).toEqual([]);
});

it.each(['before', 'after'])(
  'a web hook survives kill -9 %s it was notified, with the same id',
  async (when) => {
    const { orderId, webHookSecret } = await placed();
    const work = (...fault: string[]) => {
      const child = spawn(process.execPath, [CHILD, house.folder, house.database, ...fault], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, CHILD_HOOKS: house.hookHosts.join(',') },
      });
      return { child, exit: once(child, 'exit') };
    };
    const [, signal] = await work('webHooks.post', '1', when).exit;
    expect(signal).toBe('SIGKILL');
    const before = told.length;
    expect(before).toBe(when === 'before' ? 0 : 1);
    const second = work();
    try {
      await expect.poll(() => told.length, { timeout: 60_000 }).toBe(before + 1);
      await expect
        .poll(
          async () =>
            (
              await house.store.db
                .selectFrom('jobs')
                .select('state')
                .where('kind', '=', 'order-hook')
                .executeTakeFirst()
            )?.state,
          { timeout: 60_000 },
        )
        .toBe('done');
    } finally {
      second.child.kill('SIGTERM');
      await second.exit;
    }
    expect(new Set(told.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([`order-${orderId}-complete-0`]),
    );
    for (const message of told) verified(webHookSecret, message);
  },
  120_000,
);
