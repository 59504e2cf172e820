// Size and checksums of a finished file: bytes, SHA-256 and CRC-32, read back from the disk once.
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { blocksOf, fileSource } from '@isobar/netcdf';
import { flushFile } from '../../../platform/files/disk.ts';

export interface Measured {
  readonly bytes: number;
  readonly sha256: string;
  readonly crc32: number;
}

/** Also flushes the file, so that what is measured is what a power cut would leave. */
export async function measureFile(path: string, signal?: AbortSignal): Promise<Measured> {
  await flushFile(path);
  const source = await fileSource(path);
  const meter = openMeter();
  try {
    for await (const block of blocksOf(source)) {
      signal?.throwIfAborted();
      meter.add(block);
    }
  } finally {
    await source.close();
  }
  return meter.end();
}

/** The same for bytes in memory; documents of orders with many files are long. */
export async function measureText(text: string): Promise<Measured> {
  const bytes = Buffer.from(text);
  const meter = openMeter();
  for (let at = 0; at < bytes.length; at += 1 << 20) {
    meter.add(bytes.subarray(at, at + (1 << 20)));
    await nextTurn();
  }
  return meter.end();
}

export function openMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  let crc = 0;
  return {
    add(block: Uint8Array) {
      hash.update(block);
      crc = crc32(block, crc);
      bytes += block.length;
    },
    end: (): Measured => ({ bytes, sha256: hash.digest('hex'), crc32: crc }),
  };
}
