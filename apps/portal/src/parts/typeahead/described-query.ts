// What a typed text looks for, as a search box needs it: the meaning in one line, the words, and
// the one thing that is meant.
import type { Meant } from '@isobar/contract/search/plan-typeahead.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';

export type DescribedQuery = {
  /** What the text was taken for; null: for nothing but its words. */
  readonly meaning: string | null;
  /** The words that are looked for; '': there are none. */
  readonly words: string;
  /**
   * Codes of the one thing that is meant; undefined if there are several, since any one of them
   * would mislead.
   */
  readonly meant: Meant | undefined;
};

export function describeQuery(understood: Understood): DescribedQuery {
  const sought = understood.pieces.filter(({ not, read }) => !not && !read.startsWith('-'));
  const [only, ...others] = understood.pieces;
  const single = only && !only.not && others.length === 0 ? only : undefined;
  return {
    meaning: meaningText(understood),
    words: sought.map(({ read }) => read).join(' '),
    meant: single && {
      measurements: single.measurements ?? [],
      classes: (single.classes ?? []).slice(0, MOST_CLASSES),
    },
  };
}

const MOST_CLASSES = 5;

function meaningText({ filters, pieces, mended, typed }: Understood): string | null {
  const concepts = pieces.map(({ typed: part, read, meaning, kind, not }) => {
    if (not || kind === 'exact') return part;
    return meaning && meaning.toLowerCase() !== read ? `${read} = ${meaning}` : read;
  });
  const said = filters.map(({ meaning }) => meaning);
  const explains = pieces.some(({ meaning, read }) => meaning && meaning.toLowerCase() !== read);
  if (said.length === 0 && mended === typed && !explains) return null;
  return [...concepts, ...said].join(' · ');
}
