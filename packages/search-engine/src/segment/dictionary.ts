// The different values of a field, sorted. The place of a value among them is its ordinal;
// everything else refers to it by that.

import { floatAt, intAt, offsetAt } from '../memory/numbers.ts';
/** Reads `length` bytes at `offset`; they are good until the next call. */
export type ReadBytes = (offset: number, length: number) => Buffer;

/** Texts that were added and removed since the dictionary was written. */
export type Patch = {
  /** The place of the text of each ordinal, as `place` returns it. */
  readonly places: Int32Array;
  /** The added texts in UTF-8, one after another, and where each begins. */
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
};

/** Texts with a NUL before each; and, by ordinal, where each begins (at its NUL). */
export type LowerCased = { readonly joined: string; readonly starts: Int32Array };

function joinedOf(texts: readonly string[]): LowerCased {
  const starts = new Int32Array(texts.length);
  let length = 0;
  texts.forEach((text, ordinal) => {
    starts[ordinal] = length;
    length += text.length + 1;
  });
  return { joined: texts.map((text) => `\0${text}`).join(''), starts };
}

/** Texts in the order of their code points (which is that of their UTF-8 bytes). */
export class TextDictionary {
  readonly size: number;
  /** Offset of each text's bytes, and the end of the last. */
  private readonly offsets: Float64Array | Int32Array;
  private readonly read: ReadBytes;
  /** Decoded texts, for a dictionary that is small enough. */
  private readonly decoded: (string | undefined)[] | null;
  private plain: Uint8Array | null | undefined;
  private lower: LowerCased | null | undefined;
  private readonly patch: Patch | null;

  constructor(offsets: Float64Array | Int32Array, read: ReadBytes, patch: Patch | null = null) {
    this.size = patch ? patch.places.length : offsets.length - 1;
    this.offsets = offsets;
    this.read = read;
    this.patch = patch;
    const bytes = (offsets[offsets.length - 1] ?? 0) - (offsets[0] ?? 0);
    this.decoded = !patch && bytes <= MAX_DECODED_BYTES ? [] : null;
  }

  /**
   * Place of a text among the stored ones; of an added text, -1 minus its place among the added
   * ones.
   */
  place(ordinal: number): number {
    return this.patch ? intAt(this.patch.places, ordinal) : ordinal;
  }

  /** Where the stored texts begin, in bytes. */
  starts(): Float64Array | Int32Array {
    return this.offsets;
  }

  text(ordinal: number): string {
    const known = this.decoded?.[ordinal];
    if (known !== undefined) return known;
    const text = this.bytes(ordinal).toString('utf8');
    if (this.decoded) this.decoded[ordinal] = text;
    return text;
  }

  /**
   * All texts in lower case, if they are in memory and none has a NUL, which stands between them;
   * else null.
   */
  lowerCased(lowerCase: (text: string) => string): LowerCased | null {
    if (this.lower !== undefined) return this.lower;
    const texts = this.decoded
      ? Array.from(this.texts(0, this.size), ([, text]) => lowerCase(text))
      : null;
    this.lower = texts && !texts.some((text) => text.includes('\0')) ? joinedOf(texts) : null;
    return this.lower;
  }

  /**
   * All texts as JSON strings without their quotes, if they are in memory and none needs an escape;
   * else null.
   */
  plainBytes(): { readonly bytes: Uint8Array; readonly starts: Int32Array | Float64Array } | null {
    if (this.plain === undefined) {
      const all = this.decoded ? this.read(0, this.offsets[this.size] ?? 0) : null;
      this.plain = all && !all.some((b) => b < 0x20 || b === 0x22 || b === 0x5c) ? all : null;
    }
    return this.plain && { bytes: this.plain, starts: this.offsets };
  }

  /** The text in UTF-8, good until the next call. */
  bytes(ordinal: number): Buffer {
    const place = this.place(ordinal);
    if (place < 0) return this.added(-1 - place);
    return this.stored(place);
  }

