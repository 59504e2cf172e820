// Files larger than all buffers come out as they went in, even many at once and when clients leave early.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const ask = async (start: number, end: number) => {
  const answer = await fetch(`${origin}/${start}/${end}`);
  return { told: answer.headers.get('x-told'), bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('a file that is poured into an answer', () => {
  it('comes whole and in part, with the headers that were set', async () => {
    for (const [start, end] of [
      [0, BYTES.length],
      [1, 2],
      [262_143, 1_000_001],
    ] as const) {
      const { told, bytes } = await ask(start, end);
      expect([told, bytes.equals(BYTES.subarray(start, end))]).toEqual(['yes', true]);
    }
  });

  it('comes to many at once, and others do not mind who leaves', async () => {
    const leaving = new AbortController();
    const left = fetch(`${origin}/0/${BYTES.length}`, { signal: leaving.signal });
    const others = Promise.all(Array.from({ length: 20 }, () => ask(0, BYTES.length)));
    await left.then(() => leaving.abort());
    for (const { bytes } of await others) expect(bytes.equals(BYTES)).toBe(true);
  });

  it('is cut, not filled up, when it is shorter than was promised', async () => {
    await expect(ask(0, BYTES.length + 1000)).rejects.toThrow();
  });
});
