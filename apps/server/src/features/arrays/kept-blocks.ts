// Encoded blocks of arrays are kept on disk up to a budget, the oldest go first; the last ones stay
// in memory as well.
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { keptKey, openKeptIndex } from '../../core/kept-index.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** Chunks of the variables `names`, one behind the other. */
export interface KeptBlock {
  readonly names: readonly string[];
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
}

export interface KeptBlocksInput {
  readonly blobs: Blobs;
  readonly log: Log;
  /** Bytes on disk, at most. */
  readonly mostBytes: number;
  /** Milliseconds since 1970; the clock by default. */
  readonly now?: () => number;
}

export interface KeptBlocks {
  /** The chunk of a variable in the block of this tag; undefined: it is not kept. */
  find(tag: string, name: string): Promise<Uint8Array | undefined>;
  /** In the background; what cannot be kept is made again next time. */
  keep(tag: string, block: KeptBlock): void;
  /** Resolves when everything that is to be kept is on disk. */
  settled(): Promise<void>;
}

const FOLDER = 'blocks';
const MOST_ENTRIES = 400_000;
/** Once the budget is exceeded, blocks are removed until less than this share of it is in use. */
const LOWERED = 0.8;
/** Bytes of blocks in memory, and blocks whose heads are remembered. */
const RECENT_BYTES = 64e6;
const MOST_HEADS = 20_000;
/** Blocks that are being written at the same time; more than these are not kept. */
const MOST_WRITING = 64;

type Head = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

export function keptBlocks(input: KeptBlocksInput): KeptBlocks {
  const { blobs, log } = input;
  const recent = new LRUCache<string, KeptBlock>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const heads = new LRUCache<string, Head>({ max: MOST_HEADS });
  const index = openKeptIndex({
    ...input,
    folder: FOLDER,
    mostEntries: MOST_ENTRIES,
    lowered: LOWERED,
    onRemoved: (tag) => heads.delete(tag),
  });
  return {
    async find(tag, name) {
      const fresh = recent.get(tag);
      if (fresh) return inBlock(fresh, name);
      const entry = await index.find(tag);
      if (!entry) return undefined;
      const key = keptKey(FOLDER, entry.made, tag);
      try {
        const head = heads.get(tag);
        const place = head?.get(name);
        if (place) return await buffer(await blobs.read(key, place));
        const whole = readBlock(await buffer(await blobs.read(key)));
        heads.set(tag, whole.head);
        recent.set(tag, whole.block);
        return inBlock(whole.block, name);
      } catch (error) {
        log.warn({ err: error }, 'a kept block cannot be read; it is read again from its files');
        index.forget(tag);
        heads.delete(tag);
        return undefined;
      }
    },
    keep(tag, block) {
      recent.set(tag, block);
      if (index.writing() >= MOST_WRITING) return;
      index.keep(tag, writtenBlock(block));
    },
    settled: index.settled,
  };
}

function inBlock({ names, lengths, bytes }: KeptBlock, name: string): Uint8Array | undefined {
  const at = names.indexOf(name);
  if (at < 0) return undefined;
  const start = lengths.slice(0, at).reduce((sum, length) => sum + length, 0);
  return bytes.subarray(start, start + (lengths[at] ?? 0));
}

/** Length of the head, head, chunks. */
function writtenBlock({ names, lengths, bytes }: KeptBlock): Uint8Array {
  const head = Buffer.from(JSON.stringify([names, lengths]));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, bytes]);
}

/** Throws for what writtenBlock did not write whole. */
function readBlock(content: Buffer): { readonly block: KeptBlock; readonly head: Head } {
  const begin = 4 + content.readUInt32LE(0);
  const parsed: unknown = JSON.parse(content.toString('utf8', 4, begin));
  // by writtenBlock, checked below
  const [names, lengths]: [string[], number[]] = parsed as [string[], number[]];
  const head = new Map<string, { start: number; end: number }>();
  let at = begin;
  for (const [index, name] of names.entries()) {
    const end = at + (lengths[index] ?? 0);
    head.set(name, { start: at, end });
    at = end;
  }
  if (at !== content.length) throw new Error('the block is not as long as its head says');
  return { head, block: { names, lengths, bytes: content.subarray(begin) } };
}
