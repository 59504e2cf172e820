// A cache whose entries belong to an owner (a column, a segment); the least recently used make room
// for new ones.
import { LRUCache } from 'lru-cache';

export class OwnerCache<V extends NonNullable<unknown>> {
  private readonly values: LRUCache<string, V>;

  /**
   * `most`: bytes of all values together; `sizeOf`: bytes of one. A value larger than a quarter of
   * `most` is not cached.
   */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.values = new LRUCache({
      maxSize: most,
      maxEntrySize: Math.floor(most / 4),
      sizeCalculation: (value, name) => sizeOf(value) + 2 * name.length + 100,
    });
  }

  /**
   * The value that `owner` has under `key`, from the cache or else from `find`. Must not be
   * changed.
   */
  get(owner: object, key: string, find: () => V): V {
    const name = `${numberOfOwner(owner)} ${key}`;
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = find();
    this.values.set(name, value);
    return value;
  }
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Each owner has its own number, so that entries are never mixed up. */
export function numberOfOwner(owner: object): number {
  const known = numbers.get(owner);
  if (known !== undefined) return known;
  numbers.set(owner, ++last);
  return last;
}
