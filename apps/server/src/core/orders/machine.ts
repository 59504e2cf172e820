// The states of an order, as one machine: which step follows which, the code that tracking shows,
// who may do what. Pure.
import type { OrderAct } from '@isobar/contract/calls/admin.ts';
import type { OrderStepCode } from '@isobar/contract/orders/status.ts';
import type { JobState } from '../jobs/job.ts';

type StepFacts = {
  /** What tracking shows while it runs. */
  readonly code: OrderStepCode;
  /** Null: the order is complete. */
  readonly next: string | null;
  /** Earlier steps to go back to, in case their work is gone. */
  readonly back: readonly string[];
  /** Share of the whole work: where it begins, and how much it is. */
  readonly share: readonly [before: number, share: number];
};

/** The only place where a step has a code. */
export const STEPS = {
  retrieve: { code: 'hpss', next: 'extract', back: [], share: [0, 0.2] },
  extract: { code: 'anders', next: 'finalise', back: ['retrieve'], share: [0.2, 0.7] },
  finalise: { code: 'upload', next: 'notify', back: ['retrieve', 'extract'], share: [0.9, 0.1] },
  notify: { code: 'notify', next: null, back: ['finalise'], share: [1, 0] },
} as const satisfies Readonly<Record<string, StepFacts>>;

export type StepName = keyof typeof STEPS;

export const FIRST_STEP: StepName = 'retrieve';
/** The code of an order that no worker has claimed yet, or that is restarted. */
export const PLACED = 'ordhdlr' satisfies OrderStepCode;
export const COMPLETE = 'complete' satisfies OrderStepCode;

/** The kind of the job that works an order off; its subject is the order's number. */
export const ORDER_JOB = 'order';

export const isStepName = (text: string): text is StepName => Object.hasOwn(STEPS, text);

/** How a step ended; which code or step comes next is not for the step to say. */
export type StepEnd<S extends StepName = StepName> =
  | { readonly end: 'made' }
  /** Not finished, but others are waiting. */
  | { readonly end: 'part' }
  /** What an earlier step had made is not there. */
  | { readonly end: 'back'; readonly to: (typeof STEPS)[S]['back'][number] }
  /** The order has failed permanently, and nothing can be delivered. */
  | { readonly end: 'failed'; readonly reason: string };

/** What the end of a step means for its job and for tracking. */
export type Move = {
  readonly job:
    | { readonly end: 'step'; readonly step: StepName }
    | { readonly end: 'done' }
    | { readonly end: 'again' }
    | { readonly end: 'failed'; readonly reason: string };
  readonly code: OrderStepCode;
};

export function moveAfter(step: StepName, ended: StepEnd): Move {
  const { code, next } = STEPS[step];
  switch (ended.end) {
    case 'made':
      return next === null
        ? { job: { end: 'done' }, code: COMPLETE }
        : { job: { end: 'step', step: next }, code: STEPS[next].code };
    case 'part':
      return { job: { end: 'again' }, code };
    case 'back':
      return { job: { end: 'step', step: ended.to }, code: STEPS[ended.to].code };
    case 'failed':
      return { job: { end: 'failed', reason: ended.reason }, code };
  }
}

/** Share of the whole work that is done at this code, `part` of its own step included. */
export function shareDone(code: OrderStepCode, part: number): number {
  const step = Object.values(STEPS).find((one) => one.code === code);
  const [before, share] = step?.share ?? [0, 0];
  return before + share * Math.min(1, part);
}

/** Reasons that end an order; a cancelled one may be started again, a denied one may not. */
export const ENDED = ['Cancelled', 'Denied'] as const;

/** The facts of an order that decide its state. */
export type OrderFacts = {
  readonly step: OrderStepCode;
  readonly suspension: string | null;
  readonly approvedAt: number | null;
  readonly failure: string | null;
};

export type OrderState =
  | 'denied'
  | 'cancelled'
  | 'failed'
  /** Waits for an operator. */
  | 'review'
  | 'complete'
  /** No worker has taken it up yet. */
  | 'placed'
  | 'working';

export function stateOf({ step, suspension, approvedAt, failure }: OrderFacts): OrderState {
  if (suspension === 'Denied') return 'denied';
  if (suspension === 'Cancelled') return 'cancelled';
  if (failure !== null) return 'failed';
  if (suspension !== null && approvedAt === null) return 'review';
  if (step === COMPLETE) return 'complete';
  return step === PLACED ? 'placed' : 'working';
}

/** The order may still change by itself. */
export const isUnderWay = (order: OrderFacts): boolean => {
  const state = stateOf(order);
  return state === 'placed' || state === 'working';
};

type OwnerAct = Extract<OrderAct, 'cancel' | 'retry'>;

const ACTS: Readonly<
  Record<
    OrderState,
    { readonly owner: readonly OwnerAct[]; readonly operator: readonly OrderAct[] }
  >
> = {
  denied: { owner: [], operator: [] },
  cancelled: { owner: ['retry'], operator: ['retry'] },
  failed: { owner: ['retry'], operator: ['retry', 'deny'] },
  review: { owner: ['cancel'], operator: ['approve', 'deny', 'cancel'] },
  complete: { owner: [], operator: [] },
  placed: { owner: ['cancel'], operator: ['pause', 'resume', 'cancel', 'deny'] },
  working: { owner: ['cancel'], operator: ['pause', 'resume', 'cancel', 'deny'] },
};

/** What its owner may do with an order now. */
export const ownerActs = (order: OrderFacts): readonly OwnerAct[] => ACTS[stateOf(order)].owner;

/**
 * Whether an operator may do this with the order. Whether there is a job to pause or to resume is
 * for the queue to say.
 */
export const mayOperate = (order: OrderFacts, act: OrderAct): boolean =>
  ACTS[stateOf(order)].operator.includes(act);

/**
 * Acts that the operator's page offers: an order in review can be denied but not cancelled, any
 * other cancelled but not denied.
 */
export function offeredActs(order: OrderFacts, job: JobState | null): readonly OrderAct[] {
  const state = stateOf(order);
  const hidden: readonly OrderAct[] =
    state === 'review' ? ['cancel'] : job === 'paused' ? ['deny', 'pause'] : ['deny', 'resume'];
  return ACTS[state].operator.filter((act) => !hidden.includes(act));
}
