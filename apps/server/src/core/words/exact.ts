// What a person wrote in the search language itself stays exactly so: phrases, field:value, +word,
// -word, wildcards, operators. '-20' before a unit or alone is a number.

import { doiName } from '@isobar/contract/doi.ts';
import { withOwnFields } from './everyday-fields.ts';

/** A part of a text that is searched as it stands. */
export type ExactPart = { readonly typed: string; readonly start: number; readonly end: number };

/** Whether the whole text is in the search language: operators tie its words together. */
export const isWholeExact = (text: string): boolean =>
  /(?:^|\s)(?:AND|OR|NOT)(?:\s|$)|&&|\|\|/.test(withoutPhrases(text));

/**
 * DOIs, phrases, words that have a field, a wildcard or a sign, and the names that are given, in
 * the order of the text.
 */
export function exactParts(
  text: string,
  names: ReadonlySet<string> = NO_NAMES,
): readonly ExactPart[] {
  const dois = doisIn(text);
  const rest = withoutParts(text, dois);
  const written = [...rest.matchAll(EXACT)]
    .filter((found) => !isAsking(text, found[0], found.index) && !SCALES.test(found[0]))
    .map(partOf);
  const named = [...withoutParts(rest, written).matchAll(NAME)]
    .filter(([word]) => names.has(word))
    .map(partOf);
  return [...dois, ...written, ...named].sort((a, b) => a.start - b.start);
}

/**
 * DOIs as they are cited: '10.5439/1786358', 'doi:10.5439/1786358',
 * 'https://doi.org/10.5439/1786358'.
 */
export const doisIn = (text: string): readonly ExactPart[] => [...text.matchAll(DOI)].map(partOf);

/** Without the sign that ends a sentence, a bracket or a list. */
const DOI =
  /(?<![^\s('<[])(?:doi:\s*)?"?(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/|(?:dx\.)?doi\.org\/|doi:?\s*)?10\.\d{4,9}\/[^\s"'<>[\]]*[\p{L}\p{N}]"?/giu;

/**
 * A part in the search language: a DOI is looked for where records have theirs, however it is
 * written.
 */
export const queryOf = ({ typed }: ExactPart): string =>
  doiOf(typed) === null ? withOwnFields(typed) : `doi:"${doiOf(typed)}"`;

/** The DOI that a part is, also between quotes; null: it is none. */
export const doiOf = (typed: string): string | null =>
  doiName(/(?<![\w.-])10\.\d{4,9}\/[^"]*/.exec(typed)?.[0] ?? '');

const partOf = (found: RegExpExecArray): ExactPart => ({
  typed: found[0],
  start: found.index,
  end: found.index + found[0].length,
});

const NO_NAMES: ReadonlySet<string> = new Set();

/** What a program or a file may be called, without the sign that ends a sentence or a list. */
export const NAME = /(?<![^\s(])[A-Za-z0-9][\w./-]{0,199}(?<=\w)(?=[,;:.)]*(?:\s|$))/g;

/**
 * Friction velocity and convective velocity scale; as wildcards they would find whatever begins
 * with the letter.
 */
const SCALES = /^[uw]\*$/i;

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

/** The text with those parts in their blanks again, whatever became of the words between. */
export function withParts(rest: string, parts: readonly ExactPart[]): string {
  let text = '';
  let from = 0;
  for (const { typed } of parts) {
    const at = rest.indexOf(BLANK.repeat(typed.length), from);
    if (at < 0) break;
    text += rest.slice(from, at) + typed;
    from = at + typed.length;
  }
  return text + rest.slice(from);
}

/** Separates words and times as a sign does, but is neither a letter nor a space. */
const BLANK = '\u0001';

const EXACT =
  /[+-]?(?:[A-Za-z_][\w.]*:)?"(?:[^"\\]|\\.)*"|(?<![^\s])[+-](?=[\p{L}\p{N}])(?!\d+(?:[.,]\d+)?(?:[\s°%,;)]|$))[^\s"]+|(?<![^\s])[A-Za-z_][\w.]*:(?![\s/])[^\s"]+|(?<![^\s])[^\s"]*[*?~^][^\s"]*/gu;

const withoutPhrases = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
