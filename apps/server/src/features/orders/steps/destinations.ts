// Further places of a delivery: a person's notebook folder and drop box, and the folder of a bulk-transfer tool.
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DELIVERY_BITS } from '@isobar/contract/orders/delivery.ts';
import { requirePerson } from '../../../core/accounts/people.ts';
import { projectFolder } from '../../../core/staging/projects.ts';
import {
  copyDurably,
  ensureFolder,
  flushFile,
  flushFolder,
  giveName,
  linkOrCopy,
} from '../../../platform/disk.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { blobKey, type Manifest } from '../delivery/manifest.ts';
import { deliverToDropBox } from '../drop-box/deliver.ts';
import type { Missing } from '../order.ts';
import { atOnce } from './at-once.ts';
import type { StepInput } from './step.ts';

/** Where a transfer tool (Globus, rsync, a mounted disk) finds deliveries: a folder per person and order. */
export const transferFolder = (home: string, personId: string, orderId: number): string =>
  join(home, 'transfer', personId, folderName(orderId));

/** Files brought at once. */
const FILES_BROUGHT_AT_ONCE = 8;

export const folderName = (orderId: number): string => `order-${orderId}`;

/** Copies what is not there yet. A destination that does not take it is told, and holds nothing else up. */
export async function deliverElsewhere(input: StepInput, manifest: Manifest): Promise<Missing[]> {
  const { line, order } = input;
  const { deliveryBits, extraDestinations } = order.request;
  const problems: Missing[] = [];
  if (deliveryBits & DELIVERY_BITS.bulkTransfer)
    await fill(
      input,
      manifest,
      transferFolder(line.settings.home, order.personId, order.orderId),
      true,
    );
  if (deliveryBits & DELIVERY_BITS.extraDestination) {
    const { user_name } = await requirePerson(line.store.db, order.personId);
    for (const path of extraDestinations) {
      const folder = await projectFolder(line.settings.home, user_name, path);
      // A copy of one's own: the person may change it.
      if (folder) await fill(input, manifest, join(folder, folderName(order.orderId)), false);
      else
        problems.push({
          file: path,
          reason: 'There is no such notebook folder; nothing was staged.',
        });
    }
  }
  if (deliveryBits & DELIVERY_BITS.dropBox)
    problems.push(...(await deliverToDropBox(input, manifest, folderName(order.orderId))));
  return problems;
}

async function fill(
  { line, order, job, running }: StepInput,
  manifest: Manifest,
  folder: string,
  mayLink: boolean,
): Promise<void> {
  for (const below of foldersOf(manifest)) await ensureFolder(join(folder, below));
  await atOnce(FILES_BROUGHT_AT_ONCE, manifest.files, async (file) => {
    running.signal.throwIfAborted();
    const target = join(folder, ...file.name.split('/'));
    if ((await stat(target).catch(() => null))?.size === file.bytes) return;
    const unfinished = `${target}.${job.claim.slice(-8)}.part`;
    await bring(line.blobs, blobKey(order.orderId, file.name), unfinished, mayLink);
    await giveName(unfinished, target);
    running.progressed();
  });
  for (const below of foldersOf(manifest)) await flushFolder(join(folder, below));
}

const foldersOf = (manifest: Manifest): Set<string> =>
  new Set(manifest.files.map((file) => dirname(file.name)));

async function bring(blobs: Blobs, key: string, target: string, mayLink: boolean): Promise<void> {
  await rm(target, { force: true });
  const local = blobs.localFolder(key);
  if (local === null) {
    await pipeline(await blobs.read(key), createWriteStream(target));
    await flushFile(target);
  } else if (mayLink) await linkOrCopy(local, target);
  else await copyDurably(local, target);
}
