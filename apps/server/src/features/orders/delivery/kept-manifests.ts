// Manifests of deliveries that are being downloaded: one with twenty thousand files is not parsed
// again for each of them.
import { LRUCache } from 'lru-cache';
import { type ZipLayout, zipLayout } from '../../../platform/files/zip-layout.ts';
import { shared } from '../../../platform/text/shared.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { type DeliveredBlob, type Manifest, manifestKey, readManifest } from './manifest.ts';

export interface KeptManifest {
  readonly manifest: Manifest;
  readonly byName: ReadonlyMap<string, DeliveredBlob>;
  /** The whole as a ZIP; its folder is the order's. */
  zip(): ZipLayout;
}

/**
 * Files in all kept manifests together: some tens of megabytes. The least recently used one goes
 * first.
 */
const MOST_FILES = 60_000;

/**
 * `completedAt` tells the delivery of one round from that of another; null when there is none (any
 * more).
 */
export function keptManifests(
  blobs: Blobs,
): (orderId: number, completedAt: number | null) => Promise<KeptManifest | null> {
  const kept = new LRUCache<string, KeptManifest>({
    maxSize: MOST_FILES,
    sizeCalculation: ({ manifest }) => Math.max(1, manifest.files.length),
  });
  const reading = shared<KeptManifest | null>();
  return async (orderId, completedAt) => {
    const key = `${orderId} ${completedAt}`;
    if (!(await blobs.stat(manifestKey(orderId)))) {
      kept.delete(key);
      return null;
    }
    return (
      kept.get(key) ??
      (await reading(key, async () => {
        const found = await read(blobs, orderId);
        if (found) kept.set(key, found);
        return found;
      }))
    );
  };
}

async function read(blobs: Blobs, orderId: number): Promise<KeptManifest | null> {
  const manifest = await readManifest(blobs, orderId);
  if (!manifest) return null;
  let layout: ZipLayout | undefined;
  return {
    manifest,
    byName: new Map(manifest.files.map((file) => [file.name, file])),
    zip: () => {
      layout ??= zipLayout(manifest.files, `order-${orderId}/`, manifest.made);
      return layout;
    },
  };
}
