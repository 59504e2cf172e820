// What happens to the orders of a user who deletes their account: nothing more is delivered, files
// go, rows lose their owner.
import { randomUUID } from 'node:crypto';
import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { forgetOrderNotes } from '../../core/audit/audit.ts';
import type { JobKind } from '../../core/jobs/job.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import { COMPLETE, ORDER_JOB } from '../../core/orders/machine.ts';
import { removeFolder } from '../../platform/files/remove-folder.ts';
import { keptFolders } from './destinations/destinations.ts';
import type { Db } from './order.ts';
import type { Sweep } from './sweep.ts';

export const FORGET_JOB = 'forget-deliveries';

const payload = z.object({ personId: z.string(), orderIds: z.array(z.number()) });

/**
 * Call it in the transaction that removes the person. What was ordered together is kept without a
 * name: the archive counts use by it, and citable orders are permanent.
 */
export async function forgetOrdersOf(trx: Db, personId: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const rows = await trx
    .selectFrom('orders')
    .select('order_id')
    .where('person_id', '=', personId)
    .execute();
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', worker: null, heartbeat_ms: null })
    .where('kind', '=', ORDER_JOB)
    .where('person_id', '=', personId)
    .where('state', 'in', ['waiting', 'running', 'paused'])
    .execute();
  await trx
    .updateTable('jobs')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute();
  await trx
    .updateTable('orders')
    .set({ suspend_reason: 'Cancelled', approved_at: null })
    .where('person_id', '=', personId)
    .where('step', '!=', COMPLETE)
    .execute();
  await forgetHooks(trx, personId);
  await forgetOrderNotes(trx, personId);
  await trx.deleteFrom('affected_notices').where('person_id', '=', personId).execute();
  await trx.deleteFrom('affected_mails').where('person_id', '=', personId).execute();
  const nobody = `former-${randomUUID()}`;
  await trx
    .updateTable('orders')
    .set({ person_id: nobody, idempotency_key: null, expires_at: now })
    .where('person_id', '=', personId)
    .execute();
  await trx
    .updateTable('cited_orders')
    .set({ person_id: nobody })
    .where('person_id', '=', personId)
    .execute();
  if (rows.length === 0) return;
  await enqueue(trx, {
    kind: FORGET_JOB,
    subject: `forget-${nobody}`,
    personId: null,
    step: 'do',
    payload: JSON.stringify({ personId, orderIds: rows.map((row) => Number(row.order_id)) }),
  });
}

/** Addresses of web hooks belong to their owners and may contain secrets. */
async function forgetHooks(trx: Db, personId: string): Promise<void> {
  const rows = await trx
    .selectFrom('orders')
    .select(['order_id', 'request'])
    .where('person_id', '=', personId)
    .where('request', 'like', '%"webHook"%')
    .execute();
  for (const { order_id, request: text } of rows) {
    const request = JSON.stringify({ ...JSON.parse(text), webHook: undefined });
    await trx.updateTable('orders').set({ request }).where('order_id', '=', order_id).execute();
  }
}

/** Removes the files; doing it twice does no harm. */
export const forgetJobKind = ({ blobs, home }: Pick<Sweep, 'blobs' | 'home'>): JobKind => ({
  harmless: true,
  async run(job) {
    const { personId, orderIds } = payload.parse(JSON.parse(job.payload));
    for (const orderId of orderIds) {
      await blobs.removeAll(String(orderId));
      for (const folder of keptFolders(home, personId, orderId)) {
        await removeFolder(folder);
        await rmdir(dirname(folder)).catch(() => undefined); // unless others are in it
      }
    }
    return { end: 'done' };
  },
});
