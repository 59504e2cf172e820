// The order service (specification part 2 section 7): create, status, history, reorder, limits,
// deliveries.
import {
  cancelOrderCall,
  createOrder,
  gridProposals,
  largestOrder,
  listOrders,
  type OrderAsked,
  orderEvents,
  orderStatus,
  readSharedOrder,
  reorder,
  retryOrderCall,
} from '@isobar/contract/calls/order-calls.ts';
import type { OrderCreated, orderActed } from '@isobar/contract/calls/orders.ts';
import { deliveryBits, deliveryOptions } from '@isobar/contract/orders/delivery.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import type * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import { isKnownDatastream } from '../../core/catalogue/data-variables.ts';
import { proposedMethods } from '../../core/grid/grid-methods.ts';
import { isUnderWay } from '../../core/orders/machine.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import { signingKey } from '../../platform/keys/signing-key.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { noteNumber } from '../../store/order-numbers.ts';
import { registerChanges } from './affected/routes.ts';
import { reviewOf } from './assess.ts';
import { registerCitable } from './citable/routes.ts';
import { cancelOrder, retryOrder } from './control.ts';
import { type Placed, placeOrder } from './create.ts';
import type { LinkSigner } from './delivery/links.ts';
import { registerDeliveries } from './delivery/serve.ts';
import { registerDrafts } from './drafts/routes.ts';
import type { DropBoxDelivery } from './drop-box/links.ts';
import { registerDropBox } from './drop-box/routes.ts';
import { registerEstimate } from './estimate-route.ts';
import { sendEvents } from './events.ts';
import { registerFlagged } from './flagged-route.ts';
import { ORDER_BYTES, readOrderForm } from './form.ts';
import { historyEntry, historyOf } from './history.ts';
import { openListeners } from './listeners.ts';
import { type Db, findOrder, noSuchOrder, type Order, ownOrder } from './order.ts';
import { type OrderWork, orderWork } from './order-work.ts';
import type { Sampler } from './sample-job.ts';
import type { OrderSettings } from './settings.ts';
import { statusOf, waitsForRoom } from './status.ts';
import { fulfilment, waitOf } from './wait.ts';
import { hookSecret } from './web-hook/message.ts';

export interface OrdersFeature {
  readonly db: Db;
  readonly log: Log;
  readonly tables: () => Promise<CuratedTables>;
  readonly blobs: Blobs;
  readonly links: LinkSigner;
  readonly settings: OrderSettings;
  /** Absent: nothing is estimated here. */
  readonly sampler?: Sampler;
  /** What looks at large orders before they are placed; absent: this thread. */
  readonly pool?: OrderWork;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
}
export function registerOrders(http: Http<Session>, orders: OrdersFeature): void {
  const { db, tables, settings } = orders;
  registerCreate(http, orders);
  const work = orderWork(db, orders.pool);
  registerFlagged(http, { ...orders, work });
  registerGridProposals(http, orders);
  if (orders.sampler) registerEstimate(http, { ...orders, work, sampler: orders.sampler });
  registerReads(http, orders);
  registerDeliveries(http, orders);
  registerCitable(http, { db, blobs: orders.blobs, settings });
  const { url, title } = settings;
  registerDropBox(http, { db, delivery: orders.dropBox, url, title });
  http.route(cancelOrderCall, async ({ query, session }): Promise<z.infer<typeof orderActed>> => {
    const order = await ownOrder(db, query.orderId, session.personId);
    await cancelOrder(db, order.orderId);
    return { orderId: order.orderId };
  });
  http.route(retryOrderCall, async ({ query, session }): Promise<z.infer<typeof orderActed>> => {
    const order = await ownOrder(db, query.orderId, session.personId);
    const known = await tables();
    await retryOrder(db, order.orderId, ({ request, bytes }) =>
      reviewOf(known, request, bytes, settings.maximumOrderBytes),
    );
    return { orderId: order.orderId };
  });
}

function registerGridProposals(http: Http<Session>, { db }: OrdersFeature): void {
  http.route(gridProposals, async ({ query: { datastream } }) => {
    if (!(await isKnownDatastream(db, datastream)))
      throw new Problem('not-found', `There is no datastream ${datastream} in this archive.`);
    return { datastream, variables: [...(await proposedMethods(db, datastream))] };
  });
}

