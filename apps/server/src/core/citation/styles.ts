// Applies citation styles in a thread of its own, which starts on first use; recent results are kept.
import type { CslItem } from '@isobar/contract/citations/csl.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { LRUCache } from 'lru-cache';
import { AskedThread } from '../../platform/asked-thread.ts';

export type StyledCitation = { readonly text: string; readonly html: string };

export type StyleThreadData = {
  /** Where styles lie; the first folder that has one counts. */
  readonly folders: readonly string[];
};
export type StyleQuestion = { readonly style: string; readonly items: readonly CslItem[] };

export interface Styles {
  /** One citation for each item. Throws Problem when the style cannot be used or many wait. */
  apply(style: string, items: readonly CslItem[]): Promise<readonly StyledCitation[]>;
  close(): Promise<void>;
}

const MOST_WAITING = 100;
const LONGEST_MS = 30_000;
const REMEMBERED = 5000;

export function openStyles(folders: readonly string[]): Styles {
  const known = new LRUCache<string, StyledCitation>({ max: REMEMBERED });
  const thread = new AskedThread<StyleQuestion, readonly StyledCitation[]>({
    entry: new URL('./style-thread.ts', import.meta.url),
    name: 'citations',
    data: { folders } satisfies StyleThreadData,
    heapMb: 192,
    mostWaiting: MOST_WAITING,
    longest: { ms: LONGEST_MS, from: 'question' },
    errors: {
      full: () =>
        new Problem('unavailable', 'Many citations are being written. Try again in a moment.'),
      slow: () => new Problem('unavailable', 'The citation took too long to write.'),
      ended: (cause) =>
        new Problem('unavailable', 'Citations cannot be written at the moment.', { cause }),
      failed: (cause) =>
        new Problem('unexpected', 'The citation style could not be applied.', { cause }),
    },
  });

  return {
    async apply(style, items) {
      const keys = items.map((item) => JSON.stringify([style, item]));
      const made = keys.map((key) => known.get(key));
      const missing = items.filter((_, n) => made[n] === undefined);
      const entries = missing.length > 0 ? await thread.ask({ style, items: missing }) : [];
      let taken = 0;
      return made.map((one, n) => {
        const entry = one ?? entries[taken++];
        if (!entry) throw new Error('The style thread answered too little.');
        known.set(keys[n] ?? '', entry);
        return entry;
      });
    },
    close: () => thread.close(),
  };
}
