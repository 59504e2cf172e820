// Replies that were asked for before, as long as the index stays as it is; and one search for many who ask the same at once.
import { LRUCache } from 'lru-cache';
import { shared } from '../platform/shared.ts';

/** Most bytes that are kept, and most of one reply. */
const MAX_BYTES = 32 << 20;
const MAX_ONE = 8 << 20;

export class ReplyCache {
  private readonly replies = new LRUCache<string, Uint8Array>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ONE,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  private readonly running = shared<Uint8Array>();

  /** The reply under a key, from before or by `find`. */
  async get(key: string, find: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.replies.get(key);
    if (known) return known;
    return await this.running(key, async () => {
      const reply = await find();
      this.replies.set(key, reply);
      return reply;
    });
  }

  /** Forgets replies whose keys begin so. */
  forget(prefix: string): void {
    for (const key of [...this.replies.keys()])
      if (key.startsWith(prefix)) this.replies.delete(key);
  }
}
