// Turns many small reads of a distant file into few large ones, through a few blocks that are kept
// per open file.
import { type ByteSource, NetcdfError } from '@isobar/netcdf';

/** Fetches exactly these bytes, which lie inside the file. The caller may keep and change them. */
export type FetchBytes = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * The size of a block, the least that is fetched. Most headers are shorter, and those of NetCDF-4
 * are spread over a few such blocks.
 */
export const BLOCK_BYTES = 64 << 10;
/** Kept per open file unless the caller says otherwise. */
export const KEPT_BYTES = 4 << 20;

export interface DistantFile {
  readonly size: number;
  /** The first block, which was fetched to learn the size. */
  readonly head: Uint8Array;
  readonly fetch: FetchBytes;
  /**
   * Most bytes that are kept. A single read of half of that or more is not kept. Default
   * KEPT_BYTES.
   */
  readonly kept?: number;
}

/**
 * When reads follow one another, each fetch reads further ahead, twice as far as the one before, up
 * to a quarter of what is kept. Several reads at once never fetch the same block twice.
 */
export function readAhead({ size, head, fetch, kept = KEPT_BYTES }: DistantFile): ByteSource {
  const room = Math.max(4, Math.floor(kept / BLOCK_BYTES));
  const end = Math.ceil(size / BLOCK_BYTES);
  // the last used comes last
  const blocks = new Map<number, Promise<Uint8Array>>([[0, Promise.resolve(head)]]);
  let expected = 1;
  let ahead = 0;
  let closed = false;

  /**
   * Fetches the missing blocks from `from` to `to` in one request, and blocks beyond `to` if this
   * fetch follows on the last one.
   */
  function fetchFrom(from: number, to: number): void {
    ahead = from === expected ? Math.min(Math.max(1, ahead * 2), room >> 2) : 0;
    const wanted = Math.min(end, Math.max(to, from + ahead) + 1);
    let stop = from + 1;
    while (stop < wanted && !blocks.has(stop)) stop++;
    expected = stop;
    const begin = from * BLOCK_BYTES;
    const run = fetch(begin, Math.min(size, stop * BLOCK_BYTES) - begin);
    for (let block = from; block < stop; block++) {
      const at = (block - from) * BLOCK_BYTES;
      const part = run.then((bytes) => bytes.slice(at, at + BLOCK_BYTES));
      blocks.set(block, part);
      part.catch(() => {
        if (blocks.get(block) === part) blocks.delete(block); // asked for again by the next read
      });
    }
  }

  function take(from: number, to: number): Promise<Uint8Array[]> {
    const taken: Promise<Uint8Array>[] = [];
    for (let block = from; block <= to; block++) {
      if (!blocks.has(block)) fetchFrom(block, to);
      const own = blocks.get(block); // kept, or fetched just now
      if (!own) throw new Error(`block ${block} is not being fetched`);
      blocks.delete(block);
      blocks.set(block, own);
      taken.push(own);
    }
    for (const block of blocks.keys()) {
      if (blocks.size <= room) break;
      blocks.delete(block);
    }
    return Promise.all(taken);
  }

  return {
    size,
    async read(offset, length) {
      if (closed) throw new NetcdfError('closed', 'The file was closed.');
      const wanted = Math.max(0, Math.min(length, size - offset));
      if (wanted === 0) return new Uint8Array(0);
      if (wanted > (room >> 1) * BLOCK_BYTES) return await fetch(offset, wanted);
      const first = Math.floor(offset / BLOCK_BYTES);
      const result = new Uint8Array(wanted);
      const parts = await take(first, Math.floor((offset + wanted - 1) / BLOCK_BYTES));
      for (const [i, bytes] of parts.entries()) {
        const begin = (first + i) * BLOCK_BYTES - offset;
        const part = bytes.subarray(Math.max(0, -begin), Math.max(0, wanted - begin));
        result.set(part, Math.max(0, begin));
      }
      return result;
    },
    close() {
      closed = true;
      blocks.clear();
      return Promise.resolve();
    },
  };
}
