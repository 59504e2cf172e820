// Manifests of deliveries that are being downloaded: one with twenty thousand files is not read anew for each of them.
import type { Blobs } from '../../../ports/blobs.ts';
import { type DeliveredBlob, type Manifest, manifestKey, readManifest } from './manifest.ts';
import { type ZipLayout, zipLayout } from './zip-layout.ts';

export interface KeptManifest {
  readonly manifest: Manifest;
  readonly byName: ReadonlyMap<string, DeliveredBlob>;
  /** The whole as a ZIP; its folder is the order's. */
  zip(): ZipLayout;
}

/** Files in all kept manifests together: some tens of megabytes. The one used longest ago goes first. */
const MOST_FILES = 60_000;

/** `completedAt` tells the delivery of one round from that of another; null when there is none (any more). */
export function keptManifests(
  blobs: Blobs,
): (orderId: number, completedAt: number | null) => Promise<KeptManifest | null> {
  const kept = new Map<string, Promise<KeptManifest | null>>();
  const files = new Map<string, number>();
  const forget = (key: string) => {
    kept.delete(key);
    files.delete(key);
  };
  return async (orderId, completedAt) => {
    const key = `${orderId} ${completedAt}`;
    if (!(await blobs.stat(manifestKey(orderId)))) {
      forget(key);
      return null;
    }
    const reading = kept.get(key) ?? read(blobs, orderId);
    kept.delete(key);
    kept.set(key, reading); // the latest used stands last
    try {
      const found = await reading;
      if (found && kept.has(key)) files.set(key, found.manifest.files.length);
      if (!found) forget(key);
    } catch (error) {
      forget(key);
      throw error;
    }
    let sum = [...files.values()].reduce((total, count) => total + count, 0);
    for (const old of kept.keys()) {
      if (sum <= MOST_FILES || old === key) break;
      sum -= files.get(old) ?? 0;
      forget(old);
    }
    return await reading;
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
