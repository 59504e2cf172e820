// What a person wrote in the search language itself stays exactly so: phrases, field:value, +word, -word, wildcards, operators.

/** A part of a text that is searched as it stands. */
export type ExactPart = { readonly typed: string; readonly start: number; readonly end: number };

/** Whether the whole text is in the search language: operators tie its words together. */
export const isWholeExact = (text: string): boolean =>
  /(?:^|\s)(?:AND|OR|NOT)(?:\s|$)|&&|\|\|/.test(withoutPhrases(text));

/** Phrases, words with a field, a wildcard or a sign before them, in order. */
export function exactParts(text: string): readonly ExactPart[] {
  return [...text.matchAll(EXACT)]
    .filter((found) => !isAsking(text, found[0], found.index))
    .map((found) => ({
      typed: found[0],
      start: found.index,
      end: found.index + found[0].length,
    }));
}

/** 'what measures cloud height?': no wildcard, the end of a question. */
const isAsking = (text: string, part: string, start: number): boolean =>
  /^(?:\p{L}[\p{L}'’-]*|\d{4})\?+!?$/u.test(part) &&
  /\S\s+$/.test(text.slice(0, start)) &&
  text.slice(start + part.length).trim() === '';

/** The text with those parts blank, so that everything else keeps its place. */
export function withoutParts(text: string, parts: readonly ExactPart[]): string {
  return parts.reduce(
    (rest, { start, end }) => rest.slice(0, start) + BLANK.repeat(end - start) + rest.slice(end),
    text,
  );
}

/** Parts words and times like a sign; no letter, no space. */
const BLANK = '\u0001';

const EXACT =
  /[+-]?(?:[A-Za-z_][\w.]*:)?"(?:[^"\\]|\\.)*"|(?<![^\s])[+-](?=[\p{L}\p{N}])[^\s"]+|(?<![^\s])[A-Za-z_][\w.]*:(?![\s/])[^\s"]+|(?<![^\s])[^\s"]*[*?~^][^\s"]*/gu;

const withoutPhrases = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
