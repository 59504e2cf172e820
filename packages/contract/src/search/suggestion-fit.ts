// The order of suggestions: how well they fit what is typed, then how much there is of them; none
// twice.
import { tokensOf } from '../words/fold.ts';

type Suggested = { readonly code: string; readonly label: string; readonly count: number };

/** The best first, at most `most`; of several that are called alike the best alone. */
export function bestSuggestions<S extends Suggested>(
  items: readonly S[],
  text: string,
  most: number,
): readonly S[] {
  const typed = text.trim().toLowerCase();
  const ranked = items
    .map((item) => ({ item, rank: rankOf(item, typed) }))
    .sort(
      (a, b) =>
        a.rank - b.rank || b.item.count - a.item.count || (a.item.label < b.item.label ? -1 : 1),
    );
  const named = new Set<string>();
  return ranked
    .filter(({ item }) => {
      const name = item.label.toLowerCase();
      return !named.has(name) && named.add(name);
    })
    .slice(0, most)
    .map(({ item }) => item);
}

/**
 * The very code or name, a beginning of it, the beginning of a word in it, anywhere in it, or only
 * the meaning.
 */
function rankOf({ code, label }: Suggested, typed: string): number {
  const [c, l] = [code.toLowerCase(), label.toLowerCase()];
  if (c === typed || l === typed) return 0;
  if (c.startsWith(typed) || l.startsWith(typed)) return 1;
  const begins = tokensOf(typed).every(({ plain }) =>
    tokensOf(l).some((token) => token.plain.startsWith(plain)),
  );
  if (begins) return 2;
  return l.includes(typed) || c.includes(typed) ? 3 : 4;
}
