// JSON text written straight into bytes.
import { MAX_REPLY, tooLong } from '../language/refusal.ts';
import { copyText } from '../memory/text-bytes.ts';

/** Room of the text written last, for the next one: large replies ask for much memory otherwise, step by step. */
let spare: Uint8Array<ArrayBuffer> | null = null;
const MAX_SPARE = 4 << 20;

/** Throws a Refusal when the text becomes longer than a reply may be. */
export class JsonBytes {
  private bytes: Uint8Array<ArrayBuffer>;
  private at = 0;

  constructor() {
    this.bytes = spare ?? new Uint8Array(1 << 16);
    spare = null; // nobody else writes here meanwhile
  }

  /** Any value without members of its own. */
  value(value: unknown): void {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9)
      this.whole(value);
    else this.text(JSON.stringify(value));
  }

  /** JSON as it is. */
  text(json: string): void {
    const { length } = json;
    this.reserve(length * 3);
    if (length <= SHORT_TEXT_LENGTH && this.takes(json)) return;
    this.at += ENCODER.encodeInto(json, this.bytes.subarray(this.at)).written;
  }

  /** Writes a text of plain letters, or says no. */
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

  /** UTF-8 JSON as it is. */
  raw(json: Uint8Array): void {
    this.reserve(json.length);
    this.at = copyText(json, 0, json.length, this.bytes, this.at);
  }

  /** Has `write` write `most` bytes or less, from a place on; it says where it ended. */
  fill(most: number, write: (into: Uint8Array, from: number) => number): void {
    this.reserve(most);
    this.at = write(this.bytes, this.at);
  }

  /** A whole number from 0 up to but without 1e9. */
  whole(number: number): void {
    this.reserve(MAX_DIGITS);
    this.at = putWhole(this.bytes, this.at, number);
  }

  /** All that was written, in a buffer of its own. Nothing can be written after. */
  end(): Uint8Array<ArrayBuffer> {
    if (this.bytes.length > MAX_SPARE) return this.given();
    const text = new Uint8Array(this.at);
    text.set(this.written());
    this.release();
    return text;
  }

  /** All that was written, good until `release`. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  /** Leaves the room to the next text. Nothing can be written after. */
  release(): void {
    if (this.bytes.length <= MAX_SPARE) spare = this.bytes;
    this.bytes = NOTHING;
    this.at = 0;
  }

  /** The room itself, cut: a large text is not copied once more. */
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

/** Texts up to this length are written character by character: a call of the runtime takes longer. */
const SHORT_TEXT_LENGTH = 40;
const NOTHING = new Uint8Array(0);
const ENCODER = new TextEncoder();

/** Of a whole number below 1e9. */
export const MAX_DIGITS = 9;

/** Writes a whole number from 0 up to but without 1e9; returns where it ends. */
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
