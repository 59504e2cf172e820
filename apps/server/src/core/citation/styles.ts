// Citations in the styles of journals; recent results are kept.

import { LRUCache } from 'lru-cache';
import type { CslItem } from './csl.ts';

export type StyledCitation = { readonly text: string; readonly html: string };

export type StyleQuestion = { readonly style: string; readonly items: readonly CslItem[] };

export interface Styles {
  /** One citation for each item. Throws Problem when the style cannot be used or many wait. */
  apply(style: string, items: readonly CslItem[]): Promise<readonly StyledCitation[]>;
}

const REMEMBERED = 5000;

/**
 * `apply` takes half a second for the first citation of a style, so it works away from the event
 * loop.
 */
export function openStyles(
  apply: (question: StyleQuestion) => Promise<readonly StyledCitation[]>,
): Styles {
  const known = new LRUCache<string, StyledCitation>({ max: REMEMBERED });
  return {
    async apply(style, items) {
      const keys = items.map((item) => JSON.stringify([style, item]));
      const made = keys.map((key) => known.get(key));
      const missing = items.filter((_, n) => made[n] === undefined);
      const entries = missing.length > 0 ? await apply({ style, items: missing }) : [];
      let taken = 0;
      return made.map((one, n) => {
        const entry = one ?? entries[taken++];
        if (!entry) throw new Error('The citation task answered too little.');
        known.set(keys[n] ?? '', entry);
        return entry;
      });
    },
  };
}
