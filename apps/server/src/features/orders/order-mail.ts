// The mails of an order: what they say, and the job that sends them. A mail that fails is tried
// again for days.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { suspensionMessage } from '@isobar/contract/orders/status.ts';
import {
  dataQualityLines,
  dataQualitySummary,
  estimateNote,
} from '@isobar/contract/quality/data-quality.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay, formatDayTime } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { personById } from '../../core/accounts/people.ts';
import type { JobKind } from '../../core/jobs/job.ts';
import { stateOf } from '../../core/orders/machine.ts';
import type { Log } from '../../platform/log/log.ts';
import { htmlText } from '../../platform/text/html-text.ts';
import type { Mail, MailSender } from '../../ports/mail.ts';
import { mailWishes } from './affected/notices.ts';
import { MAIL_OCCASIONS, type MailOccasion } from './after-work.ts';
import type { LinkSigner } from './delivery/links.ts';
import { deliveryFolder } from './delivery/serve.ts';
import { type Db, findOrder, type Order } from './order.ts';
import { reviewNoteOf } from './review-note.ts';
import type { OrderSettings } from './settings.ts';

export interface OrderMails {
  readonly db: Db;
  readonly mail: MailSender;
  readonly links: LinkSigner;
  readonly settings: OrderSettings;
  readonly simulated: boolean;
  readonly log: Log;
}

const payload = z.object({ orderId: z.number(), occasion: z.enum(MAIL_OCCASIONS) });

export function mailJobs(mails: OrderMails): JobKind {
  const { db, mail, settings, log } = mails;
  return {
    harmless: true,
    async run(job) {
      const { orderId, occasion } = payload.parse(JSON.parse(job.payload));
      const order = await findOrder(db, orderId);
      const person = order && (await personById(db, order.personId));
      if (!order || !person || isOver(occasion, order)) return { end: 'done' };
      const isReview = occasion === 'review';
      const operator = { name: settings.title, address: settings.contact };
      if (isReview && operator.address.endsWith(NOBODY)) return { end: 'done' };
      const wishes = isReview ? FOR_OPERATORS : await mailWishes(db, person.person_id);
      if (!wishes.notify) return { end: 'done' };
      const owner = {
        name: `${person.name_first} ${person.name_last}`.trim(),
        address: person.email,
      };
      const to = isReview ? operator : owner;
      const note = occasion === 'denied' ? await reviewNoteOf(db, orderId) : '';
      const { html } = wishes;
      await mail.send(compose(mails, { id: job.subject, to, order, occasion, html, note }));
      log.info({ order: orderId, occasion }, 'mail handed over');
      return { end: 'done' };
    },
    async givenUp(_, job, reason) {
      log.error({ mail: job.subject, reason }, 'a mail could not be sent');
    },
    passing: () => true, // whatever a mail server says now, it may say something else later
  };
}

/**
 * Whether what a mail says is no longer true: it may have waited for its server or in the queue.
 */
function isOver(occasion: MailOccasion, order: Order): boolean {
  if (occasion === 'held' || occasion === 'review') return stateOf(order) !== 'review';
  return occasion === 'failed' && order.failure === null;
}

/** An address without a mailbox: the operator did not give one. */
const NOBODY = '.invalid';
const FOR_OPERATORS = { notify: true, html: false };

interface Occurrence {
  readonly id: string;
  readonly to: Mail['to'];
  readonly order: Order;
  readonly occasion: MailOccasion;
  readonly html: boolean;
  /** What the operator wrote; absent or empty: nothing. */
  readonly note?: string;
}

