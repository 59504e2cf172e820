// A lane works jobs off one after the other: claim, run the step, record its end; survives whatever
// a step throws.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../platform/log/log.ts';
import { type Origin, withOrigin } from '../../platform/log/origin.ts';
import { traced } from '../../platform/log/tracing.ts';
import type { Store } from '../../store/open.ts';
import type { Job, JobKind, Outcome, Running } from './job.ts';
import { ClaimLost, claimNext, heartbeat, isDue, LONGEST_DELAY, moveClaimed } from './queue.ts';
import { noteStep, writeStepTimes } from './step-times.ts';

export interface LaneOptions {
  readonly store: Store;
  readonly kinds: Readonly<Record<string, JobKind>>;
  /** Of the process or thread; the names of its claims begin with it. */
  readonly worker: string;
  readonly log: Log;
  /** Stops the lane: the step under way is aborted and its job put back. */
  readonly signal: AbortSignal;
  /** Serves only jobs of at most this priority number, unless absent. */
  readonly priorityAtMost?: number;
  /** Of this worker, where several homes share the queue. */
  readonly home?: string | undefined;
  readonly pace?: Partial<Pace>;
}

/** Milliseconds. */
export interface Pace {
  /** Between looks at an empty queue. */
  readonly poll: number;
  readonly heartbeat: number;
  /** Without a heartbeat for this long a job is taken over. */
  readonly stale: number;
  /** A job that runs longer gives way when others wait. */
  readonly turn: number;
  /** Before the first repetition of a step that threw; doubles each time. */
  readonly retry: number;
}

export const PACE: Pace = {
  poll: 500,
  heartbeat: 3000,
  stale: 30_000,
  turn: 4000,
  retry: 5000,
};

/**
 * A job that is claimed this often without getting anything done must be killing its workers, and
 * is quarantined.
 */
const MOST_ATTEMPTS = 20;
/**
 * A job that was running when its worker died, this many times, is quarantined, so that others can
 * run.
 */
const MOST_DEATHS = 3;
/**
 * A step that throws this often fails for good; a failure that passes by itself is tried for days.
 */
const MOST_FAILURES = 5;
const MOST_PASSING_FAILURES = 500;

/** Claims that lanes of this thread are working on. */
const alive = new Set<string>();

/** Runs until the signal; never rejects. */
export async function runLane(options: LaneOptions): Promise<void> {
  const pace = { ...PACE, ...options.pace };
  while (!options.signal.aborted) {
    const job = await claim(options, pace);
    if (job) await workAlive(job, options, pace);
    else await sleep(pace.poll, undefined, { signal: options.signal }).catch(() => {});
    await noteTimes(options);
  }
}

/** Numbers for operators; no order waits or fails for them. */
async function noteTimes({ store, log }: LaneOptions): Promise<void> {
  try {
    await writeStepTimes(store.db);
  } catch (error) {
    log.warn({ err: error }, 'times of steps were not written');
  }
}

/** Runs what is queued now, then returns: for commands and tests. */
export async function drain(options: LaneOptions): Promise<number> {
  const pace = { ...PACE, ...options.pace };
  let worked = 0;
  while (!options.signal.aborted) {
    const job = await claim(options, pace);
    if (!job) return worked;
    await workAlive(job, options, pace);
    worked += 1;
    await noteTimes(options);
  }
  return worked;
}

/** Log lines and further jobs of a job go back to the request that queued it. */
const originOf = ({ requestId }: Job): Origin => ({ requestId: requestId ?? undefined });

async function workAlive(job: Job, options: LaneOptions, pace: Pace): Promise<void> {
  alive.add(job.claim);
  try {
    await withOrigin(originOf(job), () => work(job, options, pace));
  } finally {
    alive.delete(job.claim);
  }
}

async function claim(options: LaneOptions, pace: Pace): Promise<Job | null> {
  try {
    return await claimNext(options.store, {
      claim: `${options.worker}/${randomUUID()}`,
      kinds: Object.keys(options.kinds),
      now: Date.now(),
      staleAfter: pace.stale,
      priorityAtMost: options.priorityAtMost,
      home: options.home,
      alive,
    });
  } catch (error) {
    // the store is away: the next look finds it back, or an operator acts
    options.log.error({ err: error }, 'the queue cannot be read');
    return null;
  }
}

