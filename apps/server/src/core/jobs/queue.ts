// The queue of jobs, in the same store as what the jobs are about: enqueue, claim, move on, cancel,
// pause.
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { currentOrigin } from '../../platform/log/origin.ts';
import { tracing } from '../../platform/log/tracing.ts';
import type { Store } from '../../store/open.ts';
import type { Tables } from '../../store/tables.ts';
import type { Db, Job, JobRow, JobState, NewJob } from './job.ts';

/** A failed step is tried again after this long at most, milliseconds. */
export const LONGEST_DELAY = 10 * 60_000;
/**
 * No job is ever due later than this, and no heartbeat is: a later time was written before the
 * clock moved backwards.
 */
const FURTHEST_AHEAD = 2 * LONGEST_DELAY;

export interface ClaimOptions {
  /** Unique name of this claim. */
  readonly claim: string;
  readonly kinds: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** A running job without a heartbeat for this long is taken over, milliseconds. */
  readonly staleAfter: number;
  /** Only jobs of at most this priority number: keeps a lane for small work. */
  readonly priorityAtMost?: number | undefined;
  /** Of the worker, where several homes share the queue: a job goes on where its files are. */
  readonly home?: string | undefined;
  /** Claims that this thread is working on: they are not dead, however late a heartbeat is. */
  readonly alive?: Iterable<string>;
}

/**
 * A job that was put back waits for so long for a worker of the home that has its files,
 * milliseconds; then any may take it.
 */
export const STAYS_MS = 30_000;

/** Stores a job; call it in the transaction that stores what the job is about. */
export async function enqueue(transaction: Db, job: NewJob, now = Date.now()): Promise<number> {
  const { job_id } = await transaction
    .insertInto('jobs')
    .values({
      kind: job.kind,
      subject: job.subject,
      person_id: job.personId,
      state: 'waiting',
      step: job.step,
      payload: job.payload ?? '{}',
      priority: job.priority ?? 0,
      attempts: 0,
      failures: 0,
      run_at_ms: job.runAt ?? now,
      heartbeat_ms: null,
      worker: null,
      last_error: null,
      request_id: currentOrigin()?.requestId ?? null,
      traceparent: tracing()?.traceparent() ?? null,
      home: null,
      stays_until_ms: null,
      created_at_ms: now,
    })
    .returning('job_id')
    .executeTakeFirstOrThrow();
  return Number(job_id);
}

/**
 * Takes the next job, or null. Fair share: whose work is least in progress, then who was served
 * longest ago, then the smaller job, then the older. Atomic: of many claimers one gets it.
 */
export async function claimNext(store: Store, options: ClaimOptions): Promise<Job | null> {
  // reading first leaves the write lock alone
  if (!(await somethingToDo(store.db, options))) return null;
  return await store.db.transaction().execute(async (trx) => {
    const row = await claimRow(trx, store.kind, options);
    if (!row) return null;
    if (row.person_id !== null)
      await trx
        .insertInto('service_turns')
        .values({ person_id: row.person_id, served_at_ms: options.now })
        .onConflict((c) => c.column('person_id').doUpdateSet({ served_at_ms: options.now }))
        .execute();
    return toJob(row, options.claim);
  });
}

/**
 * Says that the claim is alive; false: the job is no longer ours. `progressed` clears the count of
 * vain attempts.
 */
export async function heartbeat(
  db: Db,
  job: Job,
  now: number,
  progressed: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ heartbeat_ms: now, ...(progressed ? { attempts: 0, deaths: 0 } : {}) })
    .where('job_id', '=', job.jobId)
    .where('worker', '=', job.claim)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Move = Partial<
  Pick<JobRow, 'state' | 'step' | 'run_at_ms' | 'attempts' | 'deaths' | 'failures' | 'last_error'>
>;

/**
 * The job was cancelled, paused or taken over meanwhile: whatever its former owner did does not
 * count.
 */
export class ClaimLost extends Error {
  constructor(job: Job) {
    super(`${job.kind} ${job.subject} is no longer this worker's.`);
    this.name = 'ClaimLost';
  }
}

/**
 * Moves a claimed job, and only a job that is still ours: otherwise throws ClaimLost, so that a
 * transaction is undone.
 */
