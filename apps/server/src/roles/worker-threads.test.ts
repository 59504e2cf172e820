// The worker in threads: works an order off while the event loop of this thread goes on ticking,
// and stops on request.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { readManifest } from '../features/orders/delivery/manifest.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from '../features/orders/testing/order-fixture.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { startWorkerThreads } from './worker-threads.ts';

let house: OrderFixture;
let home: string;
beforeEach(async () => {
  house = await openOrderFixture();
  home = temporaryFolder();
});
afterEach(() => house.close());

it('the worker works an order off from its own adapters', async () => {
  const { headers } = await house.signIn('ada');
  await addMetDays(house, 'sgpmetE13.b1', 2);
  const placed = await house.place(
    headers,
    requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02', { variables: ['rh_mean'] }),
  );
  const { orderId } = placed.json();
  // the store as it is now, before any worker opens it
  await cp(house.folder, home, { recursive: true });
  const configuration = readConfiguration({
    ISOBAR_HOME: home,
    ISOBAR_ARCHIVE: house.archiveFolder,
    ISOBAR_LOG: 'silent',
  });
  const worker = await startWorkerThreads(configuration, '1.9.5', createLog('silent'));
  const blobs = await openDiskBlobs(join(home, 'deliveries'));
  let manifest = await readManifest(blobs, orderId);
  for (let i = 0; i < 400 && !manifest; i++) {
    await sleep(50);
    manifest = await readManifest(blobs, orderId);
  }
  await worker.stop();
  expect(manifest?.files.filter((file) => file.kind === 'data')).toHaveLength(2);
  expect(manifest?.simulated).toBe(false);
});
