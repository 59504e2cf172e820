// Writes JSON text straight into bytes.
import { MAX_REPLY, tooLong } from '../language/refusal.ts';
import { copyText } from '../memory/text-bytes.ts';

/**
 * The buffer of the last text, kept for the next one: otherwise a large reply would allocate ever
 * larger ones.
 */
let spare: Uint8Array<ArrayBuffer> | null = null;
const MAX_SPARE = 16 << 20;

/** Throws a Refusal when the text grows longer than a reply may be. */
export class JsonBytes {
  private bytes: Uint8Array<ArrayBuffer>;
  private at = 0;

  constructor() {
    this.bytes = spare ?? new Uint8Array(1 << 16);
    spare = null; // no other code writes here meanwhile
  }

  /** A number, text, truth value or null. */
  value(value: unknown): void {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9)
      this.whole(value);
    else this.text(JSON.stringify(value));
  }

  /** Text that is already JSON. */
  text(json: string): void {
    const { length } = json;
    this.reserve(length * 3);
    if (length <= SHORT_TEXT_LENGTH && this.takes(json)) return;
    this.at += ENCODER.encodeInto(json, this.bytes.subarray(this.at)).written;
  }

  /** Writes an ASCII text; returns false if it is not ASCII. */
  private takes(json: string): boolean {
    const { bytes, at } = this;
    let all = 0;
    for (let i = 0; i < json.length; i++) {
      const unit = json.charCodeAt(i);
      all |= unit;
      bytes[at + i] = unit;
    }
    if (all >= 0x80) return false;
    this.at += json.length;
    return true;
  }

  /** Bytes that are already JSON in UTF-8. */
  raw(json: Uint8Array): void {
    this.reserve(json.length);
    this.at = copyText(json, 0, json.length, this.bytes, this.at);
  }

  /**
   * Lets `write` write at most `most` bytes from the current place on; it returns where it ended.
   */
  fill(most: number, write: (into: Uint8Array, from: number) => number): void {
    this.reserve(most);
    this.at = write(this.bytes, this.at);
  }

  /** A whole number from 0 to 999,999,999. */
  whole(number: number): void {
    this.reserve(MAX_DIGITS);
    this.at = putWhole(this.bytes, this.at, number);
  }

  /** Everything that was written, in a buffer of its own. Nothing can be written afterwards. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.bytes.length > MAX_SPARE) return this.given();
    const text = new Uint8Array(this.at);
    text.set(this.written());
    this.release();
    return text;
  }

  /** Everything that was written; good until `release`. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  /** Leaves the buffer for the next text. Nothing can be written afterwards. */
  release(): void {
    if (this.bytes.length <= MAX_SPARE) spare = this.bytes;
    this.bytes = NOTHING;
    this.at = 0;
  }

  /** The buffer itself, cut to length, so that a large text is not copied. */
  private given(): Uint8Array<ArrayBuffer> {
    const text = new Uint8Array(this.bytes.buffer.transfer(this.at));
    this.bytes = NOTHING;
    this.at = 0;
    return text;
  }

  private reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    if (this.at > MAX_REPLY) throw tooLong();
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.at + length));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/**
 * Texts up to this length are written character by character, which is quicker than a call into the
 * runtime.
 */
const SHORT_TEXT_LENGTH = 40;
const NOTHING = new Uint8Array(0);
const ENCODER = new TextEncoder();

/** Most digits of a whole number below 1e9. */
export const MAX_DIGITS = 9;

/** Writes a whole number from 0 to 999,999,999; returns where it ends. */
export function putWhole(into: Uint8Array, at: number, number: number): number {
  let end = at + 1;
  for (let limit = 10; number >= limit; limit *= 10) end++;
  for (let i = end - 1, rest = number; i >= at; i--) {
    const next = (rest / 10) | 0;
    into[i] = 48 + rest - next * 10;
    rest = next;
  }
  return end;
}
