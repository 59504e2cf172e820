// A cache of document sets, by the column or segment that they belong to.

import { AskedBefore } from './asked-before.ts';
import { type Bits, countBits, noBits, setBit } from './bits.ts';
import { OwnerCache } from './owner-cache.ts';

/** Most bytes of the cached sets of all open indexes of a thread. */
const CACHE_BYTES = 16 << 20;

/** A set of few documents as a list, which is smaller than a bit for every document. */
type Few = {
  /** The documents modulo 65,536, ascending. */
  readonly rests: Uint16Array;
  /**
   * Where the documents of each block of 65,536 begin in `rests`, and at the end where the last
   * ones end.
   */
  readonly starts: Int32Array;
};
/** 32-bit words of a set that cover one block of 65,536 documents. */
const WORDS_PER_BLOCK = 65_536 / 32;

const sets = new OwnerCache<Bits | Few>(CACHE_BYTES, (set) =>
  set instanceof Uint32Array ? set.byteLength : set.rests.byteLength + set.starts.byteLength,
);

/** Sets that are remembered as asked for once. */
const REMEMBERED = 1 << 13;
const asked = new AskedBefore(REMEMBERED);

/**
 * The set that `owner` has under `key`, from the cache or else from `find`. Must not be changed;
 * good until the next search begins. Only what is requested a second time is cached: most of what a
 * user types is never requested again.
 */
export function cachedBits(owner: object, key: string, documents: number, find: () => Bits): Bits {
  if (!asked.was(owner, key)) return find();
  let found: Bits | null = null;
  const known = sets.get(owner, key, () => {
    found = find();
    return shortest(found);
  });
  if (found) return found;
  return known instanceof Uint32Array ? known : bitsOf(known, documents);
}

function shortest(bits: Bits): Bits | Few {
  const count = countBits(bits);
  return count < bits.length * 2 ? fewOf(bits, count) : bits.slice();
}

function fewOf(bits: Bits, count: number): Few {
  const rests = new Uint16Array(count);
  const starts = new Int32Array(Math.ceil(bits.length / WORDS_PER_BLOCK) + 1);
  let length = 0;
  for (let block = 0; block + 1 < starts.length; block++) {
    const end = Math.min(bits.length, (block + 1) * WORDS_PER_BLOCK);
    for (let word = block * WORDS_PER_BLOCK; word < end; word++)
      for (let x = bits[word] ?? 0; x !== 0; x &= x - 1)
        // the array keeps the lower 16 bits
        rests[length++] = (word << 5) + 31 - Math.clz32(x & -x);
    starts[block + 1] = length;
  }
  return { rests, starts };
}

function bitsOf({ rests, starts }: Few, documents: number): Bits {
  const bits = noBits(documents);
  for (let block = 0; block + 1 < starts.length; block++) {
    const end = starts[block + 1] ?? 0;
    for (let i = starts[block] ?? 0; i < end; i++) setBit(bits, (block << 16) | (rests[i] ?? 0));
  }
  return bits;
}
