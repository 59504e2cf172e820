// Files larger than all buffers come out as they went in, even many at once and when clients leave
// early.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { pourFile } from './pour-file.ts';

const BYTES = randomBytes(3_000_017);
let folder: string;
let path: string;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  folder = temporaryFolder();
  path = join(folder, 'file');
  writeFileSync(path, BYTES);
  app = fastify({ forceCloseConnections: true });
  app.get('/:start/:end', (request, reply) => {
    const { start, end } = request.params as { start: string; end: string };
    reply.header('x-told', 'yes').header('content-length', Number(end) - Number(start));
    return pourFile(reply, path, Number(start), Number(end));
  });
  app.get('/in-chunks', (_request, reply) => pourFile(reply, path, 0, BYTES.length));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const ask = async (start: number, end: number) => {
  const answer = await fetch(`${origin}/${start}/${end}`);
  return { told: answer.headers.get('x-told'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

it('a file that is poured into an answer comes whole and in part, with the headers that were set', async () => {
  for (const [start, end] of [
    [0, BYTES.length],
    [1, 2],
    [262_143, 1_000_001],
  ] as const) {
    const { told, bytes } = await ask(start, end);
    expect([told, bytes.equals(BYTES.subarray(start, end))]).toEqual(['yes', true]);
  }
});

it('a file that is poured into an answer comes to many at once, and others do not mind who leaves', async () => {
  const leaving = new AbortController();
  const left = fetch(`${origin}/0/${BYTES.length}`, { signal: leaving.signal });
  const others = Promise.all(Array.from({ length: 20 }, () => ask(0, BYTES.length)));
  await left.then(() => leaving.abort());
  for (const { bytes } of await others) expect(bytes.equals(BYTES)).toBe(true);
});

it('a file that is poured into an answer comes in parts as long as before once other answers have ended', async () => {
  const before = await firstChunk();
  await Promise.all(Array.from({ length: 40 }, () => ask(0, 10)));
  await expect(ask(0, BYTES.length + 1000)).rejects.toThrow();
  expect(await firstChunk()).toBe(before);
});

it('a file that is poured into an answer is cut, not filled up, when it is shorter than was promised', async () => {
  await expect(ask(0, BYTES.length + 1000)).rejects.toThrow();
});

/** Bytes of the first part that is sent of the whole file. */
async function firstChunk(): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write('GET /in-chunks HTTP/1.1\r\nhost: isobar.test\r\n\r\n');
  let text = '';
  for await (const bytes of socket) {
    text += bytes.toString('latin1');
    const size = /\r\n\r\n([0-9a-f]+)\r\n/.exec(text)?.[1];
    if (size) return Number.parseInt(size, 16);
  }
  throw new Error('There is no chunk.');
}
