// Forms in parts: all bytes that come are counted, also those that belong to no field.
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { defineCall } from '@isobar/contract/calls/call.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anonymousHttp } from '../testing/anonymous-http.ts';
import type { Http } from './http.ts';

const take = defineCall({
  method: 'POST',
  path: '/take',
  tag: 'pages',
  summary: 'Takes a form',
  session: 'none',
  body: z.object({ name: z.string() }),
  answer: z.object({ taken: z.string() }),
});
const keep = defineCall({
  ...take,
  path: '/keep',
  body: z.record(z.string(), z.unknown()),
  answer: z.record(z.string(), z.unknown()),
});
const FORM = { 'content-type': 'multipart/form-data; boundary=cut' };
const FIELD = '--cut\r\ncontent-disposition: form-data; name="name"\r\n\r\nada\r\n--cut--\r\n';
const PIECE = Buffer.alloc(64 << 10, 'x');

let http: Http<never>;
beforeEach(async () => {
  http = await anonymousHttp();
  http.route(take, async ({ body }) => ({ taken: body.name }));
  http.route(keep, async ({ body }) => body);
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

it('the form reader takes a form with some words before it', async () => {
  const reply = await send(2);
  expect([reply.statusCode, reply.json()]).toEqual([200, { taken: 'ada' }]);
});

it('the form reader refuses a form with too much before and after its fields', async () => {
  const reply = await send(200);
  expect([reply.statusCode, reply.json().code]).toEqual([413, 'too-large']);
});

it('the form reader refuses a form by its stated length, before it arrives', async () => {
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

it('the form reader answers a form that never begins', async () => {
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

const part = (name: string, value: string, headers = ''): string =>
  `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`;
const END = '--cut--\r\n';
const keeping = async (payload: string, type = FORM['content-type']) => {
  const headers = { 'content-type': type };
  const reply = await http.app.inject({ method: 'POST', url: '/keep', headers, payload });
  return [reply.statusCode, reply.json()] as const;
};
const many = (one: (n: number) => string) => Array.from({ length: 20_000 }, (_, n) => one(n));

it.each<[string, string, object]>([
  [
    'a boundary that is none inside a value',
    part('a', '1\r\n--cu\r\n-cut\r\n --cut'),
    { a: '1\r\n--cu\r\n-cut\r\n --cut' },
  ],
  ['a boundary inside a line', part('a', '1--cut--2'), { a: '1--cut--2' }],
  ['the same name twice', part('a', '1') + part('a', '2'), { a: ['1', '2'] }],
  ['the same name thrice', part('a', '1').repeat(3), { a: ['1', '1', '1'] }],
  ['NUL in a name and a value', part('a\0b', '\0'), { 'a\0b': '\0' }],
  [
    'a form in a form',
    part(
      'a',
      '--in\r\ncontent-disposition: form-data; name="b"\r\n\r\n1\r\n--in--',
      'content-type: multipart/mixed; boundary=in\r\n',
    ),
    { a: '--in\r\ncontent-disposition: form-data; name="b"\r\n\r\n1\r\n--in--' },
  ],
  [
    'an encoding that is not undone',
    part('a', 'MQ==', 'content-transfer-encoding: base64\r\n'),
    { a: 'MQ==' },
  ],
  ['an unknown charset', part('a', '1', 'content-type: text/plain; charset=x%\r\n'), { a: '1' }],
  [
    'fifty fields',
    many((n) => part(`f${n}`, '1'))
      .slice(0, 50)
      .join(''),
    expect.anything(),
  ],
])('%s: are read as they are', async (_, form, body) => {
  expect(await keeping(form + END)).toEqual([200, body]);
});

it.each<[string, string, number]>([
  ['thousands of small fields', many((n) => part(`f${n}`, '1')).join('') + END, 413],
  ['thousands of one name', part('a', '1').repeat(20_000) + END, 413],
  ['thousands of empty parts', '--cut\r\n\r\n\r\n'.repeat(20_000) + END, 413],
  ['a header without an end', `--cut\r\nx: ${'y'.repeat(200_000)}`, 400],
  ['a field without a name', `--cut\r\ncontent-disposition: form-data\r\n\r\n1\r\n${END}`, 400],
  ['a field with an empty name', part('', '1') + END, 400],
  ['a name that objects know', part('constructor', '1') + END, 400],
  ['__proto__', part('__proto__', '{"a":1}') + END, 400],
  ['no end', part('a', '1'), 400],
  ['bare line feeds', `${part('a', '1')}${END}`.replaceAll('\r\n', '\n'), 400],
  [
    'a file',
    `--cut\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n${END}`,
    400,
  ],
])('%s: are refused, with a reason', async (_, form, status) => {
  const [code, body] = await keeping(form);
  expect([code, body.message]).toEqual([status, expect.stringMatching(/ form/i)]);
});

it.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
])('malformed forms with the type %s are refused', async (type) => {
  expect((await keeping(part('a', '1') + END, type))[0]).toBe(400);
});
