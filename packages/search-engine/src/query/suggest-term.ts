// Suggestions for single words: what the field has that is spelt alike.

import type { SuggestEntry, SuggestOption } from '@isobar/query-language/result.ts';
import type { Suggester } from '@isobar/query-language/suggest.ts';
import { analyse, type Word } from '../language/analyse.ts';
import { illegal } from '../language/refusal.ts';
import { fieldOf } from '../segment/fields.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { type Similar, similarTexts } from './similar.ts';
import { documentFrequency } from './word-scores.ts';

type Term = NonNullable<Suggester['term']>;

export function suggestedIndex(field: string, { segment }: Context): TextIndex {
  const found = fieldOf(segment, field);
  if (!found) throw illegal(`no mapping found for field [${field}]`);
  if (found.kind !== 'words') throw illegal(`suggestions need a text field, not [${field}]`);
  return found.index;
}

export function termEntries(text: string, options: Term, context: Context): SuggestEntry[] {
  const index = suggestedIndex(options.field, context);
  return analyse(text)
    .slice(0, MOST_WORDS)
    .map((word) => ({ ...entryOf(word), options: optionsFor(word.term, index, options, context) }));
}

/** At most so many words of a text are looked at. */
const MOST_WORDS = 32;

const entryOf = ({ term, start, end }: Word) => ({
  text: term,
  offset: start,
  length: end - start,
});

/**
 * So many candidates are looked at for each suggestion wanted: with one edit first, and with two if
 * these are too few.
 */
const INSPECTED = 5;
/** The least nearness of a suggestion. */
const ACCURACY = 0.5;

export function optionsFor(
  term: string,
  index: TextIndex,
  options: Omit<Term, 'field'>,
  context: Context,
): SuggestOption[] {
  const { size = 5, suggest_mode: mode = 'missing', sort = 'score' } = options;
  const { min_word_length: shortest = 4, prefix_length: prefixLength = 1 } = options;
  const own = documentFrequency(index, term);
  if (mode === 'missing' && own > 0) return [];
  if (Array.from(term).length < shortest) return [];
  const mostCommon = options.max_term_freq ?? 0.01;
  const most = mostCommon >= 1 ? mostCommon : Math.ceil(mostCommon * index.column.documents);
  if (own > most) return [];
  const rules = { prefixLength, maxExpansions: size * INSPECTED, transpositions: true };
  const within = (edits: number) =>
    similarTexts(index.terms, term, { ...rules, edits }, context.budget).filter(
      ({ text }) => text !== term,
    );
  const near = within(1);
  const wide = (options.max_edits ?? 2) > 1 && near.length < rules.maxExpansions;
  const candidates = (wide ? within(2) : near)
    .filter(({ nearness }) => nearness >= ACCURACY)
    .map(({ text, nearness }: Similar) => ({
      text,
      score: nearness,
      freq: documentFrequency(index, text),
    }))
    .filter(({ freq }) => (mode === 'popular' ? freq > own : freq > 0));
  const byFit = (a: SuggestOption, b: SuggestOption) => b.score - a.score;
  const byUse = (a: SuggestOption, b: SuggestOption) => (b.freq ?? 0) - (a.freq ?? 0);
  const [first, second] = sort === 'score' ? [byFit, byUse] : [byUse, byFit];
  return candidates
    .sort((a, b) => first(a, b) || second(a, b) || (a.text < b.text ? -1 : 1))
    .slice(0, size);
}
