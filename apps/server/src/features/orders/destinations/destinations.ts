// The further destinations of deliveries, in the order in which they are served.
import { keysOf } from '@isobar/contract/keys.ts';
import {
  ALL_BITS,
  type DeliveryOption,
  deliveryOptions,
} from '@isobar/contract/orders/delivery.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import type { Manifest } from '../delivery/manifest.ts';
import type { Db, Missing, Order } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import type { HookEvent } from '../web-hook/message.ts';
import { bulkTransfer } from './bulk-transfer.ts';
import type { Destination, Placing } from './destination.ts';
import { dropBox } from './drop-box.ts';
import { notebookHub } from './notebook-hub.ts';
import { webHook } from './web-hook.ts';

/** All but the delivery itself, which its page and the data server show. */
type Further = Exclude<DeliveryOption, 'base' | 'dataServer'>;

const DESTINATIONS: Readonly<Record<Further, Destination>> = {
  bulkTransfer,
  extraDestination: notebookHub,
  dropBox,
  webHook,
};

const chosen = ({ deliveryBits }: OrderRequest): readonly Destination[] => {
  const options = deliveryOptions(deliveryBits);
  return keysOf(DESTINATIONS)
    .filter((option) => options.includes(option))
    .map((option) => DESTINATIONS[option]);
};

/** Why the first refusing destination does not accept the order; null: all accept it. */
export async function refusalOf(placing: Placing): Promise<string | null> {
  if (placing.request.deliveryBits & ~ALL_BITS)
    return `deliveryBits names a destination that there is not; all of them are ${ALL_BITS}.`;
  for (const { refusal } of chosen(placing.request)) {
    const why = (await refusal?.(placing)) ?? null;
    if (why !== null) return why;
  }
  return null;
}

export async function deliverElsewhere(input: StepInput, manifest: Manifest): Promise<Missing[]> {
  const problems: Missing[] = [];
  for (const { deliver } of chosen(input.order.request))
    problems.push(...(await deliver(input, manifest)));
  return problems;
}

/** The folders of an order that destinations keep below the home folder. */
export const keptFolders = (home: string, personId: string, orderId: number): readonly string[] =>
  Object.values(DESTINATIONS).flatMap(({ folder }) => folder?.(home, personId, orderId) ?? []);

export async function notifyDestinations(
  trx: Db,
  order: Order,
  event: HookEvent,
  round: number,
): Promise<void> {
  for (const { ended } of chosen(order.request)) await ended?.(trx, order, event, round);
}