async function work(job: Job, options: LaneOptions, pace: Pace): Promise<void> {
  const { store, log } = options;
  const kind = options.kinds[job.kind];
  if (!kind)
    throw new Error(`A job of the kind ${job.kind} was claimed, which nothing here performs.`);
  const watch = watchOver(job, options, pace);
  const began = performance.now();
  try {
    if (!kind.harmless && job.attempts > MOST_ATTEMPTS)
      return await giveUp(store, kind, job, 'It was started many times without progress.');
    if (!kind.harmless && job.deaths >= MOST_DEATHS)
      return await giveUp(store, kind, job, deadly(job));
    const end = await traced(
      `${job.kind} ${job.step}`,
      { kind: 'consumer', parent: job.traceparent, attributes: attributesOf(job) },
      async () => {
        const outcome = await kind.run(job, watch.running);
        await watch.stop();
        await conclude(store, kind, job, outcome); // jobs that it queues are of the same trace
        return outcome.end;
      },
    );
    const seconds = (performance.now() - began) / 1000;
    noteStep(job, seconds);
    log.info({ kind: job.kind, job: job.subject, step: job.step, seconds, end }, 'a step ended');
  } catch (error) {
    await watch.stop();
    if (error instanceof ClaimLost || watch.lost) {
      log.info({ job: job.subject, step: job.step }, 'left to another worker');
      return;
    }
    await afterFailure(error, job, kind, options, pace).catch((cause) => {
      // goes stale and is taken over
      if (!(cause instanceof ClaimLost)) log.error({ err: cause }, 'a failure was not recorded');
    });
  }
}

const attributesOf = ({ subject, requestId, attempts }: Job) => ({
  'isobar.job': subject,
  'isobar.attempt': attempts,
  ...(requestId === null ? {} : { 'isobar.request': requestId }),
});

async function conclude(store: Store, kind: JobKind, job: Job, outcome: Outcome): Promise<void> {
  if (outcome.end === 'failed') return await giveUp(store, kind, job, outcome.reason, outcome);
  await store.db.transaction().execute(async (trx) => {
    await moveClaimed(trx, job, moveOf(outcome));
    await outcome.record?.(trx);
  });
}

function moveOf(outcome: Exclude<Outcome, { end: 'failed' }>) {
  switch (outcome.end) {
    case 'step':
      return {
        state: 'waiting',
        step: outcome.step,
        attempts: 0,
        deaths: 0,
        failures: 0,
        last_error: null,
      } as const;
    case 'done':
      return { state: 'done', last_error: null } as const;
    case 'again':
      return { state: 'waiting', attempts: 0, deaths: 0 } as const;
  }
}

const deadly = ({ deaths, lastError }: Job): string =>
  `The work on it ended its process ${deaths} times, so it was quarantined.${lastError ? ` ${lastError}` : ''}`;

async function giveUp(
  store: Store,
  kind: JobKind,
  job: Job,
  reason: string,
  outcome?: Outcome,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    await moveClaimed(trx, job, { state: 'failed', last_error: reason });
    await outcome?.record?.(trx);
    await kind.givenUp?.(trx, job, reason);
  });
}

async function afterFailure(
  error: unknown,
  job: Job,
  kind: JobKind,
  { store, log, signal }: LaneOptions,
  pace: Pace,
): Promise<void> {
  if (signal.aborted) {
    await moveClaimed(store.db, job, { state: 'waiting' }); // we stop, the job did nothing wrong
    return;
  }
  const reason = error instanceof Error ? error.message : String(error);
  const passing = kind.passing?.(error) ?? false;
  log.warn(
    { err: error, job: job.subject, step: job.step, failures: job.failures + 1 },
    'a step failed',
  );
  if (job.failures + 1 >= (passing ? MOST_PASSING_FAILURES : MOST_FAILURES))
    return await giveUp(store, kind, job, reason);
  await moveClaimed(store.db, job, {
    state: 'waiting',
    run_at_ms:
      // PostgreSQL takes no fraction
      Date.now() + Math.ceil(Math.min(LONGEST_DELAY, pace.retry * 2 ** Math.min(job.failures, 20))),
    failures: job.failures + 1,
    attempts: 0,
    last_error: reason,
  });
}

/**
 * Writes heartbeats of a job while its step runs, and signals the step when it should stop or
 * yield.
 */
function watchOver(job: Job, { store, kinds, signal, log }: LaneOptions, pace: Pace) {
  const began = performance.now();
  const lost = new AbortController();
  let progressed = false;
  let beating: Promise<void> = Promise.resolve();
  async function beat(): Promise<void> {
    try {
      const report = progressed;
      progressed = false;
      if (!(await heartbeat(store.db, job, Date.now(), report))) lost.abort(new ClaimLost(job));
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat could not be written'); // the next one may succeed
    }
  }
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, pace.heartbeat);
  const running: Running = {
    signal: AbortSignal.any([signal, lost.signal]),
    progressed: () => {
      progressed = true;
    },
    async shouldYield() {
      if (performance.now() - began < pace.turn || job.personId === null) return false;
      const waiting = await store.db
        .selectFrom('jobs')
        .select('job_id')
        .where('state', '=', 'waiting')
        .where('kind', 'in', Object.keys(kinds))
        .where(isDue(sql.ref('run_at_ms'), Date.now()))
        .where((e) => e.or([e('person_id', '!=', job.personId), e('person_id', 'is', null)]))
        .limit(1)
        .executeTakeFirst();
      return waiting !== undefined;
    },
  };
  return {
    running,
    get lost() {
      return lost.signal.aborted;
    },
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
