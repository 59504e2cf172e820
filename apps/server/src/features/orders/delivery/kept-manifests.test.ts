// Manifests in memory: read once for a delivery, read again for the next round, dropped with it,
// and never too many.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskBlobs } from '../../../adapters/blobs-disk.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { keptManifests } from './kept-manifests.ts';
import { type Manifest, manifestKey } from './manifest.ts';

let folder: string;
let blobs: Blobs;
let reads: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-test-'));
  const disk = await openDiskBlobs(folder);
  reads = [];
  blobs = {
    ...disk,
    read: (key, range) => {
      reads.push(key);
      return disk.read(key, range);
    },
  };
});
afterEach(() => rm(folder, { recursive: true }));

async function deliver(orderId: number, files: number): Promise<void> {
  const manifest: Manifest = {
    orderId,
    made: 1_700_000_000,
    expires: 1_800_000_000,
    simulated: false,
    missing: [],
    files: Array.from({ length: files }, (_, n) => ({
      name: `file-${n}.nc`,
      bytes: n,
      sha256: 'ab'.repeat(32),
      crc32: n,
      kind: 'data',
    })),
  };
  await blobs.put(manifestKey(orderId), JSON.stringify(manifest));
}

it('the cache of manifests reads a manifest once, also for concurrent callers, and again when the order was made again', async () => {
  await deliver(1, 3);
  const manifests = keptManifests(blobs);
  const [first, second] = await Promise.all([manifests(1, 10), manifests(1, 10)]);
  expect(await manifests(1, 10)).toBe(first);
  expect(second).toBe(first);
  expect(first?.byName.get('file-2.nc')).toMatchObject({ bytes: 2 });
  expect(first?.zip()).toBe(first?.zip());
  expect(reads).toHaveLength(1);
  await deliver(1, 4);
  expect((await manifests(1, 20))?.byName.size).toBe(4);
  expect(reads).toHaveLength(2);
});

it('the cache of manifests knows none that is not there, or not any more', async () => {
  const manifests = keptManifests(blobs);
  expect(await manifests(1, 10)).toBeNull();
  await deliver(1, 3);
  expect(await manifests(1, 10)).not.toBeNull();
  await blobs.removeAll('1');
  expect(await manifests(1, 10)).toBeNull();
});

it('the cache of manifests forgets what was used longest ago when they hold too many files', async () => {
  for (const orderId of [1, 2, 3, 4]) await deliver(orderId, 20_000);
  const manifests = keptManifests(blobs);
  for (const orderId of [1, 2, 3, 1, 4]) await manifests(orderId, 10);
  expect(reads).toHaveLength(4);
  await manifests(1, 10);
  expect(reads).toHaveLength(4);
  await manifests(2, 10);
  expect(reads).toHaveLength(5);
});
