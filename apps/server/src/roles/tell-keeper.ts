// Looks from time to time whether saved searches have new results that their owners want to be mailed.
import { findSaved } from '../features/accounts/saved-searches.ts';
import { queueSearchMails } from '../features/accounts/search-mails.ts';
import type { Understanding } from './web-input.ts';

/** Milliseconds between two looks. */
const EVERY_MS = 15 * 60_000;

export function keepTelling({ store, index, understand, log }: Understanding): {
  close(): Promise<void>;
} {
  const stopping = new AbortController();
  const find = findSaved({ index, indexName: 'metadata', understand });
  let work: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { signal } = stopping;
    const now = Math.floor(Date.now() / 1000);
    try {
      const mails = await queueSearchMails({ db: store.db, find, now, signal });
      if (mails > 0) log.info({ mails }, 'mails about saved searches queued');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'saved searches could not be looked at');
    }
  };
  const timer = setInterval(() => {
    work = work.then(look);
  }, EVERY_MS);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      stopping.abort(new Error('The web role is closing.'));
      await work;
    },
  };
}
