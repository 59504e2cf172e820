// Calls about what changed since an order was delivered: the list for its owner, for who has its link, and for everybody if citable.

import { addressOf } from '@isobar/contract/calls/call.ts';
import {
  orderChangesFeed,
  orderOnlyChanged,
  readOrderChanges,
} from '@isobar/contract/calls/change-calls.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import { changesInWords, type OrderChanges } from '@isobar/contract/orders/changes.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { changesOf } from '../../../core/affected/stored-changes.ts';
import { findCitedOrder } from '../../../core/citation/cited-orders.ts';
import type { Http } from '../../../platform/http/http.ts';
import { element, type Xml, xmlDocument } from '../../../platform/text/xml.ts';
import type { LinkSigner } from '../delivery/links.ts';
import { type Db, findOrder, noSuchOrder, ownOrder } from '../order.ts';
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

/** Throws 'not-found' for the order of someone else that is neither shared nor citable, and before it is delivered. */
async function visibleChanges(
  { db, links }: ChangesFeature,
  orderId: number,
  key: string | undefined,
  session: Session | null,
): Promise<OrderChanges> {
  const order = await findOrder(db, orderId);
  const isVisible =
    (session !== null && order?.personId === session.personId) ||
    (order !== null && key !== undefined && links.check('share', orderId, key) === 'valid') ||
    (await findCitedOrder(db, orderId)) !== null;
  if (!isVisible) throw noSuchOrder(orderId);
  const changes = await changesOf(db, orderId);
  if (!changes)
    throw new Problem(
      'not-found',
      `Order ${orderId} has no delivery that could be compared with the archive.`,
    );
  return changes;
}

/** One entry while something has changed: its id changes with each finding, so that readers show it again. */
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

function summaryOf({ files, reports, delivered }: OrderChanges): string {
  const changed = files.slice(0, 20).map(({ kind, file }) => `${file} (${kind})`);
  const reported = reports
    .filter(({ kind, harmless }) => kind === 'reported' && !harmless)
    .slice(0, 20)
    .map(({ report, datastream, className }) => `${report} (${className}) on ${datastream}`);
  return `Since ${delivered}: ${[...changed, ...reported].join(', ')}`;
}
