// Finds the values of some fields in the JSON bytes of a document, without parsing all of it into
// objects and strings.
import { byteAt } from '../memory/numbers.ts';
import { isCopy, textOf } from '../memory/text-bytes.ts';

/** What was found of a field. */
export const NOTHING = 0;
/** A text without escapes: its UTF-8, between the quotes. */
export const TEXT = 1;
/** A list of such texts: what is between its brackets. */
export const TEXTS = 2;
/** Anything else, as JSON. */
export const OTHER = 3;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const ESCAPE = 0x5c;
const CLOSE_LIST = 0x5d;
const N_OF_NULL = 0x6e;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Most keys that are remembered: the documents of an index share their keys. */
const MAX_KEYS = 10_000;

type Key = {
  /** The name of the field as bytes of JSON, with its quotes and colon. */
  readonly bytes: Uint8Array;
  /** Place of the field among those that are looked for; else -1. */
  readonly field: number;
  /**
   * The key that followed it last time: documents of one kind have their keys in the same order.
   */
  next: Key | null;
};

export class ValueFinder {
  /**
   * What was found, by place of the field among the names. If a key occurs twice, the later one
   * counts.
   */
  readonly kinds: Uint8Array;
  /** Where each value begins and ends in the bytes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly names: ReadonlyMap<string, number>;
  private readonly keys = new Map<string, Key>();
  private readonly first: Key = { bytes: new Uint8Array(0), field: -1, next: null };
  private bytes: Uint8Array = new Uint8Array(0);
  private end = 0;

  constructor(names: readonly string[]) {
    this.names = new Map(names.map((name, place) => [name, place]));
    this.kinds = new Uint8Array(names.length);
    this.starts = new Int32Array(names.length);
    this.ends = new Int32Array(names.length);
  }

  /**
   * Looks through the object between `from` and `to` (exclusive). Returns false if it is not
   * written as `JSON.stringify` would write it, and must then be parsed. It does not check all of
   * the JSON, so true does not mean that it is valid.
   */
  find(bytes: Uint8Array, from: number, to: number): boolean {
    this.bytes = bytes;
    this.end = to;
    this.kinds.fill(NOTHING);
    if (bytes[from] !== OPEN_OBJECT || bytes[to - 1] !== CLOSE_OBJECT) return false;
    let at = from + 1;
    if (at === to - 1) return true;
    for (let key = this.first; ; at++) {
      const next = this.keyAt(at, key);
      if (!next) return false;
      key = next;
      at = this.valueAt(at + key.bytes.length, key.field);
      if (at < 0 || at >= to) return false;
      if (bytes[at] === CLOSE_OBJECT) return at === to - 1;
      if (bytes[at] !== COMMA) return false;
    }
  }

  private keyAt(at: number, before: Key): Key | null {
    const expected = before.next;
    if (expected && this.isAt(expected, at)) return expected;
    const skipped = expected?.next; // one that this document does not have
    const key = skipped && this.isAt(skipped, at) ? skipped : this.readKey(at);
    before.next = key ?? before.next;
    return key;
  }

  private isAt({ bytes: key }: Key, at: number): boolean {
    return isCopy(key, 0, key.length, this.bytes, at);
  }

  private readKey(at: number): Key | null {
    const end = this.textEnd(at);
    if (end < 0 || this.bytes[end] !== COLON) return null;
    const name = textOf(this.bytes.subarray(at + 1, end - 1));
    const known = this.keys.get(name);
    if (known) return known;
    const bytes = this.bytes.slice(at, end + 1);
    const key = { bytes, field: this.names.get(name) ?? -1, next: null };
    if (this.keys.size < MAX_KEYS) this.keys.set(name, key);
    return key;
  }

  /** The end of the value that begins at `at`, or a negative number. */
  private valueAt(at: number, field: number): number {
    switch (this.bytes[at]) {
      case QUOTE: {
        const end = this.textEnd(at);
        if (end >= 0) return this.found(field, TEXT, at + 1, end - 1, end);
        return this.other(at, field);
      }
      case OPEN_LIST: {
        if (this.bytes[at + 1] === CLOSE_LIST) return this.found(field, NOTHING, 0, 0, at + 2);
        const end = this.textsEnd(at + 1);
        if (end >= 0) return this.found(field, TEXTS, at + 1, end - 1, end);
        return this.other(at, field);
      }
      case N_OF_NULL:
        return this.found(field, NOTHING, 0, 0, at + 4);
      default:
        return this.other(at, field);
    }
  }

  private other(at: number, field: number): number {
    const end = this.jsonEnd(at);
    return end <= at ? -1 : this.found(field, OTHER, at, end, end);
  }

  private found(field: number, kind: number, start: number, end: number, next: number): number {
    if (field >= 0) {
      this.kinds[field] = kind;
      this.starts[field] = start;
      this.ends[field] = end;
    }
    return next;
  }

  /**
   * The place after the closing quote of a text without escapes that begins at `at`, or a negative
   * number.
   */
  private textEnd(at: number): number {
    const { bytes, end } = this;
    if (bytes[at] !== QUOTE) return -1;
    for (let i = at + 1; i < end; i++) {
      const byte = byteAt(bytes, i);
      if (byte === QUOTE) return i + 1;
      if (byte === ESCAPE || byte < 0x20) return -1;
    }
    return -1;
  }

  /** The place after the bracket of a list of such texts, or a negative number. */
  private textsEnd(at: number): number {
    for (let i = this.textEnd(at); i >= 0; i = this.textEnd(i + 1)) {
      if (this.bytes[i] === CLOSE_LIST) return i + 1;
      if (this.bytes[i] !== COMMA) return -1;
    }
    return -1;
  }

  /** The place after any value that begins at `at`, or a negative number. */
  private jsonEnd(at: number): number {
    const { bytes, end } = this;
    let depth = 0;
    for (let i = at; i < end; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) {
        for (i++; i < end && bytes[i] !== QUOTE; i++) if (bytes[i] === ESCAPE) i++;
        if (depth === 0) return i + 1;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === 0) return i;
        if (--depth === 0) return i + 1;
      } else if (byte === COMMA && depth === 0) return i;
    }
    return -1;
  }
}

/** Visits the texts of a list that was found: the begin and end of each. */
export function eachText(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (from: number, to: number) => void,
): void {
  for (let from = start + 1; from <= end; ) {
    const to = bytes.indexOf(QUOTE, from);
    visit(from, to);
    from = to + 3; // skips its quote, the comma and the next quote
  }
}
