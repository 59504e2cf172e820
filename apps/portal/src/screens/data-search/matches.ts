// Why a row is among the results: where the words occur, or what they mean if the row says it in
// other words.

import { tokensOf, variantsOf } from '@isobar/contract/words/fold.ts';
import type { Understood, UnderstoodPiece } from '@isobar/contract/words/understood.ts';
import type { ResultRow } from '../../lib/search/row.ts';

export type Match = {
  /** The words as typed. */
  readonly typed: string;
  /** The same in other words: 'precipitable water' for 'PWV'; null: the row has the very words. */
  readonly meaning: string | null;
  /**
   * Where the words stand, with the text and the places that fit; null: the words stand nowhere,
   * but their meaning fits.
   */
  readonly place: { readonly where: Where; readonly parts: readonly Part[] } | null;
};

export type Where =
  | 'name'
  | 'measurement'
  | 'source'
  | 'variable'
  | 'datastream'
  | 'description'
  | 'campaign';
export type Part = { readonly text: string; readonly fits: boolean };

type Told = Pick<
  ResultRow,
  | 'instrumentName'
  | 'measurementName'
  | 'measurementCode'
  | 'instrumentClassName'
  | 'instrumentClassCode'
  | 'instrumentCode'
  | 'varName'
  | 'datastream'
  | 'description'
  | 'name'
  | 'iopLongName'
>;

/**
 * One for each part of the text that this row shows; what the row itself does not show comes first,
 * for the line may be cut.
 */
export const matchesOf = (row: Told, { pieces }: Understood): readonly Match[] =>
  pieces.flatMap((piece) => matchOf(row, piece) ?? []).toSorted((a, b) => rankOf(a) - rankOf(b));

/**
 * Other words for what was typed, then words that are found in the row's facts, then those of its
 * visible name.
 */
const rankOf = ({ meaning, place }: Match): number =>
  meaning !== null ? 0 : place?.where === 'name' ? 2 : 1;

function matchOf(row: Told, piece: UnderstoodPiece): Match | null {
  if (piece.missing || piece.not || piece.kind === 'exact') return null;
  const means =
    piece.classes?.includes(row.instrumentClassCode) === true ||
    piece.measurements?.includes(row.measurementCode) === true;
  const meaning =
    means && !sameWords(piece.read, piece.meaning ?? '') ? (piece.meaning ?? null) : null;
  const place = placeOf(row, piece);
  return meaning === null && place === null ? null : { typed: piece.typed, meaning, place };
}

function placeOf(row: Told, piece: UnderstoodPiece): Match['place'] {
  const texts: readonly (readonly [Where, string])[] = [
    ['name', row.instrumentName || row.name],
    ['measurement', row.measurementName],
    ['source', row.instrumentClassName],
    ['variable', row.varName],
    ['datastream', row.datastream],
    ['description', row.description],
    ['campaign', row.iopLongName],
  ];
  for (const [where, text] of texts) {
    const parts = markedParts(text, piece.read.split(' '), piece.prefix === true);
    if (parts) return { where, parts };
  }
  return null;
}

/** The text in parts, those that fit a word marked; null unless every word is there. */
export function markedParts(
  text: string,
  words: readonly string[],
  beginnings = false,
): readonly Part[] | null {
  const forms = words.map((word) => new Set(variantsOf(word)));
  const fitsForm = (plain: string, i: number): boolean =>
    forms[i]?.has(plain) === true || (beginnings && plain.startsWith(words[i] ?? ' '));
  const tokens = tokensOf(text);
  const found = tokens.filter(({ plain }) => forms.some((_, i) => fitsForm(plain, i)));
  const all = forms.every((_, i) => tokens.some(({ plain }) => fitsForm(plain, i)));
  if (!all || forms.length === 0) return null;
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of found) {
    if (start < at) continue;
    if (start > at) parts.push({ text: text.slice(at, start), fits: false });
    parts.push({ text: text.slice(start, end), fits: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), fits: false });
  return parts;
}

const sameWords = (a: string, b: string): boolean => {
  const keys = (text: string) =>
    tokensOf(text)
      .map(({ key }) => key)
      .sort()
      .join(' ');
  return keys(a) === keys(b);
};
