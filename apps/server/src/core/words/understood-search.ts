// The search of an address with the meaning of its words, as the portal shows it: for saved
// searches and feeds.
import type { Search } from '@isobar/contract/search/filter.ts';
import { withMeaning, wordsOf } from '@isobar/contract/search/meaning.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';

export async function understoodSearch(
  search: Search,
  understand: ((text: string) => Promise<Understood>) | undefined,
): Promise<Search> {
  const words = wordsOf(search);
  return words === null || !understand ? search : withMeaning(search, await understand(words));
}
