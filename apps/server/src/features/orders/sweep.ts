// Removes what has expired: deliveries after their days, and scratch folders that no order needs
// any more.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobKind } from '../../core/jobs/job.ts';
import { COMPLETE, isUnderWay } from '../../core/orders/machine.ts';
import { removeFolder } from '../../platform/files/remove-folder.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { keptFolders } from './destinations/destinations.ts';
import { type Db, findOrder } from './order.ts';
import { removeWorkspace, workFolder } from './steps/workspace.ts';

export interface Sweep {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly home: string;
  readonly log: Log;
  /**
   * Orders without a delivery, with the time (seconds UTC) at which it expired: they are listed
   * once and not at each sweep.
   */
  readonly emptied: Map<number, number>;
}

/** Job that follows a finished order. */
export const cleanupJobs = (sweep: Pick<Sweep, 'db' | 'home'>): JobKind => ({
  harmless: true,
  async run(job) {
    const orderId = Number(job.subject.split('-')[0]);
    const order = await findOrder(sweep.db, orderId);
    if (!order || !isUnderWay(order)) await removeWorkspace(sweep.home, orderId);
    return { end: 'done' };
  },
});

/**
 * Removes deliveries whose days are over; `now` in seconds UTC. Returns how many. One that cannot
 * be removed is tried again later.
 */
export async function expireDeliveries(sweep: Sweep, now: number): Promise<number> {
  const { db, emptied, log } = sweep;
  const expired = await db
    .selectFrom('orders')
    .select(['order_id', 'person_id', 'expires_at'])
    .where('expires_at', '<=', now)
    .where('step', '=', COMPLETE)
    .orderBy('expires_at', 'desc')
    .execute();
  let removed = 0;
  for (const { order_id, person_id, expires_at } of expired) {
    const order = Number(order_id);
    if (emptied.get(order) === Number(expires_at)) continue;
    try {
      if (await removeDelivery(sweep, order, person_id)) removed += 1;
      emptied.set(order, Number(expires_at));
    } catch (error) {
      log.warn({ err: error, order }, 'an expired delivery could not be removed');
    }
  }
  return removed;
}

/**
 * Whether there was one. The files go last: as long as there are some, a removal that was cut off
 * begins again.
 */
async function removeDelivery(
  { blobs, home, log }: Sweep,
  orderId: number,
  personId: string,
): Promise<boolean> {
  if (await isEmpty(blobs, orderId)) return false;
  for (const folder of keptFolders(home, personId, orderId)) await removeFolder(folder);
  await blobs.removeAll(String(orderId));
  log.info({ order: orderId }, 'delivery expired');
  return true;
}

/** Scratch folders of orders that are complete, stopped or unknown: killed processes left them. */
export async function sweepWorkspaces({ db, home }: Pick<Sweep, 'db' | 'home'>): Promise<void> {
  const names = await readdir(workFolder(home)).catch(() => []);
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    const order = await findOrder(db, Number(name));
    if (order && isUnderWay(order)) continue;
    await removeFolder(join(workFolder(home), name));
  }
}

/** Finished jobs are kept this long for operators who investigate what happened. */
const REMEMBERED_MS = 90 * 86_400_000;

export async function forgetJobs(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('state', '=', 'done')
    .where('kind', '!=', 'order')
    .where('created_at_ms', '<', now - REMEMBERED_MS)
    .execute();
}

async function isEmpty(blobs: Blobs, orderId: number): Promise<boolean> {
  for await (const _ of blobs.list(String(orderId))) return false;
  return true;
}
