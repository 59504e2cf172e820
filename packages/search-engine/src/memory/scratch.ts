// Scratch memory for the long lists of one search, which the next search reuses. A thread answers
// one search at a time; new memory for each would bring a garbage collection every few searches.

/**
 * How many numbers all scratch lists of one search may hold together; further lists get memory of
 * their own.
 */
const SCRATCH_LENGTH = 1 << 21;
/** Shorter lists are just as quick to allocate. */
const MIN_SCRATCH_LENGTH = 1 << 4;

let memory: Int32Array | null = null;
let used = 0;

/**
 * Call this when a search begins; from then on the lists of the previous search must not be used.
 */
export function beginScratch(): void {
  used = 0;
}

/** A list with arbitrary content, good until the next search begins. */
export function scratchInts(length: number): Int32Array {
  if (length < MIN_SCRATCH_LENGTH || used + length > SCRATCH_LENGTH) return new Int32Array(length);
  memory ??= new Int32Array(SCRATCH_LENGTH);
  used += length;
  return memory.subarray(used - length, used);
}

/** Scratch integers that are filled with 0. */
export const scratchZeros = (length: number): Int32Array => scratchInts(length).fill(0);

/** Words of 32 bits with arbitrary content, good until the next search begins. */
export function scratchWords(length: number): Uint32Array {
  const ints = scratchInts(length);
  return new Uint32Array(ints.buffer, ints.byteOffset, length);
}

/** Whether a list is scratch memory, which lasts only as long as its search. */
export const isScratch = (list: Int32Array): boolean => list.buffer === memory?.buffer;
