// No call holds the thread that answers, whatever its input: each call of the description is made
// with the largest input that it accepts, and the CPU time that the main thread uses in one round
// of the event loop is read from inside of the server.

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { signedIn } from '../fixtures/signed-in.ts';
import {
  type Described,
  type Holdings,
  type LargeInput,
  largestInputs,
  plainInputs,
} from './largest-input.ts';
import { watchedThread } from './main-thread.ts';
import { type Isobar, isobar, NO_ORDERS } from './server.ts';

/** CPU time and not wall time: a busy machine makes nothing red. */
const MOST_MS = 50;
/**
 * The best of a few tries counts: the first one loads and compiles, and any of them may meet a
 * collection of garbage.
 */
const TRIES = 8;

let server: Isobar;
const thread = watchedThread();
let holdings: Holdings;
let cookie = '';
beforeAll(async () => {
  const env = {
    ...NO_ORDERS,
    ISOBAR_RATE: '1000000',
    ISOBAR_CHECK_ANSWERS: 'off', // checking takes longer than answering
    ...thread.env,
  };
  server = await isobar(
    env,
    async (command) => void (await command('user', 'role', 'demo', 'operator')),
    inject('demoHome'),
  );
  cookie = await signedIn(server.url);
  const found = await ask('POST', '/services/file_info/_search', {
    body: '{"size":0,"aggs":{"names":{"terms":{"field":"datastream","size":1000}}}}',
    type: 'application/json',
  });
  const { aggregations } = (await found.json()) as {
    aggregations: { names: { buckets: { key: string }[] } };
  };
  holdings = { datastreams: aggregations.names.buckets.map(({ key }) => key) };
});
afterAll(() => server?.remove());

it('no call holds the main thread for 50 ms, whatever its input', async () => {
  const described = (await (await ask('GET', '/services/openapi.json')).json()) as Described;
  const known = largestInputs(holdings);
  const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const long: string[] = [];
  const failed: string[] = [];
  for (const { call, operation } of calls) {
    if (LEFT_OUT.test(call) || (!TRIES_ALL && SMALL.test(call))) continue;
    for (const input of [known[call] ?? plainInputs(call, operation)].flat()) {
      const name = input.what === undefined ? call : `${call}, ${input.what}`;
      const { longest, statuses } = await tried(call, input);
      if (longest > MOST_MS) long.push(`${name}: ${longest.toFixed(0)} ms`);
      const isExpected = (status: number) =>
        status === 200 || input.also?.includes(status) || (!known[call] && status < 500);
      if (!statuses.every((one) => isExpected(one) || MAY_BE_AWAY.includes(one)))
        failed.push(`${name}: ${statuses}`);
    }
  }
  expect({ long, failed }).toEqual({ long: [], failed: [] });
  const absent = Object.keys(known).filter((one) => !calls.some(({ call }) => call === one));
  expect(absent).toEqual([]);
}, 900_000);

/**
 * They end what those after them need: the session, the account, the index; or the reply does not
 * end.
 */
const LEFT_OUT = /logout|^DELETE|\/leave$|\/password$|\/operate\/index$|\/events$/;
/** Indexes with a few thousand documents, whose calls are those of the three large ones. */
const SMALL = /\/services\/(epochs|scan_names|field_campaigns|handbooks)(\/|$)/;
const TRIES_ALL = process.env.ISOBAR_TESTS === 'all';
/** Services that are not set up here, and services elsewhere. */
const MAY_BE_AWAY: readonly number[] = [501, 503];

/** The least CPU time of a few tries, in milliseconds. */
async function tried(call: string, input: LargeInput) {
  const statuses: number[] = [];
  let longest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && longest > MOST_MS / 2; i++) {
    await thread.ask();
    const reply = await ask(call.split(' ')[0] ?? 'GET', input.address, input);
    await reply.arrayBuffer();
    statuses.push(reply.status);
    longest = Math.min(longest, (await thread.ask()).longest);
  }
  return { longest, statuses };
}

const ask = (
  method: string,
  address: string,
  { body, type }: Pick<LargeInput, 'body' | 'type'> = {},
): Promise<Response> =>
  fetch(server.url + address, {
    method,
    headers: { cookie, ...(type ? { 'content-type': type } : {}) },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
