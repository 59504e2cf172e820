// Forms in parts: all bytes that come are counted, also those that belong to no field.
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Http } from './http.ts';
import { anonymousHttp } from './testing/anonymous-http.ts';

const take = defineCall({
  method: 'POST',
  path: '/take',
  tag: 'pages',
  summary: 'Takes a form',
  session: 'none',
  body: z.object({ name: z.string() }),
  answer: z.object({ taken: z.string() }),
});
const FORM = { 'content-type': 'multipart/form-data; boundary=cut' };
const FIELD = '--cut\r\ncontent-disposition: form-data; name="name"\r\n\r\nada\r\n--cut--\r\n';
const PIECE = Buffer.alloc(64 << 10, 'x');

let http: Http<never>;
beforeEach(async () => {
  http = await anonymousHttp();
  http.route(take, async ({ body }) => ({ taken: body.name }));
});
afterEach(() => http.app.close());

function* bytes(before: number) {
  for (let n = 0; n < before; n++) yield PIECE;
  yield Buffer.from(`\r\n${FIELD}`);
}
const send = (before: number) =>
  http.app.inject({
    method: 'POST',
    url: '/take',
    headers: FORM,
    payload: Readable.from(bytes(before)),
  });

it('takes a form with some words before it', async () => {
  const reply = await send(2);
  expect([reply.statusCode, reply.json()]).toEqual([200, { taken: 'ada' }]);
});

it('refuses a form that is mostly no form', async () => {
  const reply = await send(200);
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'too-large']);
});

it('refuses one that says how long it will be, before it is there', async () => {
  const reply = await http.app.inject({
    method: 'POST',
    url: '/take',
    headers: { ...FORM, 'content-length': String(1 << 30) },
    payload: '',
  });
  expect([reply.statusCode, reply.json().message]).toEqual([
    413,
    'A form takes at most 3 MiB of text.',
  ]);
});

it('answers one that never begins', async () => {
  await http.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.app.server.address() as AddressInfo; // it listens on a port
  const socket = connect(port, '127.0.0.1');
  const heard = await new Promise<string>((resolve) => {
    socket.on('error', () => {});
    socket.once('data', (data) => resolve(String(data)));
    socket.write(
      `POST /take HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const pour = (): void => {
      while (!socket.destroyed && socket.write(`10000\r\n${PIECE}\r\n`));
      socket.once('drain', pour);
    };
    pour();
  });
  socket.destroy();
  expect(heard).toMatch(/^HTTP\/1\.1 413 /);
});
