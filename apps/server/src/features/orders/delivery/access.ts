// Who may see a delivery: its owner, and anyone with a signed link to it.
import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Session } from '../../../core/accounts/session.ts';
import { isPastKeeping } from '../../../core/orders/expiry.ts';
import { COMPLETE } from '../../../core/orders/machine.ts';
import { type Db, findOrder, noSuchOrder, type Order } from '../order.ts';
import type { KeptManifest, keptManifests } from './kept-manifests.ts';
import type { LinkSigner } from './links.ts';

export interface DeliveryAccess {
  readonly db: Db;
  readonly manifests: ReturnType<typeof keptManifests>;
  readonly links: LinkSigner;
}

export interface Opened {
  readonly order: Order;
  readonly kept: KeptManifest;
  /** `?key=…` if this visit needs it for further links, else empty. */
  readonly query: string;
}

const GONE = 'This delivery has expired. The order can be placed again from the order history.';

/** Throws 'no-session', 'not-found' (also for orders of other users and forged links) or 'gone'. */
export async function openDelivery(
  { db, manifests, links }: DeliveryAccess,
  orderId: number,
  session: Session | null,
  key: string | undefined,
): Promise<Opened> {
  if (key === undefined && session === null) throw new Problem('no-session', NO_SESSION_MESSAGE);
  const order = await findOrder(db, orderId);
  const owner = session !== null && order?.personId === session.personId;
  if (!owner) {
    const link = key === undefined ? 'forged' : links.check('delivery', orderId, key);
    if (link === 'expired') throw new Problem('gone', GONE);
    if (link === 'forged') throw noSuchOrder(orderId);
  }
  if (!order) throw noSuchOrder(orderId);
  if (isPastKeeping(order)) throw new Problem('gone', GONE);
  if (order.step !== COMPLETE)
    throw new Problem('not-found', `Order ${orderId} has not been delivered yet.`);
  const kept = await manifests(orderId, order.completedAt);
  if (!kept) throw new Problem('gone', GONE);
  return {
    order,
    kept,
    query: owner || key === undefined ? '' : `?key=${encodeURIComponent(key)}`,
  };
}
