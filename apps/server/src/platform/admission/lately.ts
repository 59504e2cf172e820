// Which addresses have asked lately, so that heavy callers are held back only while others are there.

/** Milliseconds after which an address that asks no more does not count. */
const LATELY_MS = 1000;
/** Addresses that are remembered: the latest ones. */
const MOST = 64;

export class Lately {
  readonly #now: () => number;
  /** Address -> when it asked last; the latest is the last. */
  readonly #asked = new Map<string, number>();

  /** `now`: milliseconds since some beginning. */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(address: string): void {
    this.#asked.delete(address);
    this.#asked.set(address, this.#now());
    if (this.#asked.size <= MOST) return;
    const [oldest] = this.#asked.keys();
    if (oldest !== undefined) this.#asked.delete(oldest);
  }

  /** Whether an address other than this one, of which `matters` is true, asked within the last second. */
  hasOther(address: string, matters: (other: string) => boolean): boolean {
    const since = this.#now() - LATELY_MS;
    for (const [other, at] of this.#asked)
      if (other !== address && at > since && matters(other)) return true;
    return false;
  }
}
