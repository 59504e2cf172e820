// What a job is, and what a step of one can end with.
import { keysOf } from '@isobar/contract/keys.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../store/tables.ts';

export type Db = Kysely<Tables>;
export type JobState = Tables['jobs']['state'];
/** Each state once. */
export const JOB_STATES = keysOf({
  waiting: true,
  running: true,
  done: true,
  failed: true,
  paused: true,
  cancelled: true,
} satisfies Record<JobState, true>);
export type JobRow = Selectable<Tables['jobs']>;

/** A job as the one who claimed it sees it. */
export interface Job {
  readonly jobId: number;
  readonly kind: string;
  /** What the job is about, such as the number of an order. */
  readonly subject: string;
  readonly personId: string | null;
  /** The step to run. */
  readonly step: string;
  /** JSON. */
  readonly payload: string;
  /** Times it was claimed since it last got anything done, this time included. */
  readonly attempts: number;
  /** Times its worker ended while it had the job, since it last got anything done. */
  readonly deaths: number;
  /** Why the last try failed, or why its worker died. */
  readonly lastError: string | null;
  /** Times it threw since it last finished a step. */
  readonly failures: number;
  /**
   * Of the request that queued it, or that queued the job by which it was queued; null: the server
   * queued it by itself.
   */
  readonly requestId: string | null;
  /**
   * Where it goes on in a trace (W3C Trace Context); null: nothing was traced when it was queued.
   */
  readonly traceparent: string | null;
  /**
   * Names this claim: a worker that writes for the job proves with it that the job is still its
   * own.
   */
  readonly claim: string;
}

export interface NewJob {
  readonly kind: string;
  readonly subject: string;
  readonly personId: string | null;
  readonly step: string;
  readonly payload?: string;
  /** Smaller is served first within one person. */
  readonly priority?: number;
  /** Milliseconds since 1970 UTC, some minutes ahead at most; absent: at once. */
  readonly runAt?: number;
}

/**
 * How a step ended. What `record` writes is stored in the same transaction as the move of the job.
 */
export type Outcome = {
  readonly record?: (transaction: Db) => Promise<void>;
} & (
  | { readonly end: 'step'; readonly step: string }
  | { readonly end: 'done' }
  /** Not finished, but others are waiting: the same step again when it is scheduled next. */
  | { readonly end: 'again' }
  /** Fails for good. */
  | { readonly end: 'failed'; readonly reason: string }
);

export interface Running {
  /** Aborted when the worker stops, or the job was cancelled, paused or taken over. */
  readonly signal: AbortSignal;
  /** Something lasting was achieved: failed attempts and deaths are counted from zero again. */
  progressed(): void;
  /**
   * True when this step was long and the job of a different owner waits; then a step ends with
   * 'again' at its next border.
   */
  shouldYield(): Promise<boolean>;
}

/** Runs one step. What it throws is tried again later, and after many times becomes a failure. */
export type StepHandler = (job: Job, running: Running) => Promise<Outcome>;

export interface JobKind {
  readonly run: StepHandler;
  /** Called when the job has failed for good, in the transaction that records this. */
  readonly givenUp?: (transaction: Db, job: Job, reason: string) => Promise<void>;
  /**
   * The work of such a job (a mail, files to remove) cannot crash a process, so the job is not
   * blamed when a process dies.
   */
  readonly harmless?: true;
  /**
   * True for failures that pass by themselves (a full disk, an unreachable server): they are tried
   * for much longer.
   */
  readonly passing?: (error: unknown) => boolean;
}
