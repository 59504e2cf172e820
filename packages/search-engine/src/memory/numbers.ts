// Checked access to lists of numbers. A place outside of a list is a bug of ours: it throws at once
// instead of spreading as NaN.

type Numbers = Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array | Float32Array;

// One function for each kind of list: each then reads one kind only, which the runtime turns into a
// plain load where it is called.
export const intAt = (list: Int32Array, at: number): number => list[at] ?? outside(list, at);
export const byteAt = (list: Uint8Array, at: number): number => list[at] ?? outside(list, at);
/** A word of a set: the bits of 32 documents. */
export const wordAt = (list: Uint32Array, at: number): number => list[at] ?? outside(list, at);
export const scoreAt = (list: Float32Array, at: number): number => list[at] ?? outside(list, at);
export const floatAt = (list: Float64Array, at: number): number => list[at] ?? outside(list, at);
/** For lists in the narrowest type that holds their numbers. */
export const ordinalAt = (list: Uint8Array | Uint16Array | Int32Array, at: number): number =>
  list[at] ?? outside(list, at);
/** How often a word occurs: counted, or the weighted sum of several. */
export const frequencyAt = (list: Numbers, at: number): number => list[at] ?? outside(list, at);
/** For offsets, which may be too large for 32 bits, and for the numbers of a merge. */
export const offsetAt = (list: Int32Array | Float64Array, at: number): number =>
  list[at] ?? outside(list, at);
export const numberAt = (list: readonly number[], at: number): number =>
  list[at] ?? outside(list, at);

/** Adds to a counter. */
export function addAt(counters: Int32Array, at: number, by: number): void {
  counters[at] = intAt(counters, at) + by;
}

/** The number of a counter, which is one larger afterwards. */
export function takeAt(counters: Int32Array, at: number): number {
  const number = intAt(counters, at);
  counters[at] = number + 1;
  return number;
}

/**
 * Adds up the counts at 1 … n, so that number k then says where part k ends and part k + 1 begins.
 * The count at 0 must be 0.
 */
export function sumUp(counts: Int32Array): void {
  for (let at = 1; at < counts.length; at++) addAt(counts, at, intAt(counts, at - 1));
}

function outside(list: Numbers | readonly number[], at: number): never {
  throw new RangeError(`There is no number at ${at} of ${list.length}.`);
}
