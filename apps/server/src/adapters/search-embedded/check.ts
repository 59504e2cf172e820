// Checks the part of an index file that is read on demand, while the index is being served already.
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { SegmentData } from '@isobar/search-engine/segment/segment-file.ts';

const PIECE = 1 << 20;
/** Pause between two pieces, so that a check slows nothing else down. */
const PAUSE_MS = 100;

/**
 * Whether the pieces are as they were written. `isWanted` is called now and then; once it returns
 * false, the check ends with true.
 */
export async function isWhole(
  path: string,
  pieces: SegmentData['cold'],
  isWanted: () => boolean,
): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PIECE);
    for (const { offset, length, checksum } of pieces) {
      let sum = 0;
      for (let at = 0; at < length; ) {
        if (!isWanted()) return true;
        const wanted = Math.min(PIECE, length - at);
        const { bytesRead } = await file.read(buffer, 0, wanted, offset + at);
        if (bytesRead === 0) return false;
        sum = crc32(buffer.subarray(0, bytesRead), sum);
        at += bytesRead;
        await pause(PAUSE_MS);
      }
      if (sum !== checksum) return !isWanted();
    }
    return true;
  } finally {
    await file.close();
  }
}
