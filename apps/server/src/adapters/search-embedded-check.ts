// Checks, while an index is already served, the part of its file that is read on demand.
import { open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { SegmentData } from '../engine/segment-file.ts';

const PIECE = 1 << 20;
/** Between two pieces: a check hurries nobody. */
const PAUSE_MS = 20;

/** Whether the part is as it was written. `isWanted` is asked now and then; true when it says no. */
export async function isWhole(
  path: string,
  { length, checksum }: SegmentData['cold'],
  isWanted: () => boolean,
): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(PIECE);
    let sum = 0;
    for (let at = 0; at < length; ) {
      if (!isWanted()) return true;
      const { bytesRead } = await file.read(buffer, 0, Math.min(PIECE, length - at), at);
      if (bytesRead === 0) return false;
      sum = crc32(buffer.subarray(0, bytesRead), sum);
      at += bytesRead;
      await pause(PAUSE_MS);
    }
    return sum === checksum || !isWanted();
  } finally {
    await file.close();
  }
}
