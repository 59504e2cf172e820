// Marks the words that a query looks for in the texts of a hit, and cuts long texts into fragments,
// like a plain highlighter.
import type { Highlight } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import { analyse, type Word } from '../language/analyse.ts';
import { textValue, valuesOf } from '../language/field-values.ts';
import type { Budget } from '../language/refusal.ts';
import { fieldsOf } from '../segment/fields.ts';
import type { Context } from './context.ts';
import { type Wanted, wantedWords } from './highlight-terms.ts';
import { matches } from './patterns.ts';

type Options = Omit<Highlight, 'fields'>;
type Marks = {
  readonly before: string;
  readonly after: string;
  /** Length of a fragment in characters. */
  readonly size: number;
  /** Most fragments; 0: the whole text. */
  readonly most: number;
};

/**
 * Gives `{highlight: {field: fragments}}` for a document, or `{}` when it has none of the words.
 */
export function highlighter(
  highlight: Highlight,
  query: Query | undefined,
  context: Context,
): (document: number) => object {
  const { fields, ...common } = highlight;
  const { segment } = context;
  const wanted = wantedWords(query, context);
  const rules = Object.entries(fields).flatMap(([pattern, own]) =>
    fieldsOf(segment, [pattern])
      .filter(({ field }) => field.kind === 'words')
      .map(({ field }) => ruleOf(field.name, { ...common, ...own }, wanted, context.budget)),
  );
  return (document) => {
    const source: Record<string, unknown> = JSON.parse(segment.source(document).toString());
    const found = rules.flatMap(({ name, mark, marks }) => {
      const texts = valuesOf(source, name)
        .map(textValue)
        .filter((text) => text !== null);
      const fragments = texts
        .flatMap((text) => fragmentsOf(text, mark, marks))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, Math.max(1, marks.most))
        .map(({ text }) => text);
      for (const { length } of fragments) context.budget.spend(length);
      return fragments.length > 0 ? [[name, fragments] as const] : [];
    });
    return found.length > 0 ? { highlight: Object.fromEntries(found) } : {};
  };
}

/** Finds the words to be marked, by place, and the first and last word of each phrase. */
type Mark = (words: readonly Word[]) => {
  readonly marked: Set<number>;
  readonly spans: Map<number, number>;
};

function ruleOf(name: string, options: Options, wanted: readonly Wanted[], budget: Budget) {
  const own = wanted.filter(
    ({ field }) => options.require_field_match === false || field === null || field === name,
  );
  const marks: Marks = {
    before: options.pre_tags?.[0] ?? '<em>',
    after: options.post_tags?.[0] ?? '</em>',
    size: options.fragment_size ?? 100,
    most: options.number_of_fragments ?? 5,
  };
  return { name, marks, mark: markerOf(own, budget) };
}

function markerOf(wanted: readonly Wanted[], budget: Budget): Mark {
  const plain = new Set(wanted.flatMap((one) => (one.kind === 'word' ? [one.word] : [])));
  const patterns = wanted.flatMap((one) => (one.kind === 'pattern' ? [one.pattern] : []));
  const phrases = wanted.flatMap((one) => (one.kind === 'phrase' ? [one.words] : []));
  const beginnings = wanted.flatMap((one) => (one.kind === 'beginning' ? [one] : []));
  const signs = patterns.reduce((sum, { codes }) => sum + codes.length + 1, 0);
  return (words) => {
    const marked = new Set<number>();
    const spans = new Map<number, number>();
    const mark = (from: number, length: number) => {
      for (let i = from; i < from + length; i++) marked.add(i);
      spans.set(from, from + length - 1);
    };
    const begun = beginnings.map((one) => ({
      ...one,
      occurs: words.some(({ term }) => term.startsWith(one.last)),
    }));
    words.forEach(({ term }, i) => {
      budget.work(signs * (term.length + 1) + phrases.length + begun.length + 1);
      if (plain.has(term) || patterns.some((pattern) => matches(pattern, term))) marked.add(i);
      for (const phrase of phrases) {
        if (phrase.every((word, k) => words[i + k]?.term === word)) mark(i, phrase.length);
      }
      for (const { words: first, last, occurs } of begun) {
        if (!occurs) {
          if (first.includes(term)) marked.add(i);
        } else if (
          words[i + first.length]?.term.startsWith(last) &&
          first.every((word, k) => words[i + k]?.term === word)
        )
          mark(i, first.length + 1);
      }
    });
    return { marked, spans };
  };
}

/** The pieces of a text that have a mark. `score`: how many different marked words a piece has. */
function fragmentsOf(text: string, mark: Mark, { before, after, size, most }: Marks) {
  const words = analyse(text);
  const { marked, spans } = mark(words);
  let piece = { text: '', found: new Set<string>() };
  const pieces = [piece];
  let written = 0;
  let waitFor = -1;
  words.forEach((word, i) => {
    const within = waitFor >= i;
    if (!within) waitFor = spans.get(i) ?? -1;
    const isNew =
      i > 0 &&
      most > 0 &&
      !within &&
      word.end >= size * pieces.length &&
      text.length - word.end >= size >>> 1;
    if (isNew) {
      piece = { text: '', found: new Set() };
      pieces.push(piece);
    }
    const shown = text.slice(word.start, word.end);
    piece.text +=
      text.slice(written, word.start) + (marked.has(i) ? before + shown + after : shown);
    if (marked.has(i)) piece.found.add(word.term);
    written = word.end;
  });
  piece.text += text.slice(written);
  return pieces
    .filter(({ found }) => found.size > 0)
    .map(({ text: shown, found }) => ({ text: shown, score: found.size }));
}
