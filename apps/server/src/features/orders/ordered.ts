// What an order asked for: the quality service looks it up to tell which reports touch it.

import { NO_SESSION_MESSAGE } from '@isobar/contract/calls/accounts.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { Holding } from '@isobar/contract/quality/affected.ts';
import { type DataQuality, shortened } from '@isobar/contract/quality/data-quality.ts';
import { filesOf, mergeRanges } from '../../core/catalogue/files.ts';
import type { Ordered, OrderedLookUp } from '../../core/quality/ordered.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { rangesOf } from './assess.ts';
import type { LinkSigner } from './delivery/links.ts';
import {
  type Db,
  findOrder,
  noSuchOrder,
  type Order,
  ownOrder,
  REPORTS_SHOWN,
  toOrder,
} from './order.ts';
import { qualityOfSelection } from './selection-quality.ts';

/** Most orders of one person that are searched for a report. */
const MOST_ORDERS = 200;

export function orderedLookUp(db: Db, links: LinkSigner): OrderedLookUp {
  return {
    async one({ orderId, key }, personId) {
      const shared = key !== undefined && links.check('share', orderId, key) === 'valid';
      if (!shared && personId === null) throw new Problem('no-session', NO_SESSION_MESSAGE);
      const order = shared
        ? await findOrder(db, orderId)
        : await ownOrder(db, orderId, personId ?? '');
      if (!order) throw noSuchOrder(orderId);
      return await orderedOf(db, order);
    },
    async *of(personId) {
      const ids = await db
        .selectFrom('orders')
        .select('order_id')
        .where('person_id', '=', personId)
        .orderBy('order_id', 'desc')
        .limit(MOST_ORDERS + 1)
        .execute();
      for (const { order_id } of ids.slice(0, MOST_ORDERS)) {
        const row = await db
          .selectFrom('orders')
          .selectAll()
          .where('order_id', '=', order_id)
          .executeTakeFirst();
        if (row) yield await orderedOf(db, toOrder(row));
      }
      return ids.length > MOST_ORDERS;
    },
  };
}

async function orderedOf(db: Db, order: Order): Promise<Ordered> {
  const holdings = [];
  for (const one of order.request.selectedData.selectedDatastreams)
    holdings.push({ ...(await holdingOf(db, one)), flagged: one.dqrFilter });
  return {
    orderId: order.orderId,
    orderDate: order.orderDate,
    completedAt: order.completedAt,
    holdings,
    quality: async (tables) => order.progress.quality ?? (await qualityOfOrder(db, tables, order)),
  };
}

async function qualityOfOrder(db: Db, tables: CuratedTables, order: Order): Promise<DataQuality[]> {
  const all: DataQuality[] = [];
  for (const selected of order.request.selectedData.selectedDatastreams)
    all.push(await qualityOfSelection(db, tables, selected));
  return shortened(all, REPORTS_SHOWN);
}

/** Named files mean these files and no others: their own times count. */
async function holdingOf(db: Db, one: SelectedDatastream): Promise<Holding> {
  const { datastream, variables, files, scanNames } = one;
  if (files.length === 0) return { datastream, variables, ranges: rangesOf(one) };
  const found = await filesOf(db, { datastream, ranges: [], fileNames: files, scanNames });
  const ranges = mergeRanges(found.map(({ start, end }) => ({ start, end })));
  // If the files are no longer there, the dates chosen with them count, or all times if there are
  // none: a report too many is better than one too few.
  return { datastream, variables, ranges: ranges.length > 0 ? ranges : rangesOf(one) };
}