  /** The bytes of the texts `from` … `to` (exclusive). Only for a dictionary without a patch. */
  run(from: number, to: number): Buffer {
    const start = offsetAt(this.offsets, from);
    return this.read(start, offsetAt(this.offsets, to) - start);
  }

  private added(place: number): Buffer {
    if (!this.patch) throw new RangeError('Only a patched dictionary has added texts.');
    const { starts, bytes } = this.patch;
    const from = intAt(starts, place);
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, intAt(starts, place + 1) - from);
  }

  private stored(ordinal: number): Buffer {
    const from = offsetAt(this.offsets, ordinal);
    return this.read(from, offsetAt(this.offsets, ordinal + 1) - from);
  }

  /** The ordinal of a text, or -1. */
  find(text: string): number {
    const at = this.lowerBound(text);
    return at < this.size && this.text(at) === text ? at : -1;
  }

  /** How many texts come before `text`. */
  lowerBound(text: string): number {
    const wanted = Buffer.from(text, 'utf8');
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.bytes(middle), wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Ordinals and texts of `from` … `to` (exclusive), read in large pieces. */
  *texts(from: number, to: number): Generator<readonly [number, string]> {
    if (!this.patch) return yield* this.storedTexts(from, to);
    const { places } = this.patch;
    for (let start = from; start < to; ) {
      const first = intAt(places, start);
      let end = start + 1;
      while (end < to && first >= 0 && places[end] === first + end - start) end++;
      if (first < 0) yield [start, this.text(start)];
      else
        for (const [stored, text] of this.storedTexts(first, first + end - start))
          yield [start + stored - first, text];
      start = end;
    }
  }

  private *storedTexts(from: number, to: number): Generator<readonly [number, string]> {
    for (let start = from; start < to; ) {
      const base = offsetAt(this.offsets, start);
      let end = start + 1;
      while (end < to && offsetAt(this.offsets, end + 1) - base <= READ_BYTES) end++;
      const bytes = this.read(base, offsetAt(this.offsets, end) - base);
      for (let ordinal = start; ordinal < end; ordinal++) {
        const a = offsetAt(this.offsets, ordinal) - base;
        yield [ordinal, bytes.toString('utf8', a, offsetAt(this.offsets, ordinal + 1) - base)];
      }
      start = end;
    }
  }

  /** The ordinals `from` … `to` (exclusive) of the texts that begin with `prefix`. */
  prefixRange(prefix: string): { from: number; to: number } {
    const from = this.lowerBound(prefix);
    const wanted = Buffer.from(prefix, 'utf8');
    let low = from;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.bytes(middle).subarray(0, wanted.length).equals(wanted)) low = middle + 1;
      else high = middle;
    }
    return { from, to: low };
  }
}

/** Numbers, ascending: values of number fields, milliseconds of dates, 0 and 1 of booleans. */
export class NumberDictionary {
  readonly size: number;
  private readonly values: Float64Array;

  constructor(values: Float64Array) {
    this.size = values.length;
    this.values = values;
  }

  number(ordinal: number): number {
    return floatAt(this.values, ordinal);
  }

  /** The ordinal of a number, or -1. */
  find(value: number): number {
    const at = this.lowerBound(value);
    return this.values[at] === value ? at : -1;
  }

  /** How many numbers are smaller than `value`. */
  lowerBound(value: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (floatAt(this.values, middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many numbers are smaller than or equal to `value`. */
  upperBound(value: number): number {
    const at = this.lowerBound(value);
    return this.values[at] === value ? at + 1 : at;
  }
}

/** Texts are read in pieces of about this many bytes. */
const READ_BYTES = 1 << 18;

/** Dictionaries up to this size keep their decoded texts in memory. */
const MAX_DECODED_BYTES = 2 << 20;

/** Sorts texts by their code points, as their UTF-8 bytes sort. */
export function sortTexts(texts: string[]): string[] {
  const plain = !texts.some((text) => /[\ud800-\uffff]/.test(text));
  return plain ? texts.sort() : texts.sort(compareTexts);
}

/** Negative, zero or positive as `a` comes before, with or after `b` by code points. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Halves of characters above U+FFFF sort after U+E000 … U+FFFF. */
const rank = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
