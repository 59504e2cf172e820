// Standard analysis: text to lower-case words, by the word boundaries of Unicode (UAX 29), as
// search clusters do by default.
import { byteAt } from '../memory/numbers.ts';

/**
 * A word as it is searched for, and where it is in the text (UTF-16 offsets). The n-th word has
 * position n.
 */
export type Word = { readonly term: string; readonly start: number; readonly end: number };

/** Longer words are cut into pieces of this many UTF-16 units. */
const MAX_WORD = 255;

/** The words of a text, in order. */
export function analyse(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const end = wordEnd(text, at);
    if (end > at) {
      for (let start = at; start < end; start += MAX_WORD) {
        const stop = Math.min(end, start + MAX_WORD);
        words.push({ term: lowerCase(text.slice(start, stop)), start, end: stop });
      }
      at = end;
    } else at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return words;
}

/**
 * The terms of an ASCII text in lower case between `from` and `to` (exclusive), in order, as ranges
 * of the bytes. It is quick, since an index has tens of millions of them.
 */
export function plainTerms(
  lower: Uint8Array,
  from: number,
  to: number,
  visit: (start: number, end: number) => void,
): void {
  const kindAt = (at: number) => (at < to ? byteAt(ASCII, byteAt(lower, at)) : OTHER);
  let at = from;
  while (at < to) {
    const start = at;
    let before = kindAt(at++);
    if (before === OTHER || before > CONNECTOR) continue;
    let hasContent = before !== CONNECTOR;
    while (at < to) {
      const kind = kindAt(at);
      if (kind === LETTER || kind === NUMBER || kind === CONNECTOR) {
        before = kind;
        hasContent ||= kind !== CONNECTOR;
        at++;
      } else if (bridges(kind, before) && kindAt(at + 1) === before) at += 2;
      else break;
    }
    for (let i = start; hasContent && i < at; i += MAX_WORD) visit(i, Math.min(at, i + MAX_WORD));
  }
}

/**
 * Lower case, character by character: neither the language nor the end of a word (as for a Greek
 * sigma) makes a difference.
 */
export function lowerCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  let result = '';
  for (const c of text) {
    const lower = c.toLowerCase();
    result += lower.length > c.length ? String.fromCodePoint(lower.codePointAt(0) ?? 0) : lower;
  }
  return result;
}

const LETTER = 1;
const NUMBER = 2;
const KATAKANA = 3;
/** Joins letters, digits and its own kind: the underscore and its like. */
const CONNECTOR = 4;
const MID_LETTER = 5;
const MID_NUMBER = 6;
const MID_BOTH = 7;
/** Belongs to the character before it. */
const EXTEND = 8;
/** A word on its own: an ideograph, a hiragana letter, a picture. */
const SINGLE = 9;
/** A script without spaces; a run of it is one word. */
const RUN = 10;
const PICTURE = 11;
/** Two of these make a flag. */
const FLAG_HALF = 12;
const OTHER = 0;

/** End of the word that begins at `from`; `from` when none begins there. */
function wordEnd(text: string, from: number): number {
  const first = classAt(text, from);
  switch (first) {
    case SINGLE:
      return extended(text, next(text, from));
    case PICTURE:
      return pictureEnd(text, from);
    case FLAG_HALF: {
      const second = next(text, from);
      return classAt(text, second) === FLAG_HALF ? next(text, second) : from;
    }
    case RUN: {
      let at = from;
      while (classAt(text, at) === RUN) at = extended(text, next(text, at));
      return at;
    }
    case LETTER:
    case NUMBER:
    case KATAKANA:
    case CONNECTOR:
      return plainWordEnd(text, from);
    default:
      return from;
  }
}

function plainWordEnd(text: string, from: number): number {
  let at = from;
  let before = CONNECTOR;
  let hasContent = false;
  for (;;) {
    const kind = classAt(text, at);
    const joins =
      kind === CONNECTOR ||
      ((kind === LETTER || kind === NUMBER) && before !== KATAKANA) ||
      (kind === KATAKANA && (before === KATAKANA || before === CONNECTOR));
    if (joins) {
      before = kind;
      hasContent ||= kind !== CONNECTOR;
      at = extended(text, next(text, at));
    } else if (bridges(kind, before)) {
      const after = extended(text, next(text, at));
      if (classAt(text, after) !== before) break;
      at = after;
    } else break;
  }
  return hasContent ? at : from;
}

const bridges = (kind: number, before: number): boolean =>
  (before === LETTER && (kind === MID_LETTER || kind === MID_BOTH)) ||
  (before === NUMBER && (kind === MID_NUMBER || kind === MID_BOTH));

/** A picture with its modifiers, and whatever a zero-width joiner attaches to it. */
function pictureEnd(text: string, from: number): number {
  let at = extended(text, next(text, from));
  while (text[at - 1] === '\u200d' && classAt(text, at) === PICTURE)
    at = extended(text, next(text, at));
  return at;
}

const next = (text: string, at: number): number =>
  at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

function extended(text: string, from: number): number {
  let at = from;
  while (classAt(text, at) === EXTEND) at = next(text, at);
  return at;
}

function classAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) return OTHER;
  if (code < 128) return byteAt(ASCII, code);
  let kind = known.get(code);
  if (kind === undefined) {
    kind = classify(String.fromCodePoint(code));
    known.set(code, kind);
  }
  return kind;
}

const known = new Map<number, number>();

function classify(c: string): number {
  for (const [pattern, kind] of CLASSES) if (pattern.test(c)) return kind;
  return OTHER;
}

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[··״‧︓﹕：]/u, MID_LETTER],
  [/[;։،؍٬߸⁄︐︔﹐﹔，；]/u, MID_NUMBER],
  [/[‘’․﹒＇．]/u, MID_BOTH],
  [/[\u200b〆]/u, OTHER],
  [/[\u{1f1e6}-\u{1f1ff}]/u, FLAG_HALF],
  [/[\p{M}\p{Cf}]|[\u{1f3fb}-\u{1f3ff}]/u, EXTEND],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, RUN],
  [/[\p{Script=Han}\p{Script=Hiragana}]/u, SINGLE],
  [/[\p{Script=Katakana}\u{ff9e}\u{ff9f}ー〱-〵゠]/u, KATAKANA],
  [/\p{Nd}/u, NUMBER],
  [/\p{Pc}/u, CONNECTOR],
  [/\p{Alphabetic}/u, LETTER],
  [/\p{Extended_Pictographic}/u, PICTURE],
];

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code);
  if (/[a-zA-Z]/.test(c)) return LETTER;
  if (/[0-9]/.test(c)) return NUMBER;
  if (c === '_') return CONNECTOR;
  if (c === ':') return MID_LETTER;
  if (c === ',' || c === ';') return MID_NUMBER;
  if (c === '.' || c === "'") return MID_BOTH;
  return OTHER;
});
