// Words within a bounded number of edits of a given one, found in a dictionary, as search clusters
// expand fuzzy queries.

import { type Budget, Refusal } from '../language/refusal.ts';
import { distanceWithin } from '../language/spelling.ts';
import { countBits } from '../memory/bits.ts';
import { documentsInRange, type TextColumn } from '../segment/column.ts';
import type { TextDictionary } from '../segment/dictionary.ts';
import type { Field } from '../segment/fields.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { aloneInField, none } from './evaluate-exact.ts';
import { boosted, combine, type Matched } from './matched.ts';
import { documentFrequency, findTerm } from './word-scores.ts';

/** How many edits are allowed, and where. */
export type SimilarRules = {
  /** How many letters may be changed, added or removed: 0, 1 or 2. */
  readonly edits: number;
  /** How many of the first letters must be the same. */
  readonly prefixLength: number;
  /** At most this many words are taken, the nearest first. */
  readonly maxExpansions: number;
  /** Two neighbouring letters exchanged count as one edit, not two. */
  readonly transpositions: boolean;
};

/**
 * A word of the dictionary. `nearness`: 1 for the word itself, otherwise reduced by the share of
 * letters that were edited.
 */
export type Similar = {
  readonly ordinal: number;
  readonly text: string;
  readonly nearness: number;
};

/** The rules when a request says nothing else. */
export const DEFAULT_RULES = { prefixLength: 0, maxExpansions: 50, transpositions: true } as const;

/** Edits by `AUTO` (none below 3 letters, one below 6, else two), `AUTO:3,6` or a number. */
export function editsOf(fuzziness: string | number | undefined, term: string): number {
  const text = String(fuzziness ?? 'AUTO').toUpperCase();
  if (/^\d$/.test(text)) return Math.min(2, Number(text));
  const [low = 3, high = 6] = text
    .replace(/^AUTO:?/, '')
    .split(',')
    .filter(Boolean)
    .map(Number);
  const { length } = Array.from(term);
  return length < low ? 0 : length < high ? 1 : 2;
}

/** The nearest texts first; equally near ones in the order of the dictionary. */
export function similarTexts(
  dictionary: TextDictionary,
  term: string,
  rules: SimilarRules,
  budget: Budget,
): readonly Similar[] {
  const letters = Array.from(term);
  const { edits } = rules;
  const prefix = letters.slice(0, Math.min(letters.length, rules.prefixLength)).join('');
  const { from, to } = dictionary.prefixRange(edits === 0 ? term : prefix);
  const found: Similar[] = [];
  for (const [ordinal, text] of dictionary.texts(from, to)) {
    budget.work(1);
    // letters beyond U+FFFF take two units
    if (Math.abs(text.length - term.length) > edits * 2) continue;
    const others = /[\ud800-\udfff]/.test(text) ? Array.from(text) : text;
    const plain = typeof others === 'string' && letters.length === term.length ? term : letters;
    if (Math.abs(others.length - letters.length) > edits) continue;
    budget.work(letters.length * others.length);
    const distance = distanceWithin(plain, others, edits, rules.transpositions);
    if (distance > edits) continue;
    const shorter = Math.max(1, Math.min(letters.length, others.length));
    found.push({ ordinal, text, nearness: Math.max(0, Math.fround(1 - distance / shorter)) });
  }
  found.sort((a, b) => b.nearness - a.nearness || a.ordinal - b.ordinal);
  return found.slice(0, rules.maxExpansions);
}

/**
 * Documents with words (or whole values) similar to `term`. Nearer words score higher; all count as
 * equally common.
 */
export function similarMatched(
  field: Field,
  term: string,
  rules: SimilarRules,
  context: Context,
): Matched {
  if (field.kind === 'number' || field.kind === 'place')
    throw new Refusal(
      400,
      'query_shard_exception',
      `Can only use fuzzy queries on keyword and text fields - not on [${field.name}]`,
    );
  const dictionary = field.kind === 'words' ? field.index.terms : field.column.dictionary;
  const similar = similarTexts(dictionary, term, rules, context.budget);
  if (similar.length === 0) return none(context);
  const parts =
    field.kind === 'words'
      ? similarWords(field.index, similar, context)
      : similarValues(field.column, similar, context);
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return combine({ must: [], filter: [], should: parts, mustNot: [], minimum: 1 }, context);
}

function similarWords(index: TextIndex, similar: readonly Similar[], context: Context): Matched[] {
  const commonest = Math.max(...similar.map(({ text }) => documentFrequency(index, text)));
  return similar.map(({ text, nearness }) =>
    boosted(findTerm(index, text, context, commonest), nearness),
  );
}

function similarValues(
  column: TextColumn,
  similar: readonly Similar[],
  { budget }: Context,
): Matched[] {
  const found = similar.map(({ ordinal }) => {
    budget.hold(column.documents);
    return documentsInRange(column, ordinal, ordinal + 1);
  });
  const commonest = Math.max(...found.map(countBits));
  return found.map((bits, i) =>
    boosted(aloneInField(column, bits, commonest), similar[i]?.nearness),
  );
}
