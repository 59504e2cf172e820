// Replies that were asked for before, as long as the index stays as it is; and one search for many who ask the same at once.

/** Most bytes that are kept, and most of one reply. */
const MAX_BYTES = 48 << 20;
const MAX_ONE = 8 << 20;

export class ReplyCache {
  /** Least recently used first. */
  private readonly replies = new Map<string, Uint8Array>();
  private readonly running = new Map<string, Promise<Uint8Array>>();
  private bytes = 0;

  /** The reply under a key, from before or by `find`. */
  async get(key: string, find: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.replies.get(key);
    if (known) {
      this.replies.delete(key);
      this.replies.set(key, known);
      return known;
    }
    const running = this.running.get(key);
    if (running) return running;
    const found = find();
    this.running.set(key, found);
    try {
      const reply = await found;
      this.keep(key, reply);
      return reply;
    } finally {
      this.running.delete(key);
    }
  }

  /** Forgets replies whose keys begin so. */
  forget(prefix: string): void {
    for (const [key, reply] of this.replies)
      if (key.startsWith(prefix)) {
        this.replies.delete(key);
        this.bytes -= reply.length;
      }
  }

  private keep(key: string, reply: Uint8Array): void {
    if (reply.length > MAX_ONE || this.replies.has(key)) return;
    this.replies.set(key, reply);
    this.bytes += reply.length;
    for (const [oldest, other] of this.replies) {
      if (this.bytes <= MAX_BYTES) return;
      this.replies.delete(oldest);
      this.bytes -= other.length;
    }
  }
}
