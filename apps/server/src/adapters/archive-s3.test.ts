// An S3 store as an archive: keeps to the port, lists page after page, and fetches little.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveSuite } from '../ports/testing/archive-suite.ts';
import { openS3Archive } from './archive-s3.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const MET = 'sgp/sgpmetE13.b1.20190101.000000.cdf';
const BYTES = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, n) => (n * 7) % 251));
let server: S3Server;
beforeEach(async () => {
  server = await startS3Server('archive');
  for (const path of [MET, 'b & c/d <1>.nc', 'e.nc', 'f.nc', 'g/h/i.nc'])
    server.objects.set(`some/prefix/${path}`, BYTES);
  server.objects.set('some/prefix/empty.nc', Buffer.alloc(0));
  server.objects.set('some/prefix/folder/', Buffer.alloc(0));
  server.objects.set('some/prefix/.hidden/x.nc', BYTES);
  server.objects.set('some/prefix/a/../../x.nc', BYTES);
  server.objects.set('some/other.nc', BYTES);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const archive = () => openS3Archive('s3://archive/some/prefix');

describe('the archive in an S3 store', () => {
  archiveSuite(archive);

  it('lists all pages below its prefix, without hidden names and folders', async () => {
    const paths: string[] = [];
    const skipped: string[] = [];
    const store = await archive();
    for await (const entry of store.list((path) => skipped.push(path))) paths.push(entry.path);
    expect(paths.sort()).toEqual(
      [MET, 'b & c/d <1>.nc', 'e.nc', 'empty.nc', 'f.nc', 'g/h/i.nc'].sort(),
    );
    expect(skipped).toEqual(['a/../../x.nc']);
    await store.close();
  });

  it('learns size and header in one request, and reads ahead in growing pieces', async () => {
    const store = await archive();
    const source = await store.open(MET);
    expect(Buffer.from(await source.read(10, 1000))).toEqual(BYTES.subarray(10, 1010));
    expect(server.requests).toEqual([`GET some/prefix/${MET} bytes=0-65535`]);
    for (let at = 65_536; at < 290_000; at += 5000)
      expect(Buffer.from(await source.read(at, 5000))).toEqual(BYTES.subarray(at, at + 5000));
    expect(server.requests.length).toBeLessThanOrEqual(4);
    await source.close();
    await store.close();
  });

  it('gives up a file that was exchanged while it was read', async () => {
    const store = await archive();
    const source = await store.open(MET);
    server.objects.set(`some/prefix/${MET}`, Buffer.alloc(300_000, 1));
    await expect(source.read(200_000, 10)).rejects.toThrow(/exchanged while it was read/);
    await store.close();
  });

  it('says that the store does not answer, and is no empty archive then', async () => {
    const store = await archive();
    server.failing = 500;
    await expect(store.open(MET)).rejects.toMatchObject({ code: 'unavailable' });
    const first = store.list()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
  });

  it.each(['s3://', 's3://Bucket Name/x', 'https://archive/x'])(
    'refuses the address %j',
    async (address) => {
      await expect(openS3Archive(address)).rejects.toMatchObject({ code: 'bad-request' });
    },
  );
});
