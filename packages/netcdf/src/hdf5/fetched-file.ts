// A file that lies elsewhere, read inside a worker by asking the main thread and waiting; with a
// cache of blocks.
import { NetcdfError } from '../netcdf-error.ts';
import type { VirtualFile } from './h5-module.ts';
import { FETCH, SHARED_CELLS, SHARED_DATA_BYTES, SHARED_HEAD_BYTES } from './protocol.ts';

const BLOCK_BYTES = 256 * 1024;
const MOST_BLOCKS = 64;
const PATIENCE_MS = 120_000;

interface Channel {
  readonly shared: SharedArrayBuffer;
  /** Has the main thread put bytes into the shared buffer. */
  ask(sequence: number, offset: number, length: number): void;
}

export class FetchedFile implements VirtualFile {
  readonly size: number;
  private readonly channel: Channel;
  /** Fetched blocks by their number; the one unused for longest comes first. */
  private readonly blocks = new Map<number, Uint8Array>();

  constructor(size: number, channel: Channel) {
    this.size = size;
    this.channel = channel;
  }

  read(into: Uint8Array, offset: number): number {
    const end = Math.min(this.size, offset + into.length);
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / BLOCK_BYTES);
      const block = this.block(number, end);
      const within = at - number * BLOCK_BYTES;
      const piece = block.subarray(within, within + end - at);
      into.set(piece, at - offset);
      at += piece.length;
    }
    return Math.max(0, end - offset);
  }

  /** Fetches a missing block together with the missing ones after it that the same read needs. */
  private block(number: number, end: number): Uint8Array {
    const known = this.blocks.get(number);
    if (known) {
      this.blocks.delete(number);
      this.blocks.set(number, known);
      return known;
    }
    const last = Math.ceil(end / BLOCK_BYTES);
    let until = number + 1;
    const most = number + SHARED_DATA_BYTES / BLOCK_BYTES;
    while (until < Math.min(last, most) && !this.blocks.has(until)) until++;
    const offset = number * BLOCK_BYTES;
    const length = Math.min(this.size, until * BLOCK_BYTES) - offset;
    const bytes = this.fetch(offset, length);
    for (let index = number; index < until; index++) {
      const begin = (index - number) * BLOCK_BYTES;
      this.keep(index, bytes.slice(begin, begin + BLOCK_BYTES));
    }
    return bytes.subarray(0, BLOCK_BYTES);
  }

  private keep(number: number, block: Uint8Array): void {
    for (const [oldest] of this.blocks) {
      if (this.blocks.size < MOST_BLOCKS) break;
      this.blocks.delete(oldest);
    }
    this.blocks.set(number, block);
  }

  private fetch(offset: number, length: number): Uint8Array {
    const { shared } = this.channel;
    const cells = new Int32Array(shared, 0, SHARED_CELLS);
    const sequence = Atomics.add(cells, 2, 1) + 1;
    Atomics.store(cells, 0, FETCH.waiting);
    this.channel.ask(sequence, offset, length);
    const outcome = Atomics.wait(cells, 0, FETCH.waiting, PATIENCE_MS);
    if (outcome === 'timed-out') {
      throw new NetcdfError('unreadable', `The source did not answer for ${PATIENCE_MS / 1000} s.`);
    }
    if (Atomics.load(cells, 0) !== FETCH.filled) {
      throw new NetcdfError('unreadable', 'The source could not be read.');
    }
    const got = Atomics.load(cells, 1);
    if (got !== length) throw new NetcdfError('truncated', `The source ends at ${offset + got} B.`);
    return new Uint8Array(shared, SHARED_HEAD_BYTES, length).slice();
  }
}
