// What a further destination of deliveries is: why it may not be chosen, and how a delivery gets there.
import type { DeliveryOption } from '@isobar/contract/orders/delivery.ts';
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import type { HookRules } from '@isobar/contract/orders/web-hook.ts';
import type { Manifest } from '../delivery/manifest.ts';
import type { DropBoxDelivery } from '../drop-box/links.ts';
import type { Db, Missing, Order } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import type { HookEvent } from '../web-hook/message.ts';

/** What it may look at before an order for it is placed. */
export interface Placing {
  readonly db: Db;
  readonly personId: string;
  readonly request: OrderRequest;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
  readonly hooks: HookRules;
}

export interface Destination {
  readonly option: DeliveryOption;
  /** Why an order for it is not taken now, in words for its person; null: it is. */
  readonly refusal?: (placing: Placing) => Promise<string | null>;
  /**
   * Brings what is not there yet, and answers what could not be brought: a destination that does not take it holds nothing
   * else up. Throws what may pass by itself; killed anywhere, it is called again.
   */
  readonly deliver: (input: StepInput, manifest: Manifest) => Promise<readonly Missing[]>;
  /** Told in the transaction in which the order completes, or fails. */
  readonly ended?: (trx: Db, order: Order, event: HookEvent, round: number) => Promise<void>;
}

export const folderName = (orderId: number): string => `order-${orderId}`;