function registerCreate(http: Http<Session>, orders: OrdersFeature) {
  const { db, log, tables, links, settings, dropBox } = orders;
  const place = async (
    personId: string,
    request: OrderRequest,
    changedSince?: number,
  ): Promise<OrderCreated> => {
    const known = await tables();
    const note = (orderId: number) => noteNumber(settings.home, orderId);
    const { hooks, maximumOrderBytes: maximumBytes, maximumFiles } = settings;
    const limits = { db, tables: known, maximumBytes, maximumFiles, dropBox, hooks, note };
    const placed = await placeOrder(limits, personId, request, changedSince);
    log.info({ order: placed.orderId, suspended: placed.suspension }, 'order placed');
    const { orderId } = placed;
    const order = await findOrder(db, orderId);
    const waiting = order && isUnderWay(order) ? await waitsForRoom(orders, order) : null;
    return {
      orderId,
      message: receipt(placed, waiting ?? fulfilment(await waitOf(db, orderId))),
      ...(deliveryOptions(request.deliveryBits).includes('webHook')
        ? { webHookSecret: hookSecret(await signingKey(settings.home), orderId) }
        : {}),
    };
  };
  http.route(
    createOrder,
    async ({ session, request }) => {
      const { order, personId } = await readOrderForm(request);
      if (personId !== null && personId !== session.personId)
        throw new Problem('forbidden', 'You can only place orders for yourself.');
      return await place(session.personId, order);
    },
    { bodyLimit: ORDER_BYTES },
  );
  http.route(
    reorder,
    async ({ query, session }) => {
      const order = await visibleOrder(db, links, query, session);
      const own = order.personId === session.personId;
      const {
        idempotencyKey: _,
        changedSince,
        ...former
      } = own ? order.request : withoutHook(order.request);
      const again = {
        ...former,
        extraDestinations: own ? former.extraDestinations : [],
        ...(query.idempotencyKey ? { idempotencyKey: query.idempotencyKey } : {}),
      };
      // What a shared order of only what changed was made of, is known to its owner alone.
      return await place(session.personId, again, own ? changedSince : undefined);
    },
    { changes: 'proven' },
  );
  registerChanges(http, { db, links, settings, place });
  registerDrafts(http, { db, log, tables, settings, place });
}

function registerReads(http: Http<Session>, orders: OrdersFeature): void {
  const { db, tables, links, settings } = orders;
  const listeners = openListeners();
  http.route(orderStatus, async ({ params, session, reply }) => {
    reply.header('cache-control', 'no-store');
    return await statusOf(orders, await ownOrder(db, params.orderId, session.personId));
  });
  http.route(
    orderEvents,
    async ({ params, session, reply }) => {
      const order = await ownOrder(db, params.orderId, session.personId);
      return await sendEvents(orders, order, reply, listeners.add(session.personId));
    },
    { compress: false },
  );
  http.route(listOrders, async ({ query, session, reply }) => {
    reply.header('cache-control', 'no-store');
    const since = query.orderDate ? parseInstant(query.orderDate) : 0;
    if (since === null)
      throw new Problem('bad-request', `${query.orderDate} is no day of the form YYYY-MM-DD.`);
    const entries = await historyOf(db, await tables(), session.personId, since);
    return { orderHistoryResponses: entries };
  });
  http.route(readSharedOrder, async ({ query, session }) => {
    const order = await visibleOrder(db, links, query, session);
    const entry = await historyEntry(db, await tables(), order);
    const shareKey = links.sign('share', order.orderId, SHARED_UNTIL);
    return { order: entry, selectedData: order.request.selectedData, shareKey };
  });
  http.route(largestOrder, async () => ({ value: settings.maximumOrderBytes }));
}

/** The order of a different user must not reveal the server that its owner uses. */
function withoutHook({ webHook: _, ...request }: Order['request']): Order['request'] {
  const options = deliveryOptions(request.deliveryBits).filter((option) => option !== 'webHook');
  return { ...request, deliveryBits: deliveryBits(options) };
}

/**
 * A shared order can be placed again as long as the order is remembered: its key does not expire
 * (year 2500).
 */
const SHARED_UNTIL = 16_725_225_600;

/** Throws 'not-found' unless the order is the person's own or the key is for exactly this order. */
async function visibleOrder(
  db: Db,
  links: LinkSigner,
  query: OrderAsked,
  session: Session,
): Promise<Order> {
  const shared =
    query.key !== undefined && links.check('share', query.orderId, query.key) === 'valid';
  if (!shared) return await ownOrder(db, query.orderId, session.personId);
  const order = await findOrder(db, query.orderId);
  if (!order) throw noSuchOrder(query.orderId);
  return order;
}

/** `outlook`: when it will be done, or what it waits for. */
function receipt({ orderId, suspension }: Placed, outlook: string): string {
  const number = `Your order number is ${orderId}.`;
  if (suspension === 'Oversize')
    return `${number} It is larger than the limit for delivery without review, and is held for an operator. A confirmation message will say where to fetch the files.`;
  if (suspension === 'Restricted')
    return `${number} It contains limited-access data, and is held until the data owner agrees. A confirmation message will say where to fetch the files.`;
  return `${number} ${outlook} A confirmation message will say where to fetch the files; your account page shows its progress.`;
}
