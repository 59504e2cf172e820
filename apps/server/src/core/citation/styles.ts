// Applies citation styles in a thread of its own that begins with the first use; what was made lately is remembered.
import { Worker as Thread } from 'node:worker_threads';
import type { CslItem } from '@isobar/contract/citations/csl.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { LRUCache } from 'lru-cache';

export type StyledCitation = { readonly text: string; readonly html: string };

export type StyleThreadData = {
  /** Where styles lie; the first folder that has one counts. */
  readonly folders: readonly string[];
};
export type StyleRequest = {
  readonly id: number;
  readonly style: string;
  readonly items: readonly CslItem[];
};
export type StyleAnswer =
  | { readonly id: number; readonly entries: readonly StyledCitation[] }
  | { readonly id: number; readonly failed: string };

export interface Styles {
  /** One citation for each item. Throws Problem when the style cannot be used or many wait. */
  apply(style: string, items: readonly CslItem[]): Promise<readonly StyledCitation[]>;
  close(): Promise<void>;
}

const MOST_WAITING = 100;
const LONGEST_MS = 30_000;
const REMEMBERED = 5000;

type Pending = {
  readonly resolve: (entries: readonly StyledCitation[]) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
};

export function openStyles(folders: readonly string[]): Styles {
  const known = new LRUCache<string, StyledCitation>({ max: REMEMBERED });
  const pending = new Map<number, Pending>();
  let thread: Thread | undefined;
  let next = 1;

  function fail(of: Thread | undefined, cause: unknown): void {
    if (thread !== of) return;
    thread = undefined;
    const problem = new Problem('unavailable', 'Citations cannot be written at the moment.', {
      cause,
    });
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(problem);
    }
    pending.clear();
  }

  function running(): Thread {
    if (thread) return thread;
    const begun = new Thread(new URL('./style-thread.ts', import.meta.url), {
      name: 'citations',
      workerData: { folders } satisfies StyleThreadData,
      resourceLimits: { maxOldGenerationSizeMb: 192 },
    });
    begun.unref();
    begun.on('message', (answer: StyleAnswer) => {
      const waiting = pending.get(answer.id);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      pending.delete(answer.id);
      if (pending.size === 0) begun.unref();
      if ('entries' in answer) waiting.resolve(answer.entries);
      else
        waiting.reject(
          new Problem('unexpected', 'The citation style could not be applied.', {
            cause: new Error(answer.failed),
          }),
        );
    });
    begun.on('error', (cause) => fail(begun, cause));
    begun.on('exit', (cause) => fail(begun, cause));
    thread = begun;
    return begun;
  }

  function ask(style: string, items: readonly CslItem[]): Promise<readonly StyledCitation[]> {
    if (pending.size >= MOST_WAITING) {
      const full = 'Many citations are being written. Try again in a moment.';
      return Promise.reject(new Problem('unavailable', full));
    }
    const at = running();
    return new Promise((resolve, reject) => {
      const id = next++;
      const timer = setTimeout(() => {
        fail(at, new Error(`The style ${style} took too long.`));
        void at.terminate();
      }, LONGEST_MS);
      pending.set(id, { resolve, reject, timer });
      at.ref();
      at.postMessage({ id, style, items } satisfies StyleRequest);
    });
  }

  return {
    async apply(style, items) {
      const keys = items.map((item) => JSON.stringify([style, item]));
      const made = keys.map((key) => known.get(key));
      const missing = items.filter((_, n) => made[n] === undefined);
      const entries = missing.length > 0 ? await ask(style, missing) : [];
      let taken = 0;
      return made.map((one, n) => {
        const entry = one ?? entries[taken++];
        if (!entry) throw new Error('The style thread answered too little.');
        known.set(keys[n] ?? '', entry);
        return entry;
      });
    },
    async close() {
      const at = thread;
      fail(at, new Error('The server is stopping.'));
      await at?.terminate();
    },
  };
}
