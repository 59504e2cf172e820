// A cache of replies, valid until the index changes. Callers that make the same request at the same
// time share one search.
import { LRUCache } from 'lru-cache';
import { shared } from '../../platform/text/shared.ts';

/**
 * Most bytes of the replies that were asked for once, of those that were asked for again, and of a
 * single one.
 */
const MAX_ONCE = 8 << 20;
const MAX_AGAIN = 24 << 20;
const MAX_ONE = 4 << 20;
/**
 * What an entry takes in addition to its reply and its key; a request may be a thousand times as
 * long as its reply.
 */
const ENTRY_BYTES = 500;
const takenBy = (reply: Uint8Array, key: string): number =>
  reply.length + 2 * key.length + ENTRY_BYTES;

/**
 * Two caches, so that many searches that are asked for only once do not push out those that come
 * again and again.
 */
export class ReplyCache {
  private readonly once = replies(MAX_ONCE);
  private readonly again = replies(MAX_AGAIN);
  private readonly running = shared<Uint8Array>();

  /** The reply under a key, from the cache or else from `find`. */
  async get(key: string, find: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.again.get(key) ?? this.second(key);
    if (known) return known;
    return await this.running(key, async () => {
      const reply = await find();
      this.once.set(key, reply);
      return reply;
    });
  }

  private second(key: string): Uint8Array | undefined {
    const known = this.once.get(key);
    if (!known) return undefined;
    this.once.delete(key);
    this.again.set(key, known);
    return known;
  }

  /** Forgets the replies whose keys begin with `prefix`. */
  forget(prefix: string): void {
    for (const kept of [this.once, this.again])
      for (const key of [...kept.keys()]) if (key.startsWith(prefix)) kept.delete(key);
  }
}

const replies = (maxSize: number) =>
  new LRUCache<string, Uint8Array>({
    maxSize,
    maxEntrySize: MAX_ONE,
    sizeCalculation: takenBy,
  });
