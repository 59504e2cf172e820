// A post reaches who may be reached, once looked up, in bounded time and memory; nobody else, by no name and no redirect.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openWebHooks } from './web-hook-http.ts';

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
const anywhere = openWebHooks({ mayReach: () => true });

describe('a web hook', () => {
  it('is a POST with its headers and its body, and answers the status', async () => {
    const seen: unknown[] = [];
    const port = await listen((request, reply) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['x-a'], body]);
        reply.writeHead(202).end('thank you');
      });
    });
    expect(await anywhere.post(post(`http://127.0.0.1:${port}/a?b=c`), never)).toBe(202);
    expect(seen).toEqual([['POST', '/a?b=c', 'b', '{"a":1}']]);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const inside = await listen((_, reply) => {
      asked++;
      reply.end();
    });
    const port = await listen((_, reply) => {
      reply.writeHead(307, { location: `http://127.0.0.1:${inside}/` }).end();
    });
    expect(await anywhere.post(post(`http://127.0.0.1:${port}/`), never)).toBe(307);
    expect(asked).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('does not reach this machine as %s', async (host) => {
    let asked = 0;
    const port = await listen((_, reply) => {
      asked++;
      reply.end();
    });
    const sent = openWebHooks().post(post(`http://${host}:${port}/`), never);
    await expect(sent).rejects.toMatchObject({ code: 'forbidden' });
    expect(asked).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [[]],
  ])('does not reach a name that leads to %j', async (found: string[]) => {
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

  it('is resolved once, and goes to what was looked at', async () => {
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

  it('waits only so long for an answer, whatever drips', async () => {
    const silent = await listen(() => undefined);
    const hooks = openWebHooks({ mayReach: () => true, patience: 50 });
    await expect(hooks.post(post(`http://127.0.0.1:${silent}/`), never)).rejects.toMatchObject({
      code: 'unavailable',
      message: '127.0.0.1 did not answer: it took too long.',
    });
  });

  it('does not read what a server pours out', async () => {
    const port = await listen((_, reply) => {
      reply.writeHead(200);
      const pour = () => {
        while (reply.write(Buffer.alloc(1 << 16)));
      };
      reply.on('drain', pour);
      reply.on('error', () => undefined);
      pour();
    });
    expect(await anywhere.post(post(`http://127.0.0.1:${port}/`), never)).toBe(200);
  });

  it('says who was not there, and stops when it is told to', async () => {
    const port = await listen(() => undefined);
    const [server] = servers;
    const stop = new AbortController();
    const sent = anywhere.post(post(`http://127.0.0.1:${port}/secret-in-path`), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(sent).rejects.toThrow('stopped');
    await new Promise((done) => {
      server?.closeAllConnections();
      server?.close(done);
    });
    await expect(
      anywhere.post(post(`http://127.0.0.1:${port}/secret-in-path`), never),
    ).rejects.toMatchObject({ message: '127.0.0.1 did not answer: ECONNREFUSED.' });
  });
});
