// What was found before, kept by what it belongs to until others need the room.
import { LRUCache } from 'lru-cache';

export class OwnerCache<V extends NonNullable<unknown>> {
  private readonly values: LRUCache<string, V>;

  /** `most`: bytes of all together; `sizeOf`: bytes of one. What would take more than a quarter is not kept. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.values = new LRUCache({
      maxSize: most,
      maxEntrySize: Math.floor(most / 4),
      sizeCalculation: (value, name) => sizeOf(value) + 2 * name.length + 100,
    });
  }

  /** What `owner` knows under `key`, from before or by `find`. Not to be changed. */
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

/** Another number for every owner, so that what one keeps is not taken for another's. */
export function numberOfOwner(owner: object): number {
  const known = numbers.get(owner);
  if (known !== undefined) return known;
  numbers.set(owner, ++last);
  return last;
}
