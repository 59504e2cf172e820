// Jobs of citable orders: getting a DOI, and making an order again from its recipe.

import * as z from 'zod';
import type { CitationContext } from '../../../core/citation/cited.ts';
import { citedOrderData } from '../../../core/citation/cited-order-data.ts';
import { findCitedOrder, keptDocument } from '../../../core/citation/cited-orders.ts';
import { dataciteRecord } from '../../../core/citation/datacite.ts';
import type { JobKind } from '../../../core/jobs/job.ts';
import type { ArchiveStore } from '../../../ports/archive.ts';
import type { DoiRegistry } from '../../../ports/doi-registry.ts';
import { readRecipe } from '../documents/recipe.ts';
import type { Db } from '../order.ts';
import { isPassing } from '../steps/passing.ts';
import { remakeDifferences } from '../verify.ts';

export const DOI_JOB = 'order-doi';
export const REMAKE_JOB = 'order-remake';

const payload = z.object({ orderId: z.number() });

/** Without a registry the page's own address is the lasting one, and there is nothing to do. */
export const doiJobs = (
  db: Db,
  publisher: Omit<CitationContext, 'accessed'>,
  registry: DoiRegistry | undefined,
): JobKind => ({
  async run(job) {
    const { orderId } = payload.parse(JSON.parse(job.payload));
    const order = await findCitedOrder(db, orderId);
    if (!registry || !order || order.doi) return { end: 'done' };
    const data = citedOrderData(order, publisher);
    const record = dataciteRecord(data, { ...publisher, accessed: order.citedAt });
    const doi = await registry.register({
      name: `order-${orderId}`,
      url: `${publisher.url}/order/${orderId}`,
      record,
    });
    return {
      end: 'done',
      record: async (trx) => {
        await trx
          .updateTable('cited_orders')
          .set({ doi })
          .where('order_id', '=', orderId)
          .execute();
      },
    };
  },
});

/** Differences that are listed; further ones are only counted. */
const TOLD = 200;

/** `folder`: where files in the making go. */
export const remakeJobs = (db: Db, archive: ArchiveStore, folder?: string): JobKind => ({
  async run(job, running) {
    const { orderId } = payload.parse(JSON.parse(job.payload));
    const kept = await keptDocument(db, orderId, 'recipe');
    if (kept === null) return { end: 'done' };
    const all = await remakeDifferences(archive, readRecipe(kept), running.signal, folder);
    const told =
      all.length > TOLD ? [...all.slice(0, TOLD), `And ${all.length - TOLD} more.`] : all;
    return { end: 'done', record: (trx) => record(trx, orderId, 'done', told) };
  },
  passing: isPassing,
  givenUp: (trx, job, reason) =>
    record(trx, payload.parse(JSON.parse(job.payload)).orderId, 'failed', [reason]),
});

async function record(
  trx: Db,
  orderId: number,
  state: 'done' | 'failed',
  differences: readonly string[],
): Promise<void> {
  await trx
    .updateTable('order_remakes')
    .set({
      state,
      done_at: Math.floor(Date.now() / 1000),
      differences: JSON.stringify(differences),
    })
    .where('order_id', '=', orderId)
    .execute();
}
