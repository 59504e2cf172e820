// Remembers which keys were asked for, so that a result is cached only when it is asked for a
// second time.
import { LRUCache } from 'lru-cache';
import { numberOfOwner } from './owner-cache.ts';

export class AskedBefore {
  private readonly asked: LRUCache<number, true>;

  /** `most`: how many are remembered. */
  constructor(most: number) {
    this.asked = new LRUCache({ max: most });
  }

  /**
   * True from the second time on. By hash, since keys may be long: two keys with one hash count as
   * asked a little too early.
   */
  was(owner: object, key: string): boolean {
    let hash = numberOfOwner(owner);
    for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
    if (this.asked.get(hash)) return true;
    this.asked.set(hash, true);
    return false;
  }
}
