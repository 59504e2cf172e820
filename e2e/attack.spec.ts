// The real server under calls that are made to exhaust it: its memory stays bounded, and health
// checks are answered.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIsobar, type Isobar, NO_ORDERS } from './server.ts';

/** Megabytes. Memory rises by about a hundred; without a budget these calls took gigabytes. */
const MOST_RISE_MB = 400;
/**
 * Megabytes that remain after such calls: the runtime gives them back only when others need them.
 */
const MOST_KEPT_MB = 250;
/**
 * The longest wait for an answer. An idle machine needs milliseconds; before the fix it took ten to
 * thirty seconds.
 */
const LONGEST_SILENCE_MS = 6000;
const CALLS_AT_ONCE = 20;

let server: Isobar;
beforeAll(async () => {
  server = await demoIsobar({ ...NO_ORDERS, ISOBAR_RATE: '1000000' });
  // The first search loads what all later ones use: that memory is not counted.
  for (const index of ['metadata', 'file_info']) await post(`/services/${index}/_search`, '{}');
});
afterAll(() => server?.remove());

const megabytes = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024;

async function post(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const reply = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body as string,
  });
  let bytes = 0;
  for await (const piece of reply.body ?? []) bytes += (piece as Uint8Array).length;
  return { status: reply.status, bytes };
}

/**
 * Runs an attack while a health check asks again and again; checks memory and the longest wait for
 * an answer.
 */
async function under<T>(attack: () => Promise<T>): Promise<T> {
  const before = megabytes();
  let most = before;
  let silence = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      const began = performance.now();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      silence = Math.max(silence, performance.now() - began);
      most = Math.max(most, megabytes());
      await sleep(20);
    }
  })();
  const result = await attack();
  over = true;
  await watching;
  expect(most - before).toBeLessThan(MOST_RISE_MB);
  expect(silence).toBeLessThan(LONGEST_SILENCE_MS);
  for (let i = 0; i < 600 && megabytes() - before > MOST_KEPT_MB; i++) await sleep(100);
  expect(megabytes() - before).toBeLessThan(MOST_KEPT_MB);
  return result;
}

const twenty = <T>(act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLS_AT_ONCE }, act));
const searches = (count: number, size: number): string =>
  Array.from(
    { length: count },
    (_, i) =>
      `{}\n{"size":${size},"query":{"wildcard":{"description":"*a*${'abcdefghij'[i % 10]}*"}}}\n`,
  ).join('');
const only = (replies: readonly { status: number }[], ...known: number[]): void => {
  for (const { status } of replies) expect(known).toContain(status);
};

it('the server has settings under which it gives memory back, however it was started', () => {
  const told = (name: string) =>
    readFileSync(`/proc/${server.pid()}/${name}`, 'latin1').split('\0');
  expect(told('cmdline')).toContain('--max-semi-space-size=8');
  expect(told('cmdline')).toContain('--initial-old-space-size=48');
  const settings = told('environ')
    .filter((one) => one.startsWith('MALLOC_'))
    .sort();
  expect(settings).toEqual(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=1048576']);
});

it('twenty calls of a hundred searches of a thousand documents, and twenty of the most that is allowed', async () => {
  const refused = await under(() =>
    twenty(() => post('/services/metadata/_msearch', searches(100, 1000))),
  );
  only(refused, 400, 503);
  const served = await under(() =>
    twenty(() => post('/services/metadata/_msearch', searches(10, 1000))),
  );
  only(served, 200, 503);
  expect(served.some(({ bytes }) => bytes > 1e6)).toBe(true);
});

it.each([
  ['ten thousand documents', 'metadata', '{"size":10000,"query":{"match_all":{}}}'],
  ['ten thousand files', 'file_info', '{"size":10000}'],
  [
    'buckets below buckets',
    'metadata',
    '{"size":0,"aggs":{"a":{"terms":{"field":"id.keyword","size":10000},"aggs":{"b":{"terms":{"field":"id.keyword","size":10000},"aggs":{"c":{"top_hits":{"size":100}}}}}}}}',
  ],
  [
    'a list of sixty thousand',
    'metadata',
    `{"query":{"terms":{"id.keyword":[${'"aaaaaa",'.repeat(60_000)}"b"]}}}`,
  ],
  [
    'nested forty thousand deep',
    'metadata',
    `{"query":${'{"bool":{"must":['.repeat(40_000)}{"match_all":{}}${']}}'.repeat(40_000)}}`,
  ],
  [
    'a thousand wildcards',
    'metadata',
    JSON.stringify({
      query: {
        bool: {
          should: Array.from({ length: 1000 }, (_, i) => ({
            wildcard: { description: `*${i % 10}*a*${i}*` },
          })),
        },
      },
    }),
  ],
])('twenty calls for %s', async (_, index, body) => {
  only(
    await under(() => twenty(() => post(`/services/${index}/_search`, body))),
    200,
    400,
    408,
    413,
    503,
  );
});

it('bodies of a few kilobytes that unfold to hundreds of megabytes', async () => {
  const bomb = gzipSync(Buffer.alloc(200 << 20, ' '));
  const headers = { 'content-encoding': 'gzip' };
  for (const path of ['/services/metadata/_search', '/services/order/orders/create'])
    only(await under(() => twenty(() => post(path, bomb, headers))), 413, 503);
});

it('thousands of requests on a connection that takes no answer', async () => {
  const { port } = new URL(server.url);
  const one = 'GET /services/metadata/_search?size=1000 HTTP/1.1\r\nHost: x\r\n\r\n';
  const flood = (count: number, milliseconds: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(one.repeat(count));
        socket.pause();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      setTimeout(() => socket.destroy(), milliseconds);
    });
  await under(() => twenty(() => flood(3000, 5000)));
  await under(() => twenty(() => flood(20, 3000))); // as many as may wait
  await largeIsServed();
});

it('pages of scrolls whose clients go away while they are made', async () => {
  await under(async () => {
    for (let round = 0; round < 8; round++) {
      const leaving = new AbortController();
      const asked = fetch(`${server.url}/services/metadata/_search?scroll=1m`, {
        method: 'POST',
        body: '{"size":5000,"query":{"wildcard":{"description":"*a*e*"}}}',
        signal: leaving.signal,
      }).catch(() => null);
      await sleep(30);
      leaving.abort();
      await asked;
    }
  });
  await largeIsServed();
});

/** Callers that have disconnected hold no places. */
async function largeIsServed(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await post('/services/metadata/_search', '{"size":3000}');
    if (status === 200) return;
    await sleep(100);
  }
  throw new Error('There is no room for a large reply any more.');
}

it('scrolls and points in time that no client continues', async () => {
  const opened: number[] = [];
  await under(async () => {
    for (let i = 0; i < 60; i++)
      opened.push((await post('/elastic/metadata/_pit?keep_alive=1h', '')).status);
    for (let i = 0; i < 20; i++)
      opened.push((await post('/elastic/metadata/_search?scroll=1h', '{"size":500}')).status);
  });
  // At most fifty from one network; an overloaded server may refuse some before it counts them.
  expect(opened.filter((status) => status === 200).length).toBeLessThanOrEqual(50);
  expect(opened.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(opened.filter((status) => status === 429).length).toBeGreaterThan(0);
});