export async function moveClaimed(transaction: Db, job: Job, move: Move): Promise<void> {
  const stays_until_ms = Math.max(Date.now(), move.run_at_ms ?? 0) + STAYS_MS;
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...move, stays_until_ms, heartbeat_ms: null, worker: null })
    .where('job_id', '=', job.jobId)
    .where('worker', '=', job.claim)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLost(job);
}

/**
 * Puts back at once all jobs whose claims have names that begin with `prefix`: their worker is
 * known to have died. `why`: the reason.
 */
export async function releaseClaims(db: Db, prefix: string, why: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: 'waiting',
      worker: null,
      heartbeat_ms: null,
      stays_until_ms: null,
      deaths: sql<number>`deaths + 1`,
      last_error: why,
    })
    .where('state', '=', 'running')
    .where(sql<boolean>`substr(worker, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Names of the claims that are running now. */
export async function runningClaims(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('worker')
    .where('state', '=', 'running')
    .where('worker', 'is not', null)
    .execute();
  return rows.flatMap(({ worker }) => worker ?? []);
}

/**
 * Moves a job from any of these states to another; the worker of a running job notices at its next
 * heartbeat. False: it was in none of them.
 */
export async function setState(
  transaction: Db,
  of: { readonly kind: string; readonly subject: string },
  from: readonly JobState[],
  to: JobState,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({
      state: to,
      worker: null,
      heartbeat_ms: null,
      ...(to === 'waiting' ? { run_at_ms: Date.now(), attempts: 0, deaths: 0, failures: 0 } : {}),
    })
    .where('kind', '=', of.kind)
    .where('subject', '=', of.subject)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * How many jobs of this kind will probably run before this one; null when it is not waiting. An
 * estimate, because turns are shared fairly.
 */
export async function queuePlace(db: Db, kind: string, subject: string): Promise<number | null> {
  const job = await db
    .selectFrom('jobs')
    .select(['state', 'person_id', 'priority', 'job_id'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (job?.state !== 'waiting') return null;
  const mine = await db
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('ahead'))
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .where('person_id', '=', job.person_id)
    .where((e) => aheadOf(e, job))
    .executeTakeFirstOrThrow();
  const ahead = Number(mine.ahead);
  // Turn by turn: before this job each other person is served as often as its owner is.
  const others = await db
    .selectFrom('jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .where('person_id', '!=', job.person_id)
    .groupBy('person_id')
    .execute();
  return others.reduce((sum, other) => sum + Math.min(Number(other.count), ahead + 1), ahead);
}

function aheadOf(e: ExpressionBuilder<Tables, 'jobs'>, job: { priority: number; job_id: number }) {
  return e.or([
    e('state', '=', 'running'),
    e('priority', '<', job.priority),
    e.and([e('priority', '=', job.priority), e('job_id', '<', job.job_id)]),
  ]);
}

async function somethingToDo(db: Db, options: ClaimOptions): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('job_id')
    .where((e) => takeable(e, options))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a job that waits may run now. */
export const isDue = (runAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`(${runAt} <= ${now} or ${runAt} > ${now + FURTHEST_AHEAD})`;

/**
 * Whether the worker of a job counts as dead: its last heartbeat is long ago, or lies so far ahead
 * that the clock must have been set back since; a living worker would have replaced that one at
 * once. A thread that had no time for heartbeats, since the machine was asleep or busy, leaves its
 * own lanes their jobs.
 */
function isSilent(table: string, { now, staleAfter, alive = [] }: Patience) {
  const heartbeat = sql.ref(`${table}.heartbeat_ms`);
  const claims = [...alive];
  const ours =
    claims.length === 0
      ? sql``
      : sql`and ${sql.ref(`${table}.worker`)} not in (${sql.join(claims)})`;
  return sql<boolean>`((${heartbeat} < ${now - staleAfter} or ${heartbeat} > ${now + FURTHEST_AHEAD}) ${ours})`;
}

type Patience = Pick<ClaimOptions, 'now' | 'staleAfter' | 'alive'>;

function takeable(e: ExpressionBuilder<Tables, 'jobs'>, options: ClaimOptions) {
  const { now, kinds, priorityAtMost } = options;
  return e.and([
    e('kind', 'in', kinds),
    e.or([
      e.and([e('state', '=', 'waiting'), isDue(sql.ref('run_at_ms'), now), isForUs(options)]),
      e.and([e('state', '=', 'running'), isSilent('jobs', options)]),
    ]),
    ...(priorityAtMost === undefined ? [] : [e('priority', '<=', priorityAtMost)]),
  ]);
}

/**
 * Whether a job that waits is not left to the worker of another home. A time far ahead was written
 * before the clock moved backwards.
 */
function isForUs({ home, now }: ClaimOptions, table = 'jobs'): RawBuilder<boolean> {
  if (home === undefined) return sql<boolean>`(1 = 1)`;
  const [of, until] = [sql.ref(`${table}.home`), sql.ref(`${table}.stays_until_ms`)];
  return sql<boolean>`(${of} is null or ${of} = ${home} or ${until} is null
    or ${until} <= ${now} or ${until} > ${now + FURTHEST_AHEAD})`;
}

async function claimRow(
  trx: Db,
  kind: Store['kind'],
  options: ClaimOptions,
): Promise<JobRow | undefined> {
  const { claim, now, kinds, priorityAtMost } = options;
  const next = sql`
    select jobs.job_id from jobs
    left join service_turns on service_turns.person_id = jobs.person_id
    where jobs.kind in (${sql.join(kinds)})
      and ((jobs.state = 'waiting' and ${isDue(sql.ref('jobs.run_at_ms'), now)} and ${isForUs(options)})
        or (jobs.state = 'running' and ${isSilent('jobs', options)}))
      ${priorityAtMost === undefined ? sql`` : sql`and jobs.priority <= ${priorityAtMost}`}
      and ${alone(options)}
    order by
      (select count(*) from jobs as busy where busy.person_id = jobs.person_id
        and busy.state = 'running' and not ${isSilent('busy', options)}),
      coalesce(service_turns.served_at_ms, 0), jobs.priority, jobs.job_id
    limit 1
    ${kind === 'postgres' ? sql`for update of jobs skip locked` : sql``}`;
  return await trx
    .updateTable('jobs')
    .set({
      state: 'running',
      worker: claim,
      home: options.home ?? null,
      heartbeat_ms: now,
      attempts: sql<number>`attempts + 1`,
      deaths: sql<number>`deaths + case when state = 'running' then 1 else 0 end`,
    })
    .where('job_id', '=', sql<number>`(${next})`)
    .returningAll()
    .executeTakeFirst();
}

/**
 * A job that may have ended its worker runs first and alone in its process, so that another death
 * shows whose fault it was, and no other job is quarantined for it.
 */
function alone(options: ClaimOptions) {
  const { claim, now, kinds } = options;
  const process = processOf(claim);
  const silent = isSilent('other', options);
  const running = sql`select 1 from jobs as other where other.state = 'running'
    and not ${silent}
    and substr(other.worker, 1, ${sql.lit(process.length)}) = ${process}`;
  const suspects = sql`select 1 from jobs as other where other.deaths > 0 and other.kind in (${sql.join(kinds)})
    and ((other.state = 'waiting' and ${isDue(sql.ref('other.run_at_ms'), now)} and ${isForUs(options, 'other')})
      or (other.state = 'running' and ${silent}))`;
  return sql`((jobs.deaths > 0 and not exists (${running}))
    or (jobs.deaths = 0 and not exists (${suspects}) and not exists (${running} and other.deaths > 0)))`;
}

/** The beginning of the names of all claims of one process: machine and number of the process. */
const processOf = (claim: string): string =>
  /^[^:/]*:\d+:/.exec(claim)?.[0] ?? `${claim.split('/')[0]}/`;

const toJob = (row: JobRow, claim: string): Job => ({
  jobId: Number(row.job_id),
  kind: row.kind,
  subject: row.subject,
  personId: row.person_id,
  step: row.step,
  payload: row.payload,
  attempts: Number(row.attempts),
  deaths: Number(row.deaths),
  lastError: row.last_error,
  failures: Number(row.failures),
  requestId: row.request_id,
  traceparent: row.traceparent,
  claim,
});
