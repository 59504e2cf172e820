// Verifying deliveries: unchanged ones are made again byte for byte; whatever was tampered with is
// named.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import type { ArchiveStore } from '../../ports/archive.ts';
import { workOff } from '../../roles/worker.ts';
import { readManifest } from './delivery/manifest.ts';
import { openedForEach } from './testing/opened-for-each.ts';
import { addMetDays, requestOf } from './testing/order-fixture.ts';
import { verifyOrder } from './verify.ts';

const MET = 'sgpmetE13.b1';
const here = openedForEach();

const verify = (orderId: number) =>
  verifyOrder({ archive: here.house.worker.archive, blobs: here.house.blobs }, orderId);

it('the verification names what was changed in the delivery and in the archive', async () => {
  const [first, second] = await addMetDays(here.house, MET, 3);
  const orderId = await here.ada.place(
    requestOf(MET, '2019-01-01', '2019-01-03', { variables: ['temp_mean'] }),
  );
  await here.house.work();
  expect((await verify(orderId)).differences).toEqual([]);
  const made = (name: string) => name.replace('.cdf', '.custom.cdf');
  const delivered = join(here.house.home, 'deliveries', String(orderId), 'files');
  await writeFile(join(delivered, made(first!)), 'spoilt');
  await rm(join(here.house.archiveFolder, second!));
  expect((await verify(orderId)).differences).toEqual([
    `${made(first!)} was changed since it was delivered.`,
    `${second} is no longer in the archive.`,
    `${made(second!)} was not made again.`,
  ]);
  await expect(verify(1)).rejects.toMatchObject({ code: 'not-found' });
});

it('the verification calls no file lost while the archive is away, and ends with nothing when it is stopped', async () => {
  const [first] = await addMetDays(here.house, MET, 1);
  const orderId = await here.ada.place(requestOf(MET, '2019-01-01', '2019-01-01'));
  await here.house.work();
  const { archive: whole } = here.house.worker;
  const { blobs } = here.house;
  const failing = (reason: () => Error): ArchiveStore => ({
    ...whole,
    open: () => Promise.reject(reason()),
  });
  const away = failing(() => new Problem('unavailable', 'The archive is away.'));
  await expect(verifyOrder({ archive: away, blobs }, orderId)).rejects.toThrow('away');
  const stop = new AbortController();
  const stopped = failing(() => {
    stop.abort(new Error('stopped'));
    return new Error('closed');
  });
  const { signal } = stop;
  await expect(verifyOrder({ archive: stopped, blobs, signal }, orderId)).rejects.toThrow(
    'stopped',
  );
  const lost = failing(() => new Problem('not-found', 'There is no such file.'));
  const { differences } = await verifyOrder({ archive: lost, blobs }, orderId);
  expect(differences[0]).toBe(`${first} is no longer in the archive.`);
});

it('the verification fetches from a remote archive once what it delivers in two formats', async () => {
  await addMetDays(here.house, MET, 4);
  const orderId = await here.ada.place(
    requestOf(
      MET,
      '2019-01-01',
      '2019-01-04',
      { variables: ['rh_mean'] },
      { outputFormat: ['ANDR', 'NCSV'] },
    ),
  );
  const { localPath: _, ...far } = here.house.worker.archive;
  const opened: string[] = [];
  const archive: ArchiveStore = {
    ...far,
    open: (path) => {
      opened.push(path);
      return far.open(path);
    },
  };
  while ((await workOff({ ...here.house.worker, archive })) > 0);
  expect(opened).toHaveLength(4);
  expect(
    (await readManifest(here.house.blobs, orderId))?.files.filter((f) => f.kind === 'data'),
  ).toHaveLength(8);
  expect((await verify(orderId)).differences).toEqual([]);
});
