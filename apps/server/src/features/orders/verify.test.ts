// Verifying deliveries: unchanged ones are made again byte for byte; whatever was tampered with is named.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ArchiveStore } from '../../ports/archive.ts';
import { workOff } from '../../roles/worker.ts';
import { readManifest } from './delivery/manifest.ts';
import { type Customer, customerOf } from './testing/customer.ts';
import { addMetDays, type OrderHouse, openOrderHouse, requestOf } from './testing/order-house.ts';
import { verifyOrder } from './verify.ts';

const MET = 'sgpmetE13.b1';
let house: OrderHouse;
let ada: Customer;
beforeEach(async () => {
  house = await openOrderHouse();
  ada = await customerOf(house);
});
afterEach(() => house.close());

const verify = (orderId: number) =>
  verifyOrder({ archive: house.worker.archive, blobs: house.blobs }, orderId);

it('names what was changed in the delivery and in the archive', async () => {
  const [first, second] = await addMetDays(house, MET, 3);
  const orderId = await ada.place(
    requestOf(MET, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }),
  );
  await house.work();
  expect((await verify(orderId)).differences).toEqual([]);
  const made = (name: string) => name.replace('.cdf', '.custom.cdf');
  const delivered = join(house.home, 'deliveries', String(orderId), 'files');
  await writeFile(join(delivered, made(first!)), 'spoilt');
  await rm(join(house.archiveFolder, second!));
  expect((await verify(orderId)).differences).toEqual([
    `${made(first!)} was changed since it was delivered.`,
    `${second} is no longer in the archive.`,
    `${made(second!)} was not made again.`,
  ]);
  await expect(verify(1)).rejects.toMatchObject({ code: 'not-found' });
});

it('fetches from a far archive once what it delivers in two formats', async () => {
  await addMetDays(house, MET, 4);
  const orderId = await ada.place(
    requestOf(
      MET,
      '2019-01-01',
      '2019-01-04',
      { variables: ['rh_mean'] },
      { outputFormat: ['ANDR', 'NCSV'] },
    ),
  );
  const { localPath: _, ...far } = house.worker.archive;
  const opened: string[] = [];
  const archive: ArchiveStore = {
    ...far,
    open: (path) => {
      opened.push(path);
      return far.open(path);
    },
  };
  while ((await workOff({ ...house.worker, archive })) > 0);
  expect(opened).toHaveLength(4);
  expect(
    (await readManifest(house.blobs, orderId))?.files.filter((f) => f.kind === 'data'),
  ).toHaveLength(8);
  expect((await verify(orderId)).differences).toEqual([]);
});
