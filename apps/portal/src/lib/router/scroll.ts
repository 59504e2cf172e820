// Keeps how far each page of this visit was scrolled, so that going back leads to where the person
// was, even after a reload.
import { keepForTab, readForTab } from '../../loading/tab-storage.ts';

const KEY = 'isobar.scrolled';
/** How many entries of the history are kept. */
const MOST = 50;

export type ScrollMemory = {
  readonly keep: (entry: string, y: number) => void;
  /** The scroll position of an entry; 0: at the top, like a new page. */
  readonly of: (entry: string) => number;
  readonly save: () => void;
};

export function createScrollMemory(): ScrollMemory {
  const kept = new Map(stored());
  return {
    keep: (entry, y) => {
      kept.delete(entry); // the latest come last
      kept.set(entry, y);
    },
    of: (entry) => kept.get(entry) ?? 0,
    save: () => {
      keepForTab(KEY, JSON.stringify([...kept].slice(-MOST))); // or else a reload begins at the top
    },
  };
}

function stored(): readonly (readonly [string, number])[] {
  try {
    const read: unknown = JSON.parse(readForTab(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (one: unknown): one is readonly [string, number] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number';
