// Looks from time to time whether saved searches have new results that are to be mailed or sent to
// web hooks.
import { type FindFeature, findSaved } from '../features/accounts/saved-searches.ts';
import { queueSearchHooks } from '../features/accounts/search-hooks.ts';
import { queueSearchMails } from '../features/accounts/search-mails.ts';
import { noteSeen } from '../features/accounts/search-news.ts';
import type { Understanding } from './web-input.ts';

/** Milliseconds between two looks. */
const EVERY_MS = 15 * 60_000;

export function keepTelling(
  { store, index, understand, log }: Understanding,
  findDays: FindFeature['findDays'],
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const find = findSaved({ index, indexName: 'metadata', understand, findDays });
  let work: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    const { signal } = stopping;
    const now = Math.floor(Date.now() / 1000);
    try {
      const input = { db: store.db, find, now, signal };
      await noteSeen(input);
      const mails = await queueSearchMails(input);
      const hooks = await queueSearchHooks(input);
      if (mails + hooks > 0) log.info({ mails, hooks }, 'news of saved searches queued');
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
