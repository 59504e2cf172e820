// What a delivery contains: the list of names that can be downloaded. Written last; once it is
// there, the delivery is complete.

import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import type { Blobs } from '../../../ports/blobs.ts';

const deliveredBlob = z.object({
  name: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  crc32: z.number(),
  kind: z.enum(['data', 'document']),
});
export type DeliveredBlob = z.infer<typeof deliveredBlob>;

export const manifest = z.object({
  orderId: z.number(),
  /** Seconds UTC. */
  made: z.number(),
  expires: z.number(),
  simulated: z.boolean(),
  missing: z.array(z.object({ file: z.string(), reason: z.string() })),
  files: z.array(deliveredBlob),
});
export type Manifest = z.infer<typeof manifest>;

/** Where a delivery lies among the blobs. */
export const blobKey = (orderId: number, name: string): string => `${orderId}/files/${name}`;
export const manifestKey = (orderId: number): string => `${orderId}/manifest.json`;

/** Null when there is no (complete) delivery. */
export async function readManifest(blobs: Blobs, orderId: number): Promise<Manifest | null> {
  if (!(await blobs.stat(manifestKey(orderId)))) return null;
  const content: unknown = JSON.parse(await text(await blobs.read(manifestKey(orderId))));
  await nextTurn(); // with twenty thousand files, each of these takes a while
  return manifest.parse(content);
}
