// Mails about new results of saved searches: looked for in the web role, which has the index; queued once, with what they list.
import { setImmediate } from 'node:timers/promises';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { TELL_DAYS, type Tell } from '@isobar/contract/calls/saved-searches.ts';
import { plural } from '@isobar/contract/count.ts';
import { parseAddress, resultsHref } from '@isobar/contract/search/address.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { personById } from '../../core/accounts/people.ts';
import { type UnsubscribeLinks, unsubscribeLinks } from '../../core/accounts/unsubscribe.ts';
import type { Holdings } from '../../core/catalogue/plan-holdings.ts';
import type { Db, JobKind } from '../../core/jobs/job.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail, MailSender } from '../../ports/mail.ts';

export const SEARCH_MAIL_JOB = 'search-mail';

/** Datastreams that one mail lists. */
const LISTED = 30;
/** A mail is due this much earlier than a whole day or week after the last, so that it does not move through the day. */
const EARLY_S = 3600;

export interface SearchMailInput {
  readonly db: Db;
  /** What a saved search finds now; null: it cannot be run at the moment. */
  readonly find: (address: string) => Promise<Holdings | null>;
  /** Seconds UTC. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

const news = z.object({
  searchId: z.string(),
  /** Newest first. */
  datastreams: z.array(z.object({ datastream: z.string(), end: z.number(), isNew: z.boolean() })),
  count: z.number(),
});
type News = z.infer<typeof news>;

/** Looks at each saved search that is due. Of several processes that look at once one queues the mail. Resolves how many mails. */
export async function queueSearchMails({
  db,
  find,
  now,
  signal,
}: SearchMailInput): Promise<number> {
  const due = await db
    .selectFrom('saved_searches')
    .select(['search_id', 'address', 'tell', 'told_at', 'told'])
    .where((e) =>
      e.or(
        (['daily', 'weekly'] as const).map((tell) =>
          e.and([
            e('tell', '=', tell),
            e('told_at', '<=', now - TELL_DAYS[tell] * DAY_SECONDS + EARLY_S),
          ]),
        ),
      ),
    )
    .orderBy('told_at')
    .execute();
  let queued = 0;
  for (const row of due) {
    signal?.throwIfAborted();
    const holdings = await find(row.address);
    await setImmediate();
    if (holdings === null) continue;
    const before: Holdings = JSON.parse(row.told); // what this file wrote
    const found = newsOf(row.search_id, before, holdings);
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('saved_searches')
        .set({ told_at: now, told: JSON.stringify(holdings) })
        .where('search_id', '=', row.search_id)
        .where('told_at', '=', row.told_at)
        .where('tell', '=', row.tell)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || found.count === 0) return;
      await enqueue(trx, {
        kind: SEARCH_MAIL_JOB,
        subject: `search-${row.search_id}-${now}`,
        personId: null,
        step: 'do',
        payload: JSON.stringify(found),
      });
      queued++;
    });
  }
  return queued;
}

function newsOf(searchId: string, before: Holdings, now: Holdings): News {
  const fresh = Object.entries(now)
    .filter(([datastream, end]) => end > (before[datastream] ?? -1))
    .map(([datastream, end]) => ({ datastream, end, isNew: before[datastream] === undefined }))
    .sort((a, b) => b.end - a.end || (a.datastream < b.datastream ? -1 : 1));
  return { searchId, datastreams: fresh.slice(0, LISTED), count: fresh.length };
}

export interface SearchMails {
  readonly db: Db;
  readonly mail: MailSender;
  /** The installation's secret. */
  readonly secret: Uint8Array;
  readonly site: { readonly title: string; readonly url: string; readonly contact: string };
  readonly log: Log;
}

export const searchMailJobs = (mails: SearchMails): JobKind => ({
  harmless: true,
  async run(job) {
    const { db, mail, secret, site, log } = mails;
    const found = news.parse(JSON.parse(job.payload));
    const search = await db
      .selectFrom('saved_searches')
      .select(['person_id', 'name', 'address', 'tell'])
      .where('search_id', '=', found.searchId)
      .executeTakeFirst();
    const person = search && (await personById(db, search.person_id));
    // Deleted or switched off while the mail waited.
    if (!search || !person || search.tell === 'never') return { end: 'done' };
    const to = { name: `${person.name_first} ${person.name_last}`.trim(), address: person.email };
    if (to.address.endsWith('.invalid')) return { end: 'done' };
    const unsubscribe = unsubscribeLinks(secret, site.url);
    const { name, address, tell } = search;
    await mail.send(
      searchMail({ site, unsubscribe }, { id: job.subject, to, name, address, tell, found }),
    );
    log.info({ count: found.count }, 'mail about a saved search handed over');
    return { end: 'done' };
  },
  async givenUp(_, job, reason) {
    mails.log.error({ mail: job.subject, reason }, 'a mail could not be sent');
  },
  passing: () => true,
});

interface Occurrence {
  readonly id: string;
  readonly to: Mail['to'];
  readonly name: string;
  /** JSON of Address. */
  readonly address: string;
  readonly tell: Tell;
  readonly found: News;
}

/** Pure. */
function searchMail(
  { site, unsubscribe }: Pick<SearchMails, 'site'> & { readonly unsubscribe: UnsubscribeLinks },
  { id, to, name, address, tell, found }: Occurrence,
): Mail {
  const { search } = parseAddress(JSON.parse(address)); // what the saved search wrote
  const link = `${site.url}${SERVICE_PATHS.portal}${resultsHref(search)}`;
  const end = unsubscribe.addressOf({ kind: 'search', id: found.searchId });
  const more = found.count - found.datastreams.length;
  const text = [
    `Dear ${to.name || 'colleague'},`,
    `there are new data of ${plural(found.count, 'datastream')} in your saved search "${name}":`,
    [
      ...found.datastreams.map(
        ({ datastream, end: last, isNew }) =>
          `- ${datastream}: ${isNew ? 'new in this search, data' : 'data'} until ${formatDay(last)}`,
      ),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
    `See them: ${link}`,
    `${site.title}. Questions: ${site.contact}`,
    `You get this mail ${tell} at most. No more of them: ${end}`,
  ];
  return {
    id,
    to,
    subject: `New data in "${name}"`,
    text: `${text.join('\n\n')}\n`,
    unsubscribe: end,
  };
}
