// Where an order stands, from the codes of the status call (specification part 2 section 4).

/**
 * What the status call answers as curStep. Orders walk ordhdlr -> hpss -> anders -> upload ->
 * notify -> complete.
 */
export const ORDER_STEP_CODES = [
  'ordhdlr',
  'ohrso',
  'hpss',
  'anders',
  'upload',
  'notify',
  'complete',
] as const;
export type OrderStepCode = (typeof ORDER_STEP_CODES)[number];

/** The five steps that a person sees. */
export const TRACKING_STEPS = [
  'Order placed',
  'Retrieving',
  'Extraction',
  'Finalizing',
  'Completed',
] as const;

export type TrackingState = 'completed' | 'current' | 'error' | 'waiting';

export type OrderStatus = {
  readonly curStep: string | null;
  readonly suspendReas: string | null;
  readonly approveTime: string | null;
  /** Set if the order failed. */
  readonly failure?: string | null;
  /** Until when the files of a complete order are kept, or were. */
  readonly expires?: string | null;
  /** The order is complete, and its files are no longer kept. */
  readonly expired?: boolean;
};

/** curStep -> step number 1 to 5; anything unknown or empty is 1. */
export function stepNumber(curStep: string | null | undefined): number {
  switch (curStep) {
    case 'complete':
      return 5;
    case 'notify':
    case 'upload':
      return 4;
    case 'anders':
      return 3;
    case 'hpss':
    case 'ordhdlr':
    case 'ohrso':
      return 2;
    default:
      return 1;
  }
}

/** An order that was taken in and that no worker has begun. */
export const isQueued = ({ curStep }: Pick<OrderStatus, 'curStep'>): boolean =>
  curStep === 'ordhdlr';

/** An order is suspended when it has a reason and no approval. */
export const isSuspended = (status: OrderStatus): boolean =>
  Boolean(status.suspendReas) && !status.approveTime;

/**
 * How an order ended without a delivery, in a word; null: it did not. A person's decision takes
 * precedence over what went wrong, as in the server's machine of states.
 */
export function endOf(status: OrderStatus): 'Denied' | 'Cancelled' | 'Failed' | null {
  const { suspendReas, failure } = status;
  if (isSuspended(status) && (suspendReas === 'Denied' || suspendReas === 'Cancelled'))
    return suspendReas;
  return failure ? 'Failed' : null;
}

/** The state of each of the five steps. A complete order has every step completed. */
export function trackingStates(status: OrderStatus): readonly TrackingState[] {
  const current = stepNumber(status.curStep);
  const done = status.curStep === 'complete' && !isSuspended(status) && !status.failure;
  return TRACKING_STEPS.map((_, i) => {
    const n = i + 1;
    if (n < current || (done && n === current)) return 'completed';
    if (n > current) return 'waiting';
    return isSuspended(status) || status.failure ? 'error' : 'current';
  });
}

/** Reasons why an order waits, and the message for the user. */
const SUSPENSIONS: Readonly<Record<string, string>> = {
  Restricted:
    'This order holds data of limited access. It waits until the data owner has agreed to its release.',
  Oversize: 'This order is too large to be delivered without review. It waits for an operator.',
  Denied: 'This order was reviewed and denied. Nothing will be delivered.',
  Cancelled: 'This order was cancelled. Nothing will be delivered.',
};

export const suspensionMessage = (reason: string): string =>
  SUSPENSIONS[reason] ??
  'This order is on hold. An operator has been notified and will look into it.';
