// Calls about what changed since an order was delivered: the list for its owner, for who has its
// link, and for everybody if citable.

import { addressOf } from '@isobar/contract/calls/call.ts';
import {
  orderChangesFeed,
  orderOnlyChanged,
  readOrderChanges,
  readOrderDifference,
} from '@isobar/contract/calls/change-calls.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import {
  changesInWords,
  type OrderChanges,
  reportChangeMatters,
} from '@isobar/contract/orders/changes.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { orderDifferenceOf } from '../../../core/affected/order-difference.ts';
import { changesOf, unknownChanges } from '../../../core/affected/stored-changes.ts';
import { findCitedOrder } from '../../../core/citation/cited-orders.ts';
import { COMPLETE } from '../../../core/orders/machine.ts';
import type { Http } from '../../../platform/http/http.ts';
import { element, type Xml, xmlDocument } from '../../../platform/text/xml.ts';
import type { LinkSigner } from '../delivery/links.ts';
import { type Db, findOrder, noSuchOrder, type Order, ownOrder } from '../order.ts';
import type { OrderSettings } from '../settings.ts';

export interface ChangesFeature {
  readonly db: Db;
  readonly links: LinkSigner;
  readonly settings: OrderSettings;
  readonly place: (
    personId: string,
    request: OrderRequest,
    changedSince: number,
  ) => Promise<OrderCreated>;
}

export function registerChanges(http: Http<Session>, feature: ChangesFeature): void {
  const { db, settings, place } = feature;
  http.route(readOrderChanges, async ({ params, query, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return await visibleChanges(feature, params.orderId, query.key, session);
  });
  http.route(readOrderDifference, async ({ params, query, session, reply }) => {
    const { orderId } = await visibleOrder(feature, params.orderId, query.key, session);
    reply.header('cache-control', 'no-store');
    const difference = await orderDifferenceOf(db, orderId);
    if (!difference) throw notComparable(orderId);
    return difference;
  });
  http.route(orderChangesFeed, async ({ params, query, session, reply }) => {
    const changes = await visibleChanges(feature, params.orderId, query.key, session);
    return await reply
      .header('cache-control', 'no-store')
      .type('application/atom+xml; charset=utf-8')
      .send(xmlDocument(feedOf(changes, settings)));
  });
  http.route(orderOnlyChanged, async ({ query, session }) => {
    const order = await ownOrder(db, query.orderId, session.personId);
    const { idempotencyKey: _, ...former } = order.request;
    const key = query.idempotencyKey ? { idempotencyKey: query.idempotencyKey } : {};
    return await place(session.personId, { ...former, ...key }, order.orderId);
  });
}

/** Throws 'not-found' for the order of someone else that is neither shared nor citable. */
async function visibleOrder(
  { db, links }: ChangesFeature,
  orderId: number,
  key: string | undefined,
  session: Session | null,
): Promise<Order> {
  const order = await findOrder(db, orderId);
  const isVisible =
    (session !== null && order?.personId === session.personId) ||
    (key !== undefined && links.check('share', orderId, key) === 'valid') ||
    (await findCitedOrder(db, orderId)) !== null;
  if (!order || !isVisible) throw noSuchOrder(orderId);
  return order;
}

/** Throws 'not-found' also before the order is delivered. */
async function visibleChanges(
  feature: ChangesFeature,
  ...which: readonly [orderId: number, key: string | undefined, session: Session | null]
): Promise<OrderChanges> {
  const { orderId, step, completedAt } = await visibleOrder(feature, ...which);
  const changes = await changesOf(feature.db, orderId);
  if (changes) return changes;
  // Older than what is compared: nothing is known, which is not the same as that nothing changed.
  if (step === COMPLETE && completedAt !== null) return unknownChanges(orderId, completedAt);
  throw notComparable(orderId);
}

const notComparable = (orderId: number): Problem =>
  new Problem(
    'not-found',
    `Order ${orderId} has no delivery that could be compared with the archive.`,
  );

/**
 * One entry while something has changed: its id changes with each finding, so that readers show it
 * again.
 */
function feedOf(changes: OrderChanges, { url, title, publisher }: OrderSettings): Xml {
  const { orderId, changed, delivered } = changes;
  const self = url + addressOf(orderChangesFeed, { orderId });
  const page = `${url}${SERVICE_PATHS.portal}#/account/order?orderId=${orderId}`;
  const words = changesInWords(changes.counts);
  return element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, self),
    element('title', {}, `Changes since order ${orderId} · ${title}`),
    element('updated', {}, changed ?? delivered),
    element('author', {}, element('name', {}, publisher)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    !changes.known ? element('subtitle', {}, NOT_KNOWN) : [],
    changed === null || words === ''
      ? []
      : element(
          'entry',
          {},
          element('id', {}, `${self}#${changed}`),
          element('title', {}, `Order ${orderId}: ${words}`),
          element('updated', {}, changed),
          element('link', { rel: 'alternate', type: 'text/html', href: page }),
          element('summary', {}, summaryOf(changes)),
        ),
  );
}

const NOT_KNOWN = 'Not known: no record was kept to compare this delivery with.';

/** Files, and reports, that the entry of a feed names. */
const MOST_NAMED = 20;

function summaryOf({ files, filesLeftOut, reports, delivered }: OrderChanges): string {
  const matter = reports.filter(reportChangeMatters);
  const named = [
    ...files.slice(0, MOST_NAMED).map(({ kind, file }) => `${file} (${kind})`),
    ...matter
      .slice(0, MOST_NAMED)
      .map(({ report, datastream, className }) => `${report} (${className}) on ${datastream}`),
  ];
  const more = files.length + filesLeftOut + matter.length - named.length;
  return `Since ${delivered}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`;
}
