// Memory that replies in flight may take, of the whole process: large ones wait for each other,
// small ones pass.
import { type Leave, overloaded } from './fair-queue.ts';

export interface RoomRules {
  /**
   * Most bytes of all large replies at once, and of those to one address. One reply alone always
   * fits.
   */
  readonly all: number;
  readonly address: number;
  /** Milliseconds that a call waits for room. */
  readonly patience: number;
}

const RULES: RoomRules = { all: 64 << 20, address: 32 << 20, patience: 1000 };
/** Shorter replies are not counted: connections and turns bound how many there are. */
const SMALL = 512 << 10;

interface Waiting {
  readonly address: string;
  readonly bytes: number;
  readonly begin: () => void;
}

export class Room {
  private readonly rules: RoomRules;
  private readonly byAddress = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private held = 0;

  constructor(rules: RoomRules = RULES) {
    this.rules = rules;
  }

  /** Bytes that large replies take now. */
  get bytes(): number {
    return this.held;
  }

  /**
   * Waits until a reply of this many bytes may be made. Call the returned function when the bytes
   * are no longer in memory. Throws 'overloaded' after a while, or the signal's reason when the
   * client has left.
   */
  async take(address: string, bytes: number, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    if (bytes < SMALL) return () => {};
    if (this.fits(address, bytes)) this.add(address, bytes);
    else await this.turn(address, bytes, signal);
    let gone = false;
    return () => {
      if (gone) return;
      gone = true;
      this.add(address, -bytes);
      for (const one of [...this.waiting]) if (this.fits(one.address, one.bytes)) one.begin();
    };
  }

  private fits(address: string, bytes: number): boolean {
    const own = this.byAddress.get(address) ?? 0;
    if (own > 0 && own + bytes > this.rules.address) return false;
    return this.held === 0 || this.held + bytes <= this.rules.all;
  }

  private add(address: string, bytes: number): void {
    this.held += bytes;
    const own = (this.byAddress.get(address) ?? 0) + bytes;
    if (own > 0) this.byAddress.set(address, own);
    else this.byAddress.delete(address);
  }

  private turn(address: string, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        this.waiting.delete(one);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        act();
      };
      const giveUp = () => settle(() => reject(signal?.reason));
      const begin = () => {
        // taken at once, because the next waiting call is checked right afterwards
        this.add(address, bytes);
        settle(resolve);
      };
      const one: Waiting = { address, bytes, begin };
      const timer = setTimeout(() => settle(() => reject(overloaded())), this.rules.patience);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(one);
    });
  }
}
