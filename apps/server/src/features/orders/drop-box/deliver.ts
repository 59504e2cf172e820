// Uploads a delivery to the person's drop box: a folder for the order, file by file; uploads of a
// killed worker are resumed.
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Problem } from '@isobar/contract/problem.ts';
import { writeDurably } from '../../../platform/files/disk.ts';
import type { OpenDropBox, UploadedFile } from '../../../ports/drop-box.ts';
import { blobKey, type DeliveredBlob, type Manifest } from '../delivery/manifest.ts';
import type { Missing } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import { NOT_LINKED, NOT_SET_UP, openLinked } from './links.ts';

/**
 * An unreachable drop box is tried this often, with growing delays; then the order goes on without
 * it.
 */
const MOST_TRIES = 4;

/**
 * What could not be delivered, and why; empty when everything is there. Throws for conditions that
 * may pass.
 */
export async function deliverToDropBox(
  input: StepInput,
  manifest: Manifest,
  folder: string,
): Promise<Missing[]> {
  const { line, order, job, running } = input;
  const problem = (reason: string): Missing[] => [
    { file: 'Drop Box', reason: `${reason} Nothing else of the delivery depends on it.` },
  ];
  if (!line.dropBox) return problem(NOT_SET_UP);
  try {
    const opened = await openLinked(line.dropBox, line.store.db, order.personId);
    if (!opened) return problem(NOT_LINKED);
    for (const blob of manifest.files) {
      running.signal.throwIfAborted();
      await bring(input, opened, blob, `/${folder}/${blob.name}`);
      running.progressed();
    }
    return [];
  } catch (error) {
    running.signal.throwIfAborted();
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'unavailable' && job.failures + 1 < MOST_TRIES) throw error;
    line.log.warn({ order: order.orderId, reason: error.message }, 'not taken to the drop box');
    return problem(error.message);
  }
}

async function bring(
  { line, order, running, workspace }: StepInput,
  dropBox: OpenDropBox,
  blob: DeliveredBlob,
  path: string,
): Promise<void> {
  const kept = join(workspace.folder, 'drop-box');
  const place = join(kept, createHash('sha256').update(`${path} ${blob.sha256}`).digest('hex'));
  const key = blobKey(order.orderId, blob.name);
  const file: UploadedFile = {
    path,
    bytes: blob.bytes,
    read: async (start, end) =>
      start === end ? new Uint8Array(0) : await buffer(await line.blobs.read(key, { start, end })),
    resume: await readFile(place, 'utf8').catch(() => null),
    async keep(resume) {
      await mkdir(kept, { recursive: true });
      await writeDurably(place, resume);
      running.progressed();
    },
  };
  await dropBox.upload(file, running.signal);
}
