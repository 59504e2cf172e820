// Mails about new results of saved searches: queued once, with what they list.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { type SavedKind, TELL_DAYS, type Tell } from '@isobar/contract/calls/saved-searches.ts';
import { plural } from '@isobar/contract/count.ts';
import { type Address, parseAddress, resultsHref } from '@isobar/contract/search/address.ts';
import { DAY_SECONDS, formatDay } from '@isobar/contract/time.ts';
import { personById } from '../../core/accounts/people.ts';
import { type UnsubscribeLinks, unsubscribeLinks } from '../../core/accounts/unsubscribe.ts';
import type { Db, JobKind } from '../../core/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail, MailSender } from '../../ports/mail.ts';
import { lookAt, type News, news, type SearchNewsInput } from './search-news.ts';

export const SEARCH_MAIL_JOB = 'search-mail';

/**
 * A mail is due this much earlier than a whole day or week after the last, so that it does not move
 * through the day.
 */
const EARLY_S = 3600;

/**
 * Looks at each saved search that is due. Of several processes that look at once one queues the
 * mail. Resolves how many mails.
 */
export async function queueSearchMails(input: SearchNewsInput): Promise<number> {
  const { db, now, signal } = input;
  const due = await db
    .selectFrom('saved_searches')
    .select(['search_id', 'kind', 'address', 'tell', 'told_at', 'told'])
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
    const job = { kind: SEARCH_MAIL_JOB, subject: `search-${row.search_id}-${now}` };
    const isQueued = await lookAt(input, { ...row, known: row.told }, job, async (trx, told) => {
      const { numUpdatedRows } = await trx
        .updateTable('saved_searches')
        .set({ told_at: now, told })
        .where('search_id', '=', row.search_id)
        .where('told_at', '=', row.told_at)
        .where('tell', '=', row.tell)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    if (isQueued) queued++;
  }
  return queued;
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
      .select(['person_id', 'name', 'kind', 'address', 'tell'])
      .where('search_id', '=', found.searchId)
      .executeTakeFirst();
    const person = search && (await personById(db, search.person_id));
    // Deleted or switched off while the mail waited.
    if (!search || !person || search.tell === 'never') return { end: 'done' };
    const to = { name: `${person.name_first} ${person.name_last}`.trim(), address: person.email };
    if (to.address.endsWith('.invalid')) return { end: 'done' };
    const unsubscribe = unsubscribeLinks(secret, site.url);
    const { name, kind, address, tell } = search;
    const link = site.url + savedLink(kind, address);
    await mail.send(
      searchMail({ site, unsubscribe }, { id: job.subject, to, name, kind, link, tell, found }),
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
  readonly kind: SavedKind;
  /** Where its results are. */
  readonly link: string;
  readonly tell: Tell;
  readonly found: News;
}

/**
 * Path and fragment of the page that a saved search leads to. `address`: JSON of Address, as the
 * saved search wrote it.
 */
export function savedLink(kind: SavedKind, address: string): string {
  const saved: Address = JSON.parse(address); // what saved-searches.ts wrote
  const place = kind === 'days' ? `#/days?${saved.path}` : resultsHref(parseAddress(saved).search);
  return `${SERVICE_PATHS.portal}${place}`;
}

/** Pure. */
function searchMail(
  { site, unsubscribe }: Pick<SearchMails, 'site'> & { readonly unsubscribe: UnsubscribeLinks },
  { id, to, name, kind, link, tell, found }: Occurrence,
): Mail {
  const end = unsubscribe.addressOf({ kind: 'search', id: found.searchId });
  const more = found.count - found.datastreams.length - found.days.length;
  const what =
    kind === 'days'
      ? { opening: plural(found.count, 'new day'), subject: 'New days' }
      : { opening: `new data of ${plural(found.count, 'datastream')}`, subject: 'New data' };
  const verb = kind === 'days' && found.count === 1 ? 'is' : 'are';
  const text = [
    `Dear ${to.name || 'colleague'},`,
    `there ${verb} ${what.opening} in your saved search "${name}":`,
    [
      ...found.datastreams.map(
        ({ datastream, end: last, isNew }) =>
          `- ${datastream}: ${isNew ? 'new in this search, data' : 'data'} until ${formatDay(last)}`,
      ),
      ...found.days.map((day) => `- ${day}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
    `See them: ${link}`,
    `${site.title}. Questions: ${site.contact}`,
    `You get this mail ${tell} at most. No more of them: ${end}`,
  ];
  return {
    id,
    to,
    subject: `${what.subject} in "${name}"`,
    text: `${text.join('\n\n')}\n`,
    unsubscribe: end,
  };
}
