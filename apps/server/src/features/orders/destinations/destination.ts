// What a further destination of deliveries is: when it may not be chosen, and how a delivery gets
// there.
import type { OrderRequest } from '@isobar/contract/orders/request.ts';
import type { HookRules } from '@isobar/contract/orders/web-hook.ts';
import type { Manifest } from '../delivery/manifest.ts';
import type { DropBoxDelivery } from '../drop-box/links.ts';
import type { Db, Missing, Order } from '../order.ts';
import type { StepInput } from '../steps/step.ts';
import type { HookEvent } from '../web-hook/message.ts';

/** What it may look at before an order for it is accepted. */
export interface Placing {
  readonly db: Db;
  readonly personId: string;
  readonly request: OrderRequest;
  /** Absent: not set up here. */
  readonly dropBox?: DropBoxDelivery | undefined;
  readonly hooks: HookRules;
}

export interface Destination {
  /** Why an order for it is not accepted now, in words for its owner; null: it is accepted. */
  readonly refusal?: (placing: Placing) => Promise<string | null>;
  /**
   * Delivers what is not there yet, and returns what could not be delivered: a destination that
   * refuses it does not hold up the rest. Throws for conditions that may pass; if it is killed at
   * any point, it is called again.
   */
  readonly deliver: (input: StepInput, manifest: Manifest) => Promise<readonly Missing[]>;
  /**
   * Where it keeps the files of an order below the home folder: they go with the delivery, and with
   * the person. Absent: it keeps nothing there, or what it delivered belongs to the user.
   */
  readonly folder?: (home: string, personId: string, orderId: number) => string;
  /** Called in the transaction in which the order completes or fails. */
  readonly ended?: (trx: Db, order: Order, event: HookEvent, round: number) => Promise<void>;
}

export const folderName = (orderId: number): string => `order-${orderId}`;
