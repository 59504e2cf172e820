// Inventories of a bucket in the form in which Amazon S3 writes them, in a bucket and in a folder.
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openInventory } from './s3-inventory.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

let server: S3Server;
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  server = await startS3Server('archive');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const SCHEMA =
  'Bucket, Key, VersionId, IsLatest, IsDeleteMarker, Size, LastModifiedDate, StorageClass';
const line = (key: string, rest: readonly string[] = []) => {
  const [latest = 'true', deleted = 'false', size = '1234', storage = 'STANDARD'] = rest;
  const cells = ['archive', key, 'v1', latest, deleted, size, '2019-01-02T03:04:05.000Z', storage];
  return cells.map((cell) => `"${cell}"`).join(',');
};
const ROWS = [
  line('some/prefix/sgp/sgpmetE13.b1.20190101.000000.cdf'),
  line('some/prefix/with+space+and+%2B%2C%22.nc'),
  line('some/prefix/%C3%85lesund.nc'),
  line('some/prefix/old.nc', ['false']),
  line('some/prefix/deleted.nc', ['true', 'true', '']),
  line('some/prefix/no-size.nc', ['true', 'false', '']),
  line('some/prefix/cold.nc', ['true', 'false', '5', 'GLACIER']),
  line('some/prefix/folder/', ['true', 'false', '0']),
  line('some/prefix/.hidden/x.nc'),
  line('some/prefixes/x.nc'),
];
const DATA = gzipSync(`${ROWS.join('\n')}\n`);
const KEY = 'lists/archive/daily/data/2f0b.csv.gz';
const MANIFEST = {
  sourceBucket: 'archive',
  destinationBucket: 'arn:aws:s3:::archive',
  version: '2016-11-30',
  creationTimestamp: '1546398000000',
  fileFormat: 'CSV',
  fileSchema: SCHEMA,
  files: [
    { key: KEY, size: DATA.length, MD5checksum: createHash('md5').update(DATA).digest('hex') },
  ],
};
const ADDRESS = 's3://archive/lists/archive/daily/2019-01-02T00-00Z/manifest.json';
const PLACE = { bucket: 'archive', prefix: 'some/prefix/' };

function store(manifest: object, data: Buffer = DATA): void {
  const key = ADDRESS.slice('s3://archive/'.length);
  server.objects.set(key, Buffer.from(JSON.stringify(manifest)));
  server.objects.set(KEY, data);
}

async function listed(address: string) {
  const inventory = await openInventory(address, PLACE);
  const skipped: string[] = [];
  const entries = [];
  for await (const entry of inventory.list((path) => skipped.push(path))) entries.push(entry);
  await inventory.close();
  return { entries, skipped };
}
const modified = Date.UTC(2019, 0, 2, 3, 4, 5);
const EXPECTED = [
  'sgp/sgpmetE13.b1.20190101.000000.cdf',
  'with space and +,".nc',
  'Ålesund.nc',
].map((path) => ({ path, size: 1234, modified }));

it('an inventory in a bucket lists the present files of the archive with sizes and dates', async () => {
  store(MANIFEST);
  expect(await listed(ADDRESS)).toEqual({ entries: EXPECTED, skipped: ['no-size.nc', 'cold.nc'] });
});

it('an inventory that was copied to a folder lists the same', async () => {
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, '2019-01-02T00-00Z'));
  await writeFile(join(folder, 'data/2f0b.csv.gz'), DATA);
  const manifest = join(folder, '2019-01-02T00-00Z/manifest.json');
  await writeFile(manifest, JSON.stringify(MANIFEST));
  expect((await listed(manifest)).entries).toEqual(EXPECTED);
  await rm(join(folder, 'data'), { recursive: true });
  await expect(listed(manifest)).rejects.toThrow('2f0b.csv.gz is not beside its manifest');
});

it.each([
  ['of another bucket', { sourceBucket: 'other' }, 'is one of the bucket other'],
  ['in another format', { fileFormat: 'ORC' }, 'only CSV is read'],
  ['without dates', { fileSchema: 'Bucket, Key, Size' }, 'has no column LastModifiedDate'],
  ['that is something else', { files: 'none' }, 'is no manifest.json'],
])('an inventory %s is refused', async (_, change, why) => {
  store({ ...MANIFEST, ...change });
  await expect(listed(ADDRESS)).rejects.toThrow(why);
});

it.each([
  ['cut short', DATA.subarray(0, DATA.length - 20)],
  ['another one', gzipSync(`${ROWS.slice(1).join('\n')}\n`)],
])('an inventory of which a file is %s fails before its end', async (_, data) => {
  store(MANIFEST, Buffer.from(data));
  await expect(listed(ADDRESS)).rejects.toMatchObject({ code: 'unavailable' });
});

it('a line of an inventory that is longer than any key is refused before all of it is held', async () => {
  const endless = gzipSync(`${ROWS[0]}\n${'x'.repeat(3_000_000)}\n`);
  store({ ...MANIFEST, files: [{ key: KEY }] }, endless);
  await expect(listed(ADDRESS)).rejects.toThrow('Max Record Size');
});

it('an inventory whose manifest is missing or malformed is refused', async () => {
  await expect(listed(ADDRESS)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(listed(join(folder, 'manifest.json'))).rejects.toMatchObject({ code: 'not-found' });
});
