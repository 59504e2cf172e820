// Sets of documents, one bit each.
import { scratchInts, scratchWords } from './scratch.ts';

export type Bits = Uint32Array;

/** An empty set over documents 0 … documents-1, good until the next search begins. */
export const noBits = (documents: number): Bits => scratchWords((documents + 31) >>> 5).fill(0);

/** A copy of a set, good until the next search begins. */
export function copyOf(bits: Bits): Bits {
  const copy = scratchWords(bits.length);
  copy.set(bits);
  return copy;
}

/** The set of all documents. Not to be changed. */
export function allBits(documents: number): Bits {
  if (all.documents === documents) return all.bits;
  const bits = new Uint32Array((documents + 31) >>> 5).fill(0xffff_ffff);
  const rest = documents & 31;
  if (rest > 0) bits[bits.length - 1] = (1 << rest) - 1;
  all = { documents, bits };
  return bits;
}
/** The last set of all documents that was made. */
let all = { documents: 0, bits: new Uint32Array(0) };

export const hasBit = (bits: Bits, document: number): boolean =>
  ((bits[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0;

export function setBit(bits: Bits, document: number): void {
  bits[document >>> 5] = (bits[document >>> 5] ?? 0) | (1 << (document & 31));
}

/** Removes from `into` what is not in `other`. */
export function and(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) & (other[i] ?? 0);
}

/** What two sets share; good until the next search begins. */
export function both(bits: Bits, other: Bits): Bits {
  const shared = copyOf(bits);
  and(shared, other);
  return shared;
}

/** Adds to `into` what is in `other`. */
export function or(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) | (other[i] ?? 0);
}

/** Removes from `into` what is in `other`. */
export function andNot(into: Bits, other: Bits): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] ?? 0) & ~(other[i] ?? 0);
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let x = bits[i] ?? 0;
    x -= (x >>> 1) & 0x5555_5555;
    x = (x & 0x3333_3333) + ((x >>> 2) & 0x3333_3333);
    count += Math.imul((x + (x >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** The documents of a set, ascending. */
export const listOf = (bits: Bits): Int32Array => fill(new Int32Array(countBits(bits)), bits);

/**
 * The same list in scratch memory, good until the next search begins. `count`: how many documents
 * the set has.
 */
export const listForSearch = (bits: Bits, count: number): Int32Array =>
  fill(scratchInts(count), bits);

/** Writes the documents of a set, ascending, into a list that is long enough. */
export function fill(list: Int32Array, bits: Bits): Int32Array {
  let length = 0;
  for (let word = 0; word < bits.length; word++) {
    let x = bits[word] ?? 0;
    const base = word << 5;
    if (x === -1 >>> 0) {
      for (let k = 0; k < 32; k++) list[length++] = base + k;
      continue;
    }
    while (x !== 0) {
      const lowest = x & -x;
      list[length++] = base + 31 - Math.clz32(lowest);
      x ^= lowest;
    }
  }
  return list;
}

/** Calls `visit` with each document of a set, ascending. */
export function eachBit(bits: Bits, visit: (document: number) => void): void {
  for (let word = 0; word < bits.length; word++)
    for (let x = bits[word] ?? 0; x !== 0; x &= x - 1) visit((word << 5) + 31 - Math.clz32(x & -x));
}

/** The documents of an ascending list that are in a set. */
export function listWithin(list: Int32Array, bits: Bits): Int32Array {
  const count = countBits(bits);
  if (count * FAR_FEWER < list.length) return fewWithin(listForSearch(bits, count), list);
  // one more is written before it is known to stay
  const kept = new Int32Array(Math.min(count, list.length) + 1);
  let length = 0;
  for (let i = 0; i < list.length; i++) {
    const document = list[i] ?? 0;
    kept[length] = document;
    length += ((bits[document >>> 5] ?? 0) >>> (document & 31)) & 1;
  }
  return kept.subarray(0, length);
}

/**
 * With this many times fewer documents, looking each one up is quicker than going through the list.
 */
const FAR_FEWER = 24;

/** What two ascending lists share; `few` is much the shorter one. */
function fewWithin(few: Int32Array, list: Int32Array): Int32Array {
  const kept = new Int32Array(few.length);
  let length = 0;
  let from = 0;
  for (const document of few) {
    from = placeFor(document, list, from);
    if (list[from] === document) kept[length++] = document;
  }
  return kept.subarray(0, length);
}

/** Whether a document is in an ascending list. */
export const includes = (list: Int32Array, document: number): boolean =>
  list[placeFor(document, list)] === document;

/**
 * The first place, not before `from`, of a document that is not smaller; the length if there is
 * none.
 */
function placeFor(document: number, list: Int32Array, from = 0): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
