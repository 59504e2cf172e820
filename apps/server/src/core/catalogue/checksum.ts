// The checksum of a file of the archive, read from its first byte to its last.
import { createHash } from 'node:crypto';
import { blocksOf } from '@isobar/netcdf';
import type { ArchiveStore } from '../../ports/archive.ts';

/** Its bytes and SHA-256, hex. Throws what the archive throws. */
export async function checksumOf(
  archive: ArchiveStore,
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const source = await archive.open(path);
  let bytes = 0;
  try {
    for await (const block of blocksOf(source)) {
      signal?.throwIfAborted();
      hash.update(block);
      bytes += block.length;
    }
  } finally {
    await source.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
