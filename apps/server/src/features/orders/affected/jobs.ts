// Jobs that compare orders with the archive after each harvest and each publication of reports, and
// those that report what changed.
import * as z from 'zod';
import { checkOrders, type Found } from '../../../core/affected/check-orders.ts';
import { dueOrders, isDue, markReports, settleDue, takeDue } from '../../../core/affected/due.ts';
import type { Job, JobKind, Outcome, Running } from '../../../core/jobs/job.ts';
import { enqueue } from '../../../core/jobs/queue.ts';
import { knowsReports, unknownReports } from '../../../core/reports/written.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import { keepSetting } from '../../../store/settings.ts';
import { notifyDestinations } from '../destinations/destinations.ts';
import { type Db, findOrder } from '../order.ts';
import { isPassing } from '../steps/passing.ts';
import { queueAffectedMails, queueMailsTo, toBeReported } from './notices.ts';

export const AFFECTED_JOB = 'orders-affected';

export interface AffectedWork {
  readonly db: Db;
  readonly archive: ArchiveStore;
  readonly tables: () => Promise<CuratedTables>;
  readonly log: Log;
}

/** When a comparison was queued last, milliseconds since 1970 UTC. */
const COMPARED = 'compared';
/** Orders whose findings are stored in one transaction. */
const ORDERS_AT_ONCE = 100;

/**
 * Puts a comparison into the queue if one is due. Cheap when nothing has changed; several workers
 * may call it. False: nothing is due, or a comparison waits already.
 */
export async function noticeChanges({ db, tables }: Pick<AffectedWork, 'db' | 'tables'>) {
  const known = await tables();
  if (!(await markReports(db, known)) || !(await isDue(db))) return false;
  if (!(await isIndexWhole(db)) || (await isComparing(db))) return false;
  return await db.transaction().execute(async (trx) => {
    // PostgreSQL lets two workers look at the same time: the second waits here until the first has
    // its job. The end of one of two comparisons would settle what the other has begun with.
    await keepSetting(trx, COMPARED, `${Date.now()}`);
    if (await isComparing(trx)) return false;
    await enqueue(trx, {
      kind: AFFECTED_JOB,
      subject: `affected-${Date.now()}`,
      personId: null,
      step: 'begin',
      priority: 500,
    });
    return true;
  });
}

/** Whether a comparison waits or runs. */
async function isComparing(db: Db): Promise<boolean> {
  const open = await db
    .selectFrom('jobs')
    .select('job_id')
    .where('kind', '=', AFFECTED_JOB)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Queues the mails about what was found on an earlier day, when their owners had one. None while
 * orders are compared: such a mail would report only what is found by then, and the rest a day
 * later. A comparison ends with all of its mails.
 */
export async function queueWaitingMails(db: Db, now: number): Promise<number> {
  const people = await toBeReported(db);
  // Only now: the mails of a comparison that is over by then are queued.
  return (await isComparing(db)) ? 0 : await queueMailsTo(db, people, now);
}

/**
 * Whether the file index was completed from its archive: until then a file that is not in it may
 * well be there.
 */
async function isIndexWhole(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['filed', 'harvested'])
    .execute();
  const of = (name: string) => rows.find((row) => row.name === name)?.value;
  return of('filed') === of('harvested');
}

export const affectedJobs = (work: AffectedWork): JobKind => ({
  async run(job, running) {
    if (job.step === 'begin') {
      await takeDue(work.db);
      return { end: 'step', step: 'after:0' };
    }
    if (job.step === 'tell') {
      const mails = await queueAffectedMails(work.db, Math.floor(Date.now() / 1000));
      if (mails > 0) work.log.info({ mails }, 'mails about changed orders queued');
      return { end: 'done' };
    }
    return await compareNext(work, job, running);
  },
  passing: isPassing,
});

async function compareNext(work: AffectedWork, job: Job, running: Running): Promise<Outcome> {
  const { db, archive, log } = work;
  const after = z.coerce.number().int().parse(job.step.split(':')[1]);
  const ids = await dueOrders(db, after, ORDERS_AT_ONCE);
  const last = ids.at(-1);
  if (last === undefined)
    return { end: 'step', step: 'tell', record: async (trx) => void (await settleDue(trx)) };
  const tables = await work.tables();
  if (!knowsReports(tables)) throw unknownReports();
  const found = await checkOrders(
    {
      ...{ db, archive, tables },
      signal: running.signal,
      now: Math.floor(Date.now() / 1000),
      onProgress: () => running.progressed(),
      onFound: tellOfFound,
    },
    ids,
  );
  if (found > 0) log.info({ orders: found }, 'orders changed since their delivery');
  return { end: 'step', step: `after:${last}` };
}

/** The destinations that the order chose, such as a web hook. */
async function tellOfFound(trx: Db, { orderId, revision }: Found): Promise<void> {
  const order = await findOrder(trx, orderId);
  if (order) await notifyDestinations(trx, order, 'affected', revision);
}
