// Suggestions for phrases: words that the field lacks are replaced, and phrases are weighed by how
// common their words are (a noisy channel over single words, as search clusters do without
// shingles).

import type { SuggestEntry } from '@isobar/query-language/result.ts';
import type { Suggester } from '@isobar/query-language/suggest.ts';
import { analyse } from '../language/analyse.ts';
import { frequencyAt, intAt } from '../memory/numbers.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { optionsFor, suggestedIndex } from './suggest-term.ts';
import { termValues } from './word-scores.ts';

type Phrase = NonNullable<Suggester['phrase']>;
/** A candidate word for a place of the phrase; `weight`: logarithm of how likely it is there. */
type Way = { readonly text: string; readonly weight: number; readonly changed: boolean };
type Path = { readonly ways: readonly Way[]; readonly score: number };

/** The likelihood that a word is meant as it was typed. */
const TYPED_LIKELIHOOD = Math.fround(0.95);
/** Candidates for a word. */
const WAYS = 5;
/** Phrases of this many words or more get no suggestions. */
const TOO_MANY_WORDS = 10;

export function phraseEntries(text: string, options: Phrase, context: Context): SuggestEntry[] {
  const index = suggestedIndex(options.field, context);
  const words = analyse(text);
  const { size = 5, confidence = 1, max_errors: errors = 0.5 } = options;
  const entry = { text, offset: 0, length: text.length };
  if (words.length === 0 || words.length >= TOO_MANY_WORDS) return [{ ...entry, options: [] }];
  const weigh = weigher(index);
  const places = words.map(({ term }): readonly Way[] => [
    { text: term, weight: weigh(term, TYPED_LIKELIHOOD), changed: false },
    ...optionsFor(term, index, { size: WAYS }, context).map((way) => ({
      text: way.text,
      weight: weigh(way.text, way.score),
      changed: true,
    })),
  ]);
  const own = Math.exp(places.reduce((sum, [typed]) => sum + (typed?.weight ?? 0), 0));
  const cutoff = confidence > 0 ? own * confidence : Number.MIN_VALUE;
  const most = Math.max(1, errors >= 1 ? Math.trunc(errors) : Math.round(errors * words.length));
  const best = bestPaths(places, most, cutoff, Math.max(size, 5), context);
  return [
    {
      ...entry,
      options: best.slice(0, size).map(({ ways, score }) => ({
        text: ways.map((way) => way.text).join(' '),
        ...highlighted(ways, options.highlight),
        score: Math.fround(score),
      })),
    },
  ];
}

/**
 * The likeliest phrases, best first: at most `most` words are changed, and the score is above
 * `cutoff`.
 */
function bestPaths(
  places: readonly (readonly Way[])[],
  most: number,
  cutoff: number,
  wanted: number,
  context: Context,
): readonly Path[] {
  let best: Path[] = [];
  const atBest = likeliest(places);
  const hopeless = (weight: number, from: number): boolean => {
    const score = Math.exp(weight + (atBest[from] ?? 0)) * (1 + ROUNDING);
    return score <= cutoff || (best.length === wanted && score < (best.at(-1)?.score ?? 0));
  };
  const walk = (ways: readonly Way[], weight: number, left: number): void => {
    context.budget.check();
    if (hopeless(weight, ways.length)) return;
    const place = places[ways.length];
    if (!place) {
      const score = Math.exp(weight);
      if (score > cutoff) best = [...best, { ways, score }].sort(byScore).slice(0, wanted);
      return;
    }
    for (const way of place)
      if (!way.changed || left > 0)
        walk([...ways, way], weight + way.weight, left - Number(way.changed));
  };
  walk([], 0, most);
  return best;
}

/** Adding the same weights in another order changes the sum by less than this fraction. */
const ROUNDING = 1e-9;

/** By place: the most that the words from there on can add. */
function likeliest(places: readonly (readonly Way[])[]): readonly number[] {
  const sums = [0];
  for (const ways of places.toReversed())
    sums.push((sums.at(-1) ?? 0) + Math.max(...ways.map(({ weight }) => weight)));
  return sums.reverse();
}

const byScore = (a: Path, b: Path): number => b.score - a.score || byWords(a, b);

/** Compares two phrases word by word, by UTF-16 units. */
function byWords(a: Path, b: Path): number {
  for (const [i, { text }] of a.ways.entries()) {
    const other = b.ways[i]?.text ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}

/** How likely a word is, times how near it is to what was typed, as a logarithm. */
function weigher(index: TextIndex): (term: string, nearness: number) => number {
  const words = index.wordCount + index.terms.size;
  return (term, nearness) => {
    const ordinal = index.terms.find(term);
    const uses = ordinal < 0 ? 0 : usesOf(index, ordinal);
    return Math.log10(nearness * ((1 + uses) / words));
  };
}

/** How often all documents together have a word. */
function usesOf(index: TextIndex, term: number): number {
  const { values, frequencies } = termValues(index, term);
  const { postingStarts } = index.column;
  let uses = 0;
  for (let i = 0; i < values.length; i++) {
    const value = intAt(values, i);
    const documents = intAt(postingStarts, value + 1) - intAt(postingStarts, value);
    uses += documents * (frequencies ? frequencyAt(frequencies, i) : 1);
  }
  return uses;
}

/**
 * The phrase with its changed words between tags; neighbouring changed words share one pair of
 * tags.
 */
function highlighted(
  ways: readonly Way[],
  tags: Phrase['highlight'],
): { readonly highlighted?: string } {
  if (!tags) return {};
  const marked = ways.map(({ text, changed }, i) => {
    if (!changed) return text;
    const before = ways[i - 1]?.changed ? '' : tags.pre_tag;
    return before + text + (ways[i + 1]?.changed ? '' : tags.post_tag);
  });
  return { highlighted: marked.join(' ') };
}
