// Memory for the long lists of one search, used again by the next: a thread answers one after the other, and memory that is
// asked for anew each time has it clean up every few searches.

/** Lists of a search together; what does not fit is asked for anew. */
const SCRATCH_LENGTH = 1 << 21;
/** Shorter lists are as quick to make. */
const MIN_SCRATCH_LENGTH = 1 << 4;

let memory: Int32Array | null = null;
let used = 0;

/** To be called when a search begins: lists of the one before count no more. */
export function beginScratch(): void {
  used = 0;
}

/** A list with anything in it, good until the next search begins. */
export function scratchInts(length: number): Int32Array {
  if (length < MIN_SCRATCH_LENGTH || used + length > SCRATCH_LENGTH) return new Int32Array(length);
  memory ??= new Int32Array(SCRATCH_LENGTH);
  used += length;
  return memory.subarray(used - length, used);
}

/** The same, all 0. */
export const scratchZeros = (length: number): Int32Array => scratchInts(length).fill(0);

/** 32 bits each with anything in them, good until the next search begins. */
export function scratchWords(length: number): Uint32Array {
  const ints = scratchInts(length);
  return new Uint32Array(ints.buffer, ints.byteOffset, length);
}

/** Whether a list lasts no longer than its search. */
export const isScratch = (list: Int32Array): boolean => list.buffer === memory?.buffer;
