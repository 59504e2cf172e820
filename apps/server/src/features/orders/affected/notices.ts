// One mail a day and person at most about orders whose data changed since: queued once, with what
// it reports fixed when it is queued.
import {
  PREFERENCE_APPLICATION,
  PREFERENCES,
  parseSaved,
} from '@isobar/contract/accounts/preferences.ts';
import { plural } from '@isobar/contract/count.ts';
import {
  type ChangeCounts,
  changesInWords,
  changesThatMatter,
} from '@isobar/contract/orders/changes.ts';
import { formatDay } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { personById } from '../../../core/accounts/people.ts';
import { type UnsubscribeLinks, unsubscribeLinks } from '../../../core/accounts/unsubscribe.ts';
import { findChanges } from '../../../core/affected/stored-changes.ts';
import type { JobKind } from '../../../core/jobs/job.ts';
import { enqueue } from '../../../core/jobs/queue.ts';
import { signingKey } from '../../../platform/keys/signing-key.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Mail, MailSender } from '../../../ports/mail.ts';
import { type Db, findOrder } from '../order.ts';
import type { OrderSettings } from '../settings.ts';

export const AFFECTED_MAIL_JOB = 'affected-mail';

/** In place of a mail's id: the person does not want such mails. */
const UNWANTED = 'unwanted';
/** Owners whose mails are queued in one transaction. */
const PEOPLE_AT_ONCE = 100;
/** Orders that one mail lists. */
const ORDERS_LISTED = 40;

/**
 * Queues a mail for everyone with something to report who had none today. What is found later waits
 * for tomorrow. Resolves how many mails. `now` in seconds UTC.
 */
export const queueAffectedMails = async (db: Db, now: number): Promise<number> =>
  await queueMailsTo(db, await toBeReported(db), now);

export interface Reported {
  readonly person_id: string;
}

/** Everyone with something to report. */
export const toBeReported = (db: Db): Promise<Reported[]> =>
  db
    .selectFrom('affected_notices')
    .select('person_id')
    .distinct()
    .where('mail_id', 'is', null)
    .execute();

/** As queueAffectedMails, for these. */
export async function queueMailsTo(
  db: Db,
  people: readonly Reported[],
  now: number,
): Promise<number> {
  const day = formatDay(now);
  let queued = 0;
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
    const some = people.slice(at, at + PEOPLE_AT_ONCE);
    // A flush of the disk for each person would take minutes where many get a mail.
    queued += await db.transaction().execute(async (trx) => {
      let own = 0; // a transaction may be tried again
      for (const { person_id } of some) if (await queueMail(trx, person_id, day)) own++;
      return own;
    });
  }
  return queued;
}

/** False: the person had a mail today, or wants none. */
async function queueMail(trx: Db, personId: string, day: string): Promise<boolean> {
  const wishes = await mailWishes(trx, personId);
  const isWanted = wishes.notify && wishes.affected;
  const mailId = isWanted ? `affected-${personId}-${day}` : UNWANTED;
  if (isWanted) {
    const first = await trx
      .insertInto('affected_mails')
      .values({ person_id: personId, day, mail_id: mailId })
      .onConflict((c) => c.columns(['person_id', 'day']).doNothing())
      .returning('mail_id')
      .executeTakeFirst();
    if (!first) return false;
  }
  await trx
    .updateTable('affected_notices')
    .set({ mail_id: mailId })
    .where('person_id', '=', personId)
    .where('mail_id', 'is', null)
    .execute();
  if (!isWanted) return false;
  const kind = AFFECTED_MAIL_JOB;
  const payload = JSON.stringify({ personId });
  await enqueue(trx, { kind, subject: mailId, personId: null, step: 'do', payload });
  return true;
}

export interface AffectedMails {
  readonly db: Db;
  readonly mail: MailSender;
  readonly settings: Pick<OrderSettings, 'home' | 'url' | 'title' | 'contact'>;
  readonly log: Log;
}

const payload = z.object({ personId: z.string() });