/** Pure: the mail for an occasion. */
export function compose(
  { links, settings, simulated }: Pick<OrderMails, 'links' | 'settings' | 'simulated'>,
  { id, to, order, occasion, html, note = '' }: Occurrence,
): Mail {
  const content = contentOf(occasion, order, links, settings, note);
  const blocks: Block[] = [
    { text: `Dear ${to.name || 'colleague'},` },
    ...content.blocks,
    ...(simulated && occasion === 'complete'
      ? [{ text: 'These data are simulated: they come from a demonstration archive.' }]
      : []),
    { text: `${settings.title}. Questions: ${settings.contact}` },
  ];
  return {
    id,
    to,
    subject: content.subject,
    text: `${blocks.map(plainBlock).join('\n\n')}\n`,
    ...(html
      ? {
          html: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${htmlText(content.subject)}</title></head><body>\n${blocks.map(htmlBlock).join('\n')}\n</body></html>\n`,
        }
      : {}),
  };
}

type Block = {
  readonly text: string;
  readonly link?: string;
  readonly list?: readonly string[];
};

const MISSING_TOLD = 20;

function ready(order: Order, links: LinkSigner, settings: OrderSettings) {
  const { progress, expiresAt } = order;
  const expires = expiresAt ?? Math.floor(Date.now() / 1000);
  const key = encodeURIComponent(links.sign('delivery', order.orderId, expires));
  const base = `${settings.url}${deliveryFolder(order.orderId)}`;
  const files = progress.delivered?.files ?? order.fileCount;
  const size = formatBytes(progress.delivered?.bytes ?? order.bytes);
  const told = progress.missing.slice(0, MISSING_TOLD).map((m) => `${m.file}: ${m.reason}`);
  const untold = progress.missingCount - told.length;
  const blocks: Block[] = [
    {
      text: `Your order ${order.orderId} of ${formatDayTime(order.orderDate)} UTC is ready: ${formatCount(files)} data file${files === 1 ? '' : 's'}, ${size}.`,
    },
    ...(progress.missingCount > 0
      ? [
          {
            text: `${formatCount(progress.missingCount)} of the ordered files could not be delivered:`,
            list: [...told, ...(untold > 0 ? [`and ${untold} more, see README.txt`] : [])],
          },
        ]
      : []),
    ...qualityBlocks(progress.quality),
    { text: 'View and download the files:', link: `${base}?key=${key}` },
    { text: 'Everything as one ZIP:', link: `${base}all.zip?key=${key}` },
    {
      text: 'A script that downloads everything, resumes and checks:',
      link: `${base}helper.sh?key=${key}`,
    },
    {
      text: `The files are kept until ${formatDay(expires)}. Anyone who has these links can download them until then. README.txt explains how to cite the data.`,
    },
  ];
  return { subject: `Your order ${order.orderId} is ready`, blocks };
}

const REPORTS_TOLD = 10;

/**
 * What quality reports say about the delivery; nothing for an order that was delivered before this
 * was kept.
 */
function qualityBlocks(quality: Order['progress']['quality']): Block[] {
  if (quality === null) return [];
  const lines = quality.flatMap(dataQualityLines);
  const untold = lines.length - REPORTS_TOLD;
  const more = untold > 0 ? [`and ${untold} more, see README.txt`] : [];
  return [
    {
      text: ['Data quality:', dataQualitySummary(quality), estimateNote(quality) ?? '']
        .join(' ')
        .trim(),
      ...(lines.length > 0 ? { list: [...lines.slice(0, REPORTS_TOLD), ...more] } : {}),
    },
  ];
}

function failed(order: Order, settings: OrderSettings) {
  const blocks: Block[] = [
    {
      text: `Your order ${order.orderId} of ${formatDayTime(order.orderDate)} UTC could not be completed.`,
    },
    { text: order.failure ?? 'The reason is not known.' },
    {
      text: 'You can try it again from your order history:',
      link: `${settings.url}/discovery/#/account/order`,
    },
  ];
  return { subject: `Your order ${order.orderId} could not be completed`, blocks };
}

function waiting(order: Order, settings: OrderSettings) {
  const blocks: Block[] = [
    {
      text: `We have received your order ${order.orderId}. ${suspensionMessage(order.suspension ?? '')}`,
    },
    {
      text: 'No action is needed. Status of the order:',
      link: `${settings.url}/discovery/#/account/order`,
    },
  ];
  return { subject: `Your order ${order.orderId} waits for review`, blocks };
}

function denied(order: Order, note: string) {
  const blocks: Block[] = [
    {
      text: `Your order ${order.orderId} of ${formatDayTime(order.orderDate)} UTC was not released.`,
    },
    ...(note === '' ? [] : [{ text: note }]),
    { text: `${suspensionMessage('Denied')} If you think that this is wrong, please write to us.` },
  ];
  return { subject: `Your order ${order.orderId} was denied`, blocks };
}

function review(order: Order) {
  const files = `${plural(order.fileCount, 'file')}, ${formatBytes(order.bytes)}`;
  const blocks: Block[] = [
    {
      text: `Order ${order.orderId} of ${formatDayTime(order.orderDate)} UTC (${files}) waits for review: ${order.suspension ?? 'on hold'}.`,
    },
    {
      text: 'Release or refuse it on the page for operators, #/operate/approvals, or by command:',
      list: [`isobar orders approve ${order.orderId}`, `isobar orders deny ${order.orderId}`],
    },
  ];
  return { subject: `Order ${order.orderId} waits for review`, blocks };
}

function contentOf(
  occasion: MailOccasion,
  order: Order,
  links: LinkSigner,
  settings: OrderSettings,
  note: string,
): { readonly subject: string; readonly blocks: readonly Block[] } {
  switch (occasion) {
    case 'complete':
      return ready(order, links, settings);
    case 'failed':
      return failed(order, settings);
    case 'held':
      return waiting(order, settings);
    case 'review':
      return review(order);
    case 'denied':
      return denied(order, note);
  }
}

const plainBlock = ({ text, link, list }: Block): string =>
  [text, ...(list ?? []).map((line) => `- ${line}`), ...(link ? [link] : [])].join('\n');

const htmlBlock = ({ text, link, list }: Block): string =>
  `<p>${htmlText(text)}${link ? `<br><a href="${htmlText(link)}">${htmlText(link)}</a>` : ''}</p>${
    list ? `<ul>${list.map((line) => `<li>${htmlText(line)}</li>`).join('')}</ul>` : ''
  }`;
