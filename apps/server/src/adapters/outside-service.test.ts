// What all services elsewhere have in common: secrets out of addresses, and no more read than
// expected.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  apartFromSecret,
  boundedBytes,
  boundedFetch,
  boundedJson,
  boundedText,
} from './outside-service.ts';

it('user and password are parted from an address', () => {
  const { url, headers } = apartFromSecret('https://desk:s%40cret@example.org/api?a=1');
  expect(url.href).toBe('https://example.org/api?a=1');
  expect(headers).toEqual({ authorization: `Basic ${btoa('desk:s@cret')}` });
});
it('an address needs no user and password', () => {
  expect(apartFromSecret('https://example.org/').headers).toEqual({});
});

it('an answer is read up to its expected length', async () => {
  expect(await boundedText(new Response('añb'), 4, 'It')).toBe('añb');
  expect(await boundedText(new Response(null), 0, 'It')).toBe('');
});
it('an answer is not read on once it is longer', async () => {
  let given = 0;
  let left = false;
  const endless = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        given += 10;
        controller.enqueue(new Uint8Array(10));
        if (given > 1000) controller.close();
      },
      cancel: () => {
        left = true;
      },
    },
    { highWaterMark: 0 },
  );
  await expect(boundedBytes(new Response(endless), 25, 'The desk')).rejects.toThrow(
    'The desk answered far too much.',
  );
  expect([given, left]).toEqual([30, true]);
});
it('an answer is JSON with a success status, or refused by name', async () => {
  const read = (reply: Response) => boundedJson(reply, 100, 'The desk');
  expect(await read(new Response('{"a":1}'))).toEqual({ a: 1 });
  await expect(read(new Response('{}', { status: 404 }))).rejects.toThrow('The desk answered 404.');
  await expect(read(new Response(null, { status: 503 }))).rejects.toThrow('answered 503.');
  await expect(read(new Response('<html>'))).rejects.toThrow(
    'The desk answered something that is no JSON.',
  );
});

it('a fetch for libraries that read whole answers hands a request on and its answer back, unless that is too long or the caller has left', async () => {
  const server = createServer(async (request, reply) => {
    const { method, url, headers } = request;
    const body = await text(request);
    if (url === '/empty') return reply.writeHead(204).end();
    reply.writeHead(url === '/away' ? 302 : 201, 'As planned', {
      'x-told': 'yes',
      location: '/',
    });
    return reply.end(JSON.stringify([method, url, headers['x-asked'] ?? '', body]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const fetched = (path: string, init: object = {}, most = 1000) =>
    boundedFetch(most, 'The desk')(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', headers: { 'x-asked': 'so' }, redirect: 'manual', body: 'a body' },
      ...init,
    });
  const reply = await fetched('/path');
  expect(await reply.json()).toEqual(['POST', '/path', 'so', 'a body']);
  expect([reply.status, reply.statusText]).toEqual([201, 'As planned']);
  expect(reply.headers.get('x-told')).toBe('yes');
  expect((await fetched('/away')).status).toBe(302); // is not followed
  expect((await fetched('/empty', { method: 'GET', body: undefined })).status).toBe(204);
  await expect(fetched('/path', {}, 10)).rejects.toThrow('The desk answered far too much.');
  await expect(fetched('/path', { signal: AbortSignal.abort() })).rejects.toThrow();
  server.closeAllConnections();
  server.close();
});
