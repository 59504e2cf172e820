// Blobs in an S3 store that others wrote: they keep to the port, go in parts, and fail in words.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { blobsSuite } from '../ports/testing/blobs-suite.ts';
import { openS3Blobs, type S3Blobs } from './blobs-s3.ts';
import { openS3 } from './s3-client.ts';
import { hasMoto, type Moto, startMoto } from './testing/moto.ts';

describe.skipIf(!hasMoto)('blobs in an S3 store (needs moto)', () => {
  let moto: Moto;
  let scratch: string;
  let prefixes = 0;
  const opened: S3Blobs[] = [];
  beforeAll(async () => {
    moto = await startMoto('deliveries');
    scratch = temporaryFolder();
  });
  afterAll(async () => {
    moto.close();
  });
  beforeEach(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_MAX_ATTEMPTS', '2');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    for (const blobs of opened.splice(0)) blobs.close();
  });

  async function open(endpoint = moto.url, address = `s3://deliveries/p${prefixes++}`) {
    const blobs = await openS3Blobs(address, { endpoint, patienceMs: 3000 });
    opened.push(blobs);
    return blobs;
  }

  blobsSuite(async () => ({ blobs: await open(), scratch }));

  it('blobs in an S3 store see nothing outside their prefix, and remove nothing there', async () => {
    const address = `s3://deliveries/p${prefixes++}`;
    const inner = await open(moto.url, address);
    const beside = await open(moto.url, `${address}1`);
    await inner.put('1/a', 'in');
    await beside.put('1/a', 'beside');
    await inner.removeAll('1');
    expect(await inner.stat('1/a')).toBeNull();
    expect(await text(await beside.read('1/a'))).toBe('beside');
    expect(await inner.folders()).toEqual([]);
  });

  it('blobs in an S3 store take a file of several parts whole, and give any range of it', async () => {
    const blobs = await open();
    const bytes = randomBytes((17 << 20) + 3);
    const file = join(scratch, 'large.nc');
    await writeFile(file, bytes);
    await blobs.putFile('1/data/large.nc', file);
    expect(await blobs.stat('1/data/large.nc')).toEqual({
      key: '1/data/large.nc',
      bytes: bytes.length,
    });
    expect((await buffer(await blobs.read('1/data/large.nc'))).equals(bytes)).toBe(true);
    const range = { start: (8 << 20) - 5, end: (8 << 20) + 5 };
    const part = await buffer(await blobs.read('1/data/large.nc', range));
    expect(part.equals(bytes.subarray(range.start, range.end))).toBe(true);
  });

  it('blobs in an S3 store list and remove more objects than one page holds', async () => {
    const blobs = await open();
    for (let from = 0; from < 1100; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => blobs.put(`1/f${from + n}`, String(from + n))),
      );
    await blobs.put('2/a', 'stays');
    let count = 0;
    for await (const _ of blobs.list('1')) count++;
    expect(count).toBe(1100);
    await blobs.removeAll('1');
    for await (const { key } of blobs.list('1')) expect.fail(`${key} is left`);
    expect(await blobs.folders()).toEqual(['2']);
  });

  it('blobs in an S3 store abort what a killed process began to send, and nothing that is under way', async () => {
    const address = `s3://deliveries/p${prefixes++}`;
    const blobs = await open(moto.url, address);
    const { sdk, client, bucket, prefix } = await openS3(address, { endpoint: moto.url });
    const begin = new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key: `${prefix}1/a.nc` });
    await client.send(begin);
    expect(await blobs.abortUnfinished(Date.UTC(2009, 0))).toBe(0); // moto dates every upload 2010
    expect(await blobs.abortUnfinished(Date.now() + 60_000)).toBe(1);
    expect(await blobs.abortUnfinished(Date.now() + 60_000)).toBe(0);
    expect(await blobs.stat('1/a.nc')).toBeNull();
    client.destroy();
  });

  describe('behind a network that fails', () => {
    let proxy: Server;
    let failing: (method: string, url: string) => 'busy' | 'silent' | null = () => null;
    beforeEach(async () => {
      const { port } = new URL(moto.url);
      proxy = createServer((request, reply) => {
        const how = failing(request.method ?? '', request.url ?? '');
        if (how === 'silent') return;
        if (how === 'busy') {
          request.resume();
          reply.writeHead(503).end();
          return;
        }
        const onward = httpRequest(
          {
            host: '127.0.0.1',
            port,
            method: request.method,
            path: request.url,
            headers: request.headers,
          },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(reply);
          },
        );
        request.pipe(onward);
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
    });
    afterEach(() => {
      failing = () => null;
      proxy.closeAllConnections();
      proxy.close();
    });
    // it listens on a port
    const through = () => open(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);

    it('blobs are put whole behind a network that fails although each part is refused once', async () => {
      const refused = new Set<string>();
      failing = (method, url) => {
        if (method !== 'PUT' || refused.has(url)) return null;
        refused.add(url);
        return 'busy';
      };
      const blobs = await through();
      const bytes = randomBytes((9 << 20) + 1);
      const file = join(scratch, 'refused.nc');
      await writeFile(file, bytes);
      await blobs.putFile('1/a.nc', file);
      expect(refused.size).toBeGreaterThan(1);
      expect((await buffer(await blobs.read('1/a.nc'))).equals(bytes)).toBe(true);
    });

    it('blobs are absent behind a network that fails, and no parts are left, where a part is always refused', async () => {
      failing = (method, url) => (method === 'PUT' && url.includes('partNumber=2') ? 'busy' : null);
      const blobs = await through();
      const file = join(scratch, 'never.nc');
      await writeFile(file, randomBytes((9 << 20) + 1));
      await expect(blobs.putFile('1/a.nc', file)).rejects.toMatchObject({ code: 'unavailable' });
      expect(await blobs.stat('1/a.nc')).toBeNull();
      expect(await blobs.abortUnfinished(Date.now() + 60_000)).toBe(0);
    });

    it('blobs in a store that does not answer say that it is away', async () => {
      const blobs = await through();
      failing = () => 'silent';
      await expect(blobs.put('1/a', 'x')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('no answer in 3 s'),
      });
      await expect(blobs.stat('1/a')).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
});
