// Making calls of the contract: where they go, what is sent along, and which answers are accepted.

import { forgetWords } from '@isobar/contract/calls/admin-calls.ts';
import { deliveredPart, indexOfDelivery } from '@isobar/contract/calls/delivery-calls.ts';
import { createOrder, orderStatus, reorder } from '@isobar/contract/calls/order-calls.ts';
import {
  readReport,
  reportsByClass,
  reportsOfOrder,
} from '@isobar/contract/calls/quality-calls.ts';
import { forgotPassword } from '@isobar/contract/calls/sign-up-calls.ts';
import { openedCall } from '@isobar/contract/calls/words.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { addressOf, ask, askAsIs } from './ask.ts';
import { CallError } from './call.ts';

const HERE = { services: {} };
const ELSEWHERE = { services: { order: 'https://orders.example/v2/', dqr: '/quality' } };

afterEach(() => vi.unstubAllGlobals());

/** The requests that were made; each gets this answer. */
function answering(body: unknown, init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const text = body === undefined ? null : JSON.stringify(body);
  vi.stubGlobal('fetch', async (url: string, given: RequestInit) => {
    asked.push({ url, init: given });
    return new Response(text, init);
  });
  return asked;
}

it('a call goes to the configured address of its service, or else to the usual one', async () => {
  const asked = answering({ orderId: 7, message: 'There it is.' });
  await ask(HERE, reorder, { query: { orderId: 7 } });
  await ask(ELSEWHERE, reorder, { query: { orderId: 7, key: undefined } });
  await ask(ELSEWHERE, createOrder, { body: {} as never });
  expect(asked.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
    'POST /services/order/orders/reorder?orderId=7',
    'POST https://orders.example/v2/orders/reorder?orderId=7',
    'POST https://orders.example/v2/orders/create',
  ]);
});

it('a call keeps an address that belongs to no service', async () => {
  const asked = answering({ done: true });
  expect(await ask(null, forgetWords)).toEqual({ done: true });
  expect(asked[0]?.url).toBe('/services/operate/words/forget');
});

it('a call goes to an address that a record contains', async () => {
  const asked = answering({ orderId: 7, expires: '', files: [] });
  await ask(null, indexOfDelivery, { base: 'https://far.example/order/7/' });
  expect(asked[0]?.url).toBe('https://far.example/order/7/index.json');
});

it('a call encodes parts of a path', () => {
  expect(addressOf(ELSEWHERE, readReport, { params: { id: 'D1/../2' } })).toBe(
    '/quality/report/D1%2F..%2F2',
  );
  const rest = { '*': 'a b.cdf/incorrect,suspect' };
  expect(addressOf(HERE, reportsByClass, { params: rest })).toBe(
    '/services/dqr/dqr_qc/a%20b.cdf/incorrect%2Csuspect',
  );
  const part = { orderId: 7, '*': 'all.zip' };
  expect(addressOf(HERE, deliveredPart, { params: part, query: { key: 'a&b' } })).toBe(
    '/services/order/delivery/7/all.zip?key=a%26b',
  );
  const order = { params: { orderId: 7 }, query: { key: undefined } };
  expect(addressOf(HERE, reportsOfOrder, order)).toBe('/services/dqr/order/7');
});

it('a call sends a body as JSON, and headers', async () => {
  const asked = answering({ message: 'sent' }, { status: 202 });
  const told = await ask(HERE, forgotPassword, { body: { name: 'ada' }, headers: { 'x-a': 'b' } });
  expect(told).toEqual({ message: 'sent' });
  const headers = new Headers(asked[0]?.init.headers);
  expect([asked[0]?.init.body, headers.get('content-type'), headers.get('x-a')]).toEqual([
    '{"name":"ada"}',
    'application/json',
    'b',
  ]);
});

it('a call rejects an answer that does not fit the schema', async () => {
  answering({ orderId: 'seven' });
  await expect(ask(HERE, orderStatus, { params: { orderId: 7 } })).rejects.toMatchObject({
    code: 'malformed',
  });
});

it('a call accepts empty answers and files', async () => {
  answering(undefined, { status: 204 });
  expect(await ask(HERE, openedCall, { body: { product: 'met' } })).toBeNull();
  answering('a,b');
  const file = await askAsIs(HERE, deliveredPart, { params: { orderId: 1, '*': 'a.csv' } });
  expect(await file.text()).toBe('"a,b"');
});

it('a call distinguishes failures by their codes', async () => {
  answering({ code: 'gone', message: 'It is past.' }, { status: 410 });
  const failure = await ask(HERE, openedCall, { body: { product: 'met' } }).catch((e) => e);
  expect(failure).toBeInstanceOf(CallError);
  expect([failure.code, failure.status, failure.message]).toEqual(['gone', 410, 'It is past.']);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  await expect(askAsIs(HERE, reportsOfOrder, { params: { orderId: 1 } })).rejects.toMatchObject({
    code: 'offline',
  });
});
