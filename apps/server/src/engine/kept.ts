// What was found before, kept by what it belongs to until others need the room.

type Entry<V> = { readonly value: V; readonly bytes: number };

export class Kept<V> {
  private readonly most: number;
  private readonly sizeOf: (value: V) => number;
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry<V>>();
  private bytes = 0;

  /** `most`: bytes of all together; `sizeOf`: bytes of one. What would take more than a quarter is not kept. */
  constructor(most: number, sizeOf: (value: V) => number) {
    this.most = most;
    this.sizeOf = sizeOf;
  }

  /** What `owner` knows under `key`, from before or by `find`. Not to be changed. */
  get(owner: object, key: string, find: () => V): V {
    const name = `${numberOf(owner)} ${key}`;
    const known = this.entries.get(name);
    if (known) {
      this.entries.delete(name);
      this.entries.set(name, known);
      return known.value;
    }
    const value = find();
    const bytes = this.sizeOf(value) + 2 * name.length + 100;
    if (bytes * 4 <= this.most) this.add(name, { value, bytes });
    return value;
  }

  private add(name: string, entry: Entry<V>): void {
    this.entries.set(name, entry);
    this.bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.entries) {
      if (this.bytes <= this.most) return;
      this.entries.delete(oldest);
      this.bytes -= bytes;
    }
  }
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Another number for every owner, so that what one keeps is not taken for another's. */
export function numberOf(owner: object): number {
  const known = numbers.get(owner);
  if (known !== undefined) return known;
  numbers.set(owner, ++last);
  return last;
}
