// An S3 store as an archive: keeps to the port, lists page after page, and fetches little.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ClassicWriter, openDataset } from '@isobar/netcdf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REAL_ARCHIVE } from '../../../../fixtures/real-files.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
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

  it('the archive in an S3 store lists all pages below its prefix, without hidden names and folders', async () => {
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

  it('the archive in an S3 store finds the description of a table of text beside it, and nowhere else', async () => {
    server.objects.set('some/prefix/t/x.csv', Buffer.from('when,t\n2020-01-01,5\n'));
    server.objects.set('some/prefix/t/csv.json', Buffer.from('{"time": {"column": "when"}}'));
    server.objects.set('some/prefix/y.csv', Buffer.from('when,t\n2020-01-01,5\n'));
    const store = await archive();
    const dataset = await openDataset(await store.open('t/x.csv'));
    expect(await dataset.read('t')).toEqual(Float64Array.of(5));
    await dataset.close();
    await expect(openDataset(await store.open('y.csv'))).rejects.toThrow('needs a description');
    await store.close();
  });

  it('the archive in an S3 store learns size and header in one request, and reads ahead in growing pieces', async () => {
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

  it('the archive in an S3 store abandons a file that was replaced while it was read', async () => {
    const store = await archive();
    const source = await store.open(MET);
    server.objects.set(`some/prefix/${MET}`, Buffer.alloc(300_000, 1));
    await expect(source.read(200_000, 10)).rejects.toThrow(/exchanged while it was read/);
    await store.close();
  });

  it('the archive in an S3 store says that the store does not answer, and is no empty archive then', async () => {
    const store = await archive();
    server.failing = 500;
    await expect(store.open(MET)).rejects.toMatchObject({ code: 'unavailable' });
    const first = store.list()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
  });

  it('the archive in an S3 store skips and reports objects that are stored offline', async () => {
    server.offLine.add('some/prefix/e.nc');
    const skipped: string[] = [];
    const paths: string[] = [];
    const store = await archive();
    for await (const { path } of store.list((...told) => skipped.push(told.join(': '))))
      paths.push(path);
    expect(paths).not.toContain('e.nc');
    expect(skipped).toContain('e.nc: It is stored off line.');
    await store.close();
  });

  it('the archive in an S3 store retries when the store is busy or the connection breaks, and fails after the last attempt', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '3');
    const store = await archive();
    server.busy = 2;
    server.broken = 1;
    const source = await store.open(MET);
    server.broken = 2;
    expect(Buffer.from(await source.read(290_000, 10_000))).toEqual(BYTES.subarray(290_000));
    server.broken = 4;
    await expect(source.read(150_000, 10)).rejects.toMatchObject({ code: 'unavailable' });
    expect(Buffer.from(await source.read(150_000, 10))).toEqual(BYTES.subarray(150_000, 150_010));
    await source.close();
    await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'closed' });
    await store.close();
  });

  it('the archive in an S3 store is no empty archive when nothing is below its prefix', async () => {
    const store = await openS3Archive('s3://archive/none');
    const first = store.list()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'not-found' });
    await store.close();
  });

  it('the archive in an S3 store is found by its own setting, before those of other programs, and by options', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9');
    vi.stubEnv('ISOBAR_S3_ENDPOINT', server.url);
    const store = await archive();
    await (await store.open('e.nc')).close();
    await store.close();
    vi.stubEnv('ISOBAR_S3_ENDPOINT', 'http://127.0.0.1:9');
    const told = await openS3Archive('s3://archive/some/prefix/', { endpoint: server.url });
    await (await told.open('e.nc')).close();
    await told.close();
  });

  it('the archive in an S3 store opens a NetCDF file with as many requests as it has blocks, and reads its values', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'made.nc');
    const writer = await ClassicWriter.create(
      file,
      {
        dimensions: [{ name: 'time', length: 30_000, unlimited: true }],
        attributes: [],
        variables: [{ name: 'temp', type: 'float', dimensions: ['time'], attributes: [] }],
      },
      30_000,
    );
    const values = Float32Array.from({ length: 30_000 }, (_, n) => n / 4);
    await writer.writeRecords(new Map([['temp', values]]), 30_000);
    await writer.close();
    server.objects.set('some/prefix/made.nc', readFileSync(file));
    await rm(folder, { recursive: true });
    const store = await archive();
    const dataset = await openDataset(await store.open('made.nc'));
    expect(server.requests).toHaveLength(1);
    expect(await dataset.read('temp')).toEqual(values);
    expect(server.requests.length).toBeLessThanOrEqual(2);
    await dataset.close();
    await store.close();
  });

  it.each([
    ['[P142] a classic file', 'sgpmetE13.b1.20190101.000000.cdf', 'cdf1'],
    ['[P142] a NetCDF-4 file', 'sgpmetE13.b1.20190508.000000.cdf', 'netcdf4'],
  ])('the archive in an S3 store reads %s as it is on disk', async (_, name, format) => {
    server.objects.set(`some/prefix/${name}`, readFileSync(join(REAL_ARCHIVE, name)));
    const store = await archive();
    const [distant, local] = [
      await openDataset(await store.open(name)),
      await openDataset(join(REAL_ARCHIVE, name)),
    ];
    expect(distant.format).toBe(format);
    expect(distant.variables).toEqual(local.variables);
    expect(distant.attributes).toEqual(local.attributes);
    expect(await distant.read('temp_mean')).toEqual(await local.read('temp_mean'));
    expect(server.requests.length).toBeLessThan(10);
    await distant.close();
    await local.close();
    await store.close();
  });

  it.each(['s3://', 's3://archive/a/../b', 's3://Bucket Name/x', 'https://archive/x'])(
    'the archive in an S3 store refuses the address %j',
    async (address) => {
      await expect(openS3Archive(address)).rejects.toMatchObject({ code: 'bad-request' });
    },
  );
});

it('a store that accepts connections and never answers is refused in good time, listed or opened', async () => {
  const frozen = createServer(() => undefined);
  frozen.listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  const { port } = frozen.address() as AddressInfo; // it listens on a port
  vi.stubEnv('AWS_MAX_ATTEMPTS', '3');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
  const console = [vi.spyOn(globalThis.console, 'warn'), vi.spyOn(globalThis.console, 'error')];
  const warn = vi.fn();
  const store = await openS3Archive('s3://archive/some/prefix', {
    patienceMs: 400,
    log: { warn },
  });
  const began = performance.now();
  await expect(store.open(MET)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/TimeoutError/),
  });
  await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'unavailable',
  });
  // two calls of three attempts, on a busy machine
  expect(performance.now() - began).toBeLessThan(20_000);
  for (const line of console) expect(line).not.toHaveBeenCalled();
  await store.close();
  frozen.closeAllConnections();
  frozen.close();
});
