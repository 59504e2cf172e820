// Lays arrays out in one piece of memory, which is handed to another thread at once instead of
// being copied twice.

import type { Values } from './dataset.ts';
import { isNumeric } from './element.ts';
import { setNumbers, typeOf } from './numeric-array.ts';

/** Every array begins where numbers of any size may. */
export const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** How many bytes hold all of the numeric arrays together. */
export const bytesTogether = (all: Iterable<Values>): number => {
  let bytes = 0;
  for (const values of all) if (isNumeric(values)) bytes += aligned(values.byteLength);
  return bytes;
};

/** Takes arrays in, one behind the other. */
export class OneMemory {
  readonly memory: ArrayBuffer;
  private used = 0;

  constructor(memory: ArrayBuffer) {
    this.memory = memory;
  }

  /** The same values in the memory; texts as they are. Throws when they do not fit. */
  add(values: Values): Values {
    if (!isNumeric(values)) return values;
    const own = new (typeOf(values))(this.memory, this.used, values.length);
    setNumbers(own, values);
    this.used += aligned(values.byteLength);
    return own;
  }
}

/** Smaller pieces are not worth it, and Node may share their memory among several. */
const WORTHWHILE_BYTES = 1 << 20;

/**
 * Frees the memory of large arrays at once, instead of letting the garbage collector gather tens of
 * megabytes first. Neither they nor other arrays in the same memory may be used afterwards.
 */
export function giveBack(all: Iterable<Values>): void {
  for (const values of all) {
    if (!isNumeric(values) || !(values.buffer instanceof ArrayBuffer)) continue;
    if (values.buffer.byteLength >= WORTHWHILE_BYTES) values.buffer.transfer(0);
  }
}
