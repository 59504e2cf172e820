// Suggestions for misspelt words: `suggest` in its kinds term and phrase.
import type { Suggester, Suggesters } from '@isobar/contract/search/dsl-suggest.ts';
import type {
  SuggestEntry,
  SuggestOption,
  SuggestResults,
} from '@isobar/contract/search/result.ts';
import { analyse, type Word } from '../language/analyse.ts';
import { illegal } from '../language/refusal.ts';
import { fieldOf } from '../segment/fields.ts';
import type { TextIndex } from '../segment/text-index.ts';
import type { Context } from './context.ts';
import { type Similar, similarTexts } from './similar.ts';
import { documentFrequency } from './words.ts';

export function suggest(asked: Suggesters, context: Context): SuggestResults {
  const { text: shared, ...named } = asked;
  return Object.fromEntries(
    Object.entries(named).map(([name, suggester]) => {
      if (typeof suggester !== 'object') return [name, []];
      const text = suggester.text ?? (typeof shared === 'string' ? shared : undefined);
      if (text === undefined) throw illegal(`The required text option is missing in [${name}]`);
      const entries =
        suggester.term !== undefined
          ? termEntries(text, suggester.term, context)
          : phraseEntries(text, suggester.phrase, context);
      return [name, entries];
    }),
  );
}

type Term = NonNullable<Suggester['term']>;
type Phrase = NonNullable<Suggester['phrase']>;

function indexOf(field: string, { segment }: Context): TextIndex {
  const found = fieldOf(segment, field);
  if (!found) throw illegal(`no mapping found for field [${field}]`);
  if (found.kind !== 'words') throw illegal(`suggestions need a text field, not [${field}]`);
  return found.index;
}

function termEntries(text: string, options: Term, context: Context): SuggestEntry[] {
  const index = indexOf(options.field, context);
  return analyse(text)
    .slice(0, MOST_WORDS)
    .map((word) => ({ ...entryOf(word), options: optionsFor(word.term, index, options, context) }));
}

/** At most this many words of a text are looked at. */
const MOST_WORDS = 32;

const entryOf = ({ term, start, end }: Word) => ({
  text: term,
  offset: start,
  length: end - start,
});

/** This many candidates are looked at for each suggestion wanted: first with one edit, then with two if there are too few. */
const INSPECTED = 5;
/** The least nearness of a suggestion. */
const ACCURACY = 0.5;

function optionsFor(
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

/** Alternatives for each word of a phrase, and the most phrases that are combined from them. */
const WAYS = 3;
const MOST_PHRASES = 64;

function phraseEntries(
  text: string,
  options: Phrase | undefined,
  context: Context,
): SuggestEntry[] {
  if (!options) return [];
  const index = indexOf(options.field, context);
  const words = analyse(text).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const errors = options.max_errors ?? 1;
  const most = errors >= 1 ? Math.floor(errors) : Math.max(1, Math.floor(errors * words.length));
  let phrases: { terms: string[]; score: number; changed: number }[] = [
    { terms: [], score: 1, changed: 0 },
  ];
  for (const { term } of words) {
    const ways = [
      { text: term, score: documentFrequency(index, term) > 0 ? 1 : UNKNOWN, changed: 0 },
      ...optionsFor(term, index, { size: WAYS }, context).map((way) => ({
        text: way.text,
        score: way.score,
        changed: 1,
      })),
    ];
    phrases = phrases
      .flatMap((phrase) =>
        ways.map((way) => ({
          terms: [...phrase.terms, way.text],
          score: phrase.score * way.score,
          changed: phrase.changed + way.changed,
        })),
      )
      .filter(({ changed }) => changed <= most)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_PHRASES);
  }
  const own = phrases.find(({ changed }) => changed === 0)?.score ?? 0;
  const better = phrases.filter(
    ({ changed, score }) => changed > 0 && score > own * (options.confidence ?? 1),
  );
  const [first, last] = [words[0] as Word, words.at(-1) as Word];
  return [
    {
      text,
      offset: first.start,
      length: last.end - first.start,
      options: better.slice(0, options.size ?? 5).map(({ terms, score }) => ({
        text: terms.join(' '),
        ...highlighted(terms, words, options.highlight),
        score: Math.fround(score),
      })),
    },
  ];
}

/** Score of a word that the field does not have. */
const UNKNOWN = 0.01;

function highlighted(
  terms: readonly string[],
  words: readonly Word[],
  tags: Phrase['highlight'],
): { highlighted?: string } {
  if (!tags) return {};
  const marked = terms.map((term, i) =>
    term === words[i]?.term ? term : `${tags.pre_tag}${term}${tags.post_tag}`,
  );
  return { highlighted: marked.join(' ') };
}
