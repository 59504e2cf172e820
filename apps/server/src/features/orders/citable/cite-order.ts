// Makes a completed order citable: what it was, its recipe and its reports are kept for good.
import { text } from 'node:stream/consumers';
import { Problem } from '@isobar/contract/problem.ts';
import { type CitedOrderRecord, findCitedOrder } from '../../../core/citation/cited-orders.ts';
import { enqueue } from '../../../core/jobs/queue.ts';
import { COMPLETE } from '../../../core/orders/machine.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { blobKey, readManifest } from '../delivery/manifest.ts';
import type { Db, Order } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import { DOI_JOB } from './jobs.ts';

export interface CiteOrder {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly settings: OrderSettings;
}

export const citedPath = (orderId: number): string => `/order/${orderId}`;

/**
 * Happens once; later calls change nothing. Throws 'conflict' before the order is complete, 'gone'
 * when its delivery has expired.
 */
export async function citeOrder({ db, blobs, settings }: CiteOrder, order: Order): Promise<void> {
  const { orderId } = order;
  if (await findCitedOrder(db, orderId)) return;
  if (order.step !== COMPLETE)
    throw new Problem('conflict', `Order ${orderId} can be cited when it is complete.`);
  const manifest = await readManifest(blobs, orderId);
  const recipe = manifest?.files.find((file) => file.name === 'recipe.json');
  if (!manifest || !recipe)
    throw new Problem(
      'gone',
      `The delivery of order ${orderId} has expired, together with its recipe. Place the order again, and make the new one citable.`,
    );
  const read = async (name: string): Promise<string> =>
    await text(await blobs.read(blobKey(orderId, name)));
  const record: CitedOrderRecord = {
    orderDate: order.orderDate,
    made: manifest.made,
    archiveName: settings.archiveName,
    simulated: manifest.simulated,
    datastreams: order.request.selectedData.selectedDatastreams.map((one) => ({
      datastream: one.datastream,
      variables: [...one.variables],
      dates: one.dates.map(({ startDate, endDate }) => ({ startDate, endDate })),
    })),
    files: manifest.files.map(({ name, bytes, sha256, kind }) => ({ name, bytes, sha256, kind })),
    missing: manifest.missing,
    recipeSha256: recipe.sha256,
  };
  const row = {
    order_id: orderId,
    person_id: order.personId,
    cited_at: Math.floor(Date.now() / 1000),
    doi: null,
    record: JSON.stringify(record),
    recipe: await read('recipe.json'),
    reports: await read('quality-reports.json'),
  };
  await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('cited_orders')
      .values(row)
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .returning('order_id')
      .executeTakeFirst();
    if (!made) return;
    await enqueue(trx, {
      kind: DOI_JOB,
      subject: `order-${orderId}-doi`,
      personId: null,
      step: 'do',
      payload: JSON.stringify({ orderId }),
    });
  });
}