export const affectedMailJobs = (mails: AffectedMails): JobKind => ({
  harmless: true,
  async run(job) {
    const { db, mail, log } = mails;
    const { personId } = payload.parse(JSON.parse(job.payload));
    const person = await personById(db, personId);
    const orders = await changedOrders(db, job.subject);
    // What was corrected meanwhile needs no mail.
    if (!person || orders.length === 0) return { end: 'done' };
    const to = { name: `${person.name_first} ${person.name_last}`.trim(), address: person.email };
    if (to.address.endsWith('.invalid')) return { end: 'done' };
    const { settings } = mails;
    const unsubscribe = unsubscribeLinks(await signingKey(settings.home), settings.url);
    const occurrence = { id: job.subject, personId, to, orders };
    await mail.send(affectedMail({ settings, unsubscribe }, occurrence));
    log.info({ orders: orders.length }, 'mail about changed orders handed over');
    return { end: 'done' };
  },
  async givenUp(_, job, reason) {
    mails.log.error({ mail: job.subject, reason }, 'a mail could not be sent');
  },
  passing: () => true,
});

interface ChangedOrder {
  readonly orderId: number;
  /** Seconds UTC. */
  readonly orderDate: number;
  /** As it is now. */
  readonly counts: ChangeCounts;
}

/** Orders that the mail is about and that have changes that matter now, newest first. */
async function changedOrders(db: Db, mailId: string): Promise<ChangedOrder[]> {
  const rows = await db
    .selectFrom('affected_notices')
    .select('order_id')
    .distinct()
    .where('mail_id', '=', mailId)
    .orderBy('order_id', 'desc')
    .execute();
  const orders: ChangedOrder[] = [];
  for (const row of rows) {
    const orderId = Number(row.order_id);
    const order = await findOrder(db, orderId);
    const counts = (await findChanges(db, orderId))?.content.counts;
    if (order && counts && changesThatMatter(counts) > 0)
      orders.push({ orderId, orderDate: order.orderDate, counts });
  }
  return orders;
}

interface Occurrence {
  readonly id: string;
  readonly personId: string;
  readonly to: Mail['to'];
  readonly orders: readonly ChangedOrder[];
}

/** Pure: the text of the mail, a line for each order. */
export function affectedMail(
  { settings, unsubscribe }: Pick<AffectedMails, 'settings'> & { unsubscribe: UnsubscribeLinks },
  { id, personId, to, orders }: Occurrence,
): Mail {
  const page = `${settings.url}/discovery/#/account/order`;
  const [only] = orders.length === 1 ? orders : [];
  const lines = orders
    .slice(0, ORDERS_LISTED)
    .map(
      ({ orderId, orderDate, counts }) =>
        `- Order ${orderId} of ${formatDay(orderDate)}: ${changesInWords(counts)}.\n  ${page}?orderId=${orderId}`,
    );
  const more = orders.length - ORDERS_LISTED;
  const address = unsubscribe.addressOf({ kind: 'affected', id: personId });
  return {
    id,
    to,
    subject: only
      ? `Data of your order ${only.orderId} changed since`
      : `Data of ${orders.length} of your orders changed since`,
    text: [
      `Dear ${to.name || 'colleague'},`,
      `the archive has changed since it delivered ${only ? 'this order' : 'these orders'} to you. Please look at the changes before you go on using the data:`,
      [...lines, ...(more > 0 ? [`- and ${plural(more, 'order')} more: ${page}`] : [])].join('\n'),
      'The page of each order lists the files and values concerned, and orders only what changed.',
      `${settings.title}. Questions: ${settings.contact}`,
      `At most one such mail is sent a day. To stop them: ${address}`,
    ]
      .join('\n\n')
      .concat('\n'),
    unsubscribe: address,
  };
}

const emailPreference = PREFERENCES.email.shape;

/** The preference 'email' of a person: which mails they want, and in which form. */
export async function mailWishes(
  db: Db,
  personId: string,
): Promise<z.infer<typeof emailPreference>> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('person_id', '=', personId)
    .where('application', '=', PREFERENCE_APPLICATION)
    .where('preference', '=', 'email')
    .executeTakeFirst();
  const saved = z.safeParse(emailPreference, parseSaved(row?.value ?? '{}'));
  // a preference that no one can read is none
  return saved.success ? saved.data : PREFERENCES.email.initial;
}
