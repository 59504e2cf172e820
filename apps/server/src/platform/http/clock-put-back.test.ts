// A clock that moves backwards by a day, as when a machine corrects its time: no caller stays
// blocked until that time returns.
import { defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '../log/log.ts';
import { createHttp, type Http } from './http.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const MOST = 3;
const read = defineCall({
  method: 'GET',
  path: '/thing',
  tag: 'pages',
  summary: 'A thing',
  session: 'optional',
  token: 'profile',
  answer: z.object({ fine: z.boolean() }),
});
const rare = defineCall({
  ...read,
  path: '/rare',
  session: 'none',
  token: undefined,
  perMinute: 1,
});

let http: Http<string>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
  http = await createHttp<string>({
    log: createLog('silent'),
    requestsPerMinute: MOST,
    trustProxy: true,
    noSessionMessage: 'nobody',
    session: async ({ headers }) => headers.cookie ?? null,
    personOf: (person) => person,
  });
  http.route(read, async () => ({ fine: true }));
  http.route(rare, async () => ({ fine: true }));
});
afterEach(async () => {
  await http.app.close();
  vi.useRealTimers();
});

const ask = async (url: string, from: string, cookie?: string) => {
  const headers = { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) };
  return await http.app.inject({ url, headers });
};
const statuses = async (
  count: number,
  url: string,
  from: (n: number) => string,
  cookie?: string,
) => {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push((await ask(url, from(n), cookie)).statusCode);
  return all;
};

it.each([
  ['of an address', '/thing', () => '203.0.113.7', undefined, [200, 200, 200, 429]],
  ['of a person', '/thing', (n: number) => `203.0.113.${n}`, 'ada', [200, 200, 200, 429]],
  ['of one route', '/rare', () => '203.0.113.8', undefined, [200, 429]],
] as const)('the limit %s lasts for its minute', async (_, url, from, cookie, expected) => {
  expect(await statuses(expected.length, url, from, cookie)).toEqual(expected);
  vi.setSystemTime(NOON - 86_400_000);
  const refused = await ask(url, from(0), cookie);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  vi.advanceTimersByTime(60_001);
  expect((await ask(url, from(0), cookie)).statusCode).toBe(200);
});

it('the rate limit counts each address, and each route with a limit of its own, for itself', async () => {
  expect(await statuses(4, '/thing', () => '203.0.113.1')).toEqual([200, 200, 200, 429]);
  expect((await ask('/rare', '203.0.113.1')).statusCode).toBe(200);
  expect((await ask('/thing', '203.0.113.2')).statusCode).toBe(200);
});
