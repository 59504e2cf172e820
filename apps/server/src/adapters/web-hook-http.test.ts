// Web hooks over HTTP: what the port promises, and names that lead to forbidden addresses.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { webHookSuite } from '../ports/testing/web-hook-suite.ts';
import { openWebHooks } from './web-hook-http.ts';

webHookSuite('HTTP', {
  loose: openWebHooks({ mayReach: () => true }),
  hasty: openWebHooks({ mayReach: () => true, patience: 300 }),
  strict: openWebHooks(),
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const never = new AbortController().signal;
const post = (url: string) => ({ url, headers: { 'x-a': 'b' }, body: '{"a":1}' });

it.each([
  [['127.0.0.1']],
  [['8.8.8.8', '127.0.0.1']],
  [['10.0.0.1', '8.8.8.8']],
  [['::1']],
  [['::ffff:127.0.0.1']],
  [[]],
])('a web hook does not reach a name that leads to %j', async (found: string[]) => {
  let asked = 0;
  const port = await listen((_, reply) => {
    asked++;
    reply.end();
  });
  const hooks = openWebHooks({
    addressesOf: async () =>
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  const sent = hooks.post(post(`http://hooks.example.org:${port}/`), never);
  await expect(sent).rejects.toMatchObject({ code: 'forbidden' });
  expect(asked).toBe(0);
});

it('a web hook is resolved once, and goes to what was looked at', async () => {
  const port = await listen((_, reply) => reply.end());
  const looks: string[] = [];
  const looked: string[] = [];
  const hooks = openWebHooks({
    mayReach: (address) => looked.push(address) > 0,
    async addressesOf(name) {
      looks.push(name);
      return [{ address: looks.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    },
  });
  expect(await hooks.post(post(`http://hooks.example.org:${port}/`), never)).toBe(200);
  expect([looks, looked]).toEqual([['hooks.example.org'], ['127.0.0.1']]);
});

it('times out, also for a name that no resolver answers', async () => {
  const silent = await listen(() => undefined);
  const patience = 50;
  const hooks = openWebHooks({ mayReach: () => true, patience });
  await expect(hooks.post(post(`http://127.0.0.1:${silent}/`), never)).rejects.toMatchObject({
    code: 'unavailable',
    message: '127.0.0.1 did not answer: it took too long.',
  });
  const unresolved = openWebHooks({ patience, addressesOf: () => new Promise(() => {}) });
  await expect(
    unresolved.post(post(`http://hooks.example.org:${silent}/`), never),
  ).rejects.toMatchObject({ code: 'unavailable' });
});

it('a web hook reports why the host could not be reached', async () => {
  const port = await listen(() => undefined);
  const hooks = openWebHooks({ mayReach: () => true });
  await new Promise((done) => servers[0]?.close(done));
  await expect(
    hooks.post(post(`http://127.0.0.1:${port}/secret-in-path`), never),
  ).rejects.toMatchObject({ message: '127.0.0.1 did not answer: ECONNREFUSED.' });
});
