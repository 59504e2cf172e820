// The further destinations of deliveries, in the order in which they are served.
import { deliveryOptions } from '@isobar/contract/orders/delivery.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import type { Manifest } from '../delivery/manifest.ts';
import type { Missing } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import { bulkTransfer } from './bulk-transfer.ts';
import type { Destination, Placing } from './destination.ts';
import { dropBox } from './drop-box.ts';
import { notebookHub } from './notebook-hub.ts';

const DESTINATIONS: readonly Destination[] = [bulkTransfer, notebookHub, dropBox];

const chosen = ({ deliveryBits }: OrderRequest): readonly Destination[] => {
  const options = deliveryOptions(deliveryBits);
  return DESTINATIONS.filter(({ option }) => options.includes(option));
};

/** Why the first destination that was chosen does not take the order; null: all do. */
export async function refusalOf(placing: Placing): Promise<string | null> {
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
