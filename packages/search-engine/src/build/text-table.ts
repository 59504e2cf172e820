// Numbers texts as they come, without making strings: an index has millions of values and tens of
// millions of words.

import { GrowingInts } from '../memory/growing.ts';
import { byteAt, intAt } from '../memory/numbers.ts';
import { copyText, type EncodedTexts, isCopy, SHORT_TEXT_BYTES } from '../memory/text-bytes.ts';
import { sortedTexts } from './text-sort.ts';

export class TextTable {
  /** A hash table: number + 1 of a text, 0 for a free slot. Its length is a power of two. */
  private slots = new Int32Array(1 << 8);
  private readonly hashes = new GrowingInts();
  /** All texts in UTF-8; replaced by another array when it has to grow. */
  bytes = new Uint8Array(1 << 10);
  /** Where each text begins in `bytes`, and at the end where the last one ends. */
  private readonly starts = new GrowingInts();
  private scratch = Buffer.allocUnsafeSlow(1 << 10);

  constructor() {
    this.starts.push(0);
  }

  /** How many different texts there are. */
  get size(): number {
    return this.hashes.length;
  }

  /** Where the text with this number begins in `bytes`; for `size`, where the last one ends. */
  start(number: number): number {
    return this.starts.at(number);
  }

  /** The number of a well-formed text. Numbers are given in the order in which texts first come. */
  numberOf(text: string): number {
    const { length } = text;
    if (length * 3 > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(length * 6);
    const { scratch } = this;
    if (length > SHORT_TEXT_BYTES) return this.number(scratch, 0, scratch.write(text));
    let all = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      all |= unit;
      scratch[i] = unit;
    }
    return this.number(scratch, 0, all < 0x80 ? length : scratch.write(text));
  }

  /** The same for the UTF-8 text between `from` and `to` (exclusive). */
  number(text: Uint8Array, from: number, to: number): number {
    let hash = 0;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ byteAt(text, i), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = intAt(this.slots, slot) - 1;
      if (number < 0) return this.add(slot, hash, text, from, to);
      if (this.hashes.at(number) === hash && this.isText(number, text, from, to)) return number;
    }
  }

  /** All texts sorted by their bytes, and by number the place of each. */
  sorted(): { readonly texts: EncodedTexts; readonly ordinals: Int32Array } {
    return sortedTexts({ bytes: this.bytes, starts: this.starts.all() });
  }

  private isText(number: number, text: Uint8Array, from: number, to: number): boolean {
    const start = this.starts.at(number);
    const isAsLong = this.starts.at(number + 1) - start === to - from;
    return isAsLong && isCopy(text, from, to, this.bytes, start);
  }

  private add(slot: number, hash: number, text: Uint8Array, from: number, to: number): number {
    const number = this.size;
    const start = this.starts.at(number);
    const end = start + to - from;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(end * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    copyText(text, from, to, this.bytes, start);
    this.starts.push(end);
    this.hashes.push(hash);
    this.slots[slot] = number + 1;
    if (this.size * 2 > this.slots.length) this.grow();
    return number;
  }

  /** Grows the table, so that at least half of its slots stay free. */
  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.hashes.at(number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}
