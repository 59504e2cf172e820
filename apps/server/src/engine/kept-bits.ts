// Sets of documents that were asked for before, kept by what they belong to until others need the room.
import type { Bits } from './bits.ts';

/** Most bytes of kept sets, of all open indexes of a thread together. */
const MAX_BYTES = 16 << 20;

/** Least recently used first. */
const sets = new Map<string, Bits>();
let bytes = 0;

/** Numbers of owners, so that what one keeps is not taken for another's. */
const numbers = new WeakMap<object, number>();
let last = 0;

/** The set that `owner` knows under `key`, from before or by `find`. Not to be changed. */
export function keptBits(owner: object, key: string, find: () => Bits): Bits {
  const name = `${numberOf(owner)} ${key}`;
  const known = sets.get(name);
  if (known) {
    sets.delete(name);
    sets.set(name, known);
    return known;
  }
  const found = find();
  sets.set(name, found);
  bytes += sizeOf(name, found);
  for (const [oldest, bits] of sets) {
    if (bytes <= MAX_BYTES) break;
    sets.delete(oldest);
    bytes -= sizeOf(oldest, bits);
  }
  return found;
}

/** Bytes that a set and its name take, roughly. */
const sizeOf = (name: string, bits: Bits): number => bits.byteLength + 2 * name.length + 100;

function numberOf(owner: object): number {
  const known = numbers.get(owner);
  if (known !== undefined) return known;
  numbers.set(owner, ++last);
  return last;
}
