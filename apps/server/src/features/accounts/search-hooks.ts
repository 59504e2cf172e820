// Messages to the web hooks of saved searches: once an hour at most, at least once each, signed as
// those of orders are.
import type { SavedKind } from '@isobar/contract/calls/saved-searches.ts';
import { type HookRules, hookProblem, NO_HOOKS } from '@isobar/contract/orders/web-hook.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { checkHookStatus, hookHeaders } from '../../core/hooks/sign.ts';
import type { Db, JobKind } from '../../core/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WebHooks } from '../../ports/web-hook.ts';
import { searchHookSecret } from './saved-searches.ts';
import { savedLink } from './search-mails.ts';
import { lookAt, type News, news, type SearchNewsInput } from './search-news.ts';

export const SEARCH_HOOK_JOB = 'search-hook';

/** Seconds from one look to the next. */
const EVERY_S = 3600;

/**
 * Looks at each saved search with a web hook that is due. Resolves how many messages were queued.
 */
export async function queueSearchHooks(input: SearchNewsInput): Promise<number> {
  const { db, now, signal } = input;
  const due = await db
    .selectFrom('saved_searches')
    .select(['search_id', 'kind', 'address', 'hook_url', 'hooked_at', 'hooked'])
    .where('hook_url', 'is not', null)
    .where('hooked_at', '<=', now - EVERY_S)
    .orderBy('hooked_at')
    .execute();
  let queued = 0;
  for (const row of due) {
    signal?.throwIfAborted();
    const job = { kind: SEARCH_HOOK_JOB, subject: `search-hook-${row.search_id}-${now}` };
    const known = row.hooked;
    const isQueued = await lookAt(input, { ...row, known }, job, async (trx, hooked) => {
      const { numUpdatedRows } = await trx
        .updateTable('saved_searches')
        .set({ hooked_at: now, hooked })
        .where('search_id', '=', row.search_id)
        .where('hooked_at', '=', row.hooked_at)
        .where('hook_url', '=', row.hook_url)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    if (isQueued) queued++;
  }
  return queued;
}

export interface SearchHooks {
  readonly db: Db;
  /** Absent: not set up here. */
  readonly webHooks: WebHooks | undefined;
  readonly hooks: HookRules;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  readonly site: { readonly url: string; readonly version: string };
  readonly log: Log;
}

export const searchHookJobs = (work: SearchHooks): JobKind => ({
  harmless: true,
  async run(job, running) {
    const { db, webHooks, hooks, secret, site, log } = work;
    const found = news.parse(JSON.parse(job.payload));
    const search = await db
      .selectFrom('saved_searches')
      .select(['name', 'kind', 'address', 'hook_url'])
      .where('search_id', '=', found.searchId)
      .executeTakeFirst();
    const url = search?.hook_url;
    // Deleted or switched off while the message waited.
    if (!search || !url) return { end: 'done' };
    // The operator may have taken the host off the list since it was set.
    const problem = webHooks ? hookProblem(url, hooks) : NO_HOOKS;
    if (!webHooks || problem !== null) return { end: 'failed', reason: problem ?? NO_HOOKS };
    const { name, kind, address } = search;
    const body = newsBody({ name, kind, page: site.url + savedLink(kind, address), found });
    const at = Math.floor(Date.now() / 1000);
    const signing = searchHookSecret(secret, found.searchId);
    const headers = hookHeaders(signing, { id: job.subject, at, body, version: site.version });
    const status = await webHooks.post({ url, headers, body }, running.signal);
    checkHookStatus(status, new URL(url).host);
    log.info({ count: found.count, status }, 'web hook of a saved search delivered');
    return { end: 'done' };
  },
  async givenUp(_, job, reason) {
    work.log.warn({ message: job.subject, reason }, 'a web hook could not be delivered');
  },
  passing: (error) => error instanceof Problem && error.code === 'unavailable',
});

/** Pure. */
function newsBody(about: {
  readonly name: string;
  readonly kind: SavedKind;
  readonly page: string;
  readonly found: News;
}): string {
  const { name, kind, page, found } = about;
  const { searchId, count, datastreams, days } = found;
  return JSON.stringify({
    type: 'search.new',
    data: {
      ...{ searchId, name, kind, page, count },
      ...(kind === 'days'
        ? { days }
        : {
            datastreams: datastreams.map(({ datastream, end, isNew }) => ({
              ...{ datastream, end: formatInstant(end), isNew },
            })),
          }),
    },
  });
}
