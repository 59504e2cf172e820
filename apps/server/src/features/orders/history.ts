// The orders of a person as the history tab shows them.
import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { changesMattering } from '../../core/affected/stored-changes.ts';
import { expiryOf } from '../../core/orders/expiry.ts';
import { COMPLETE } from '../../core/orders/machine.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { productName } from '../../core/tables/product-name.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import { rangesOf } from './assess.ts';
import { type Db, type Order, toOrder } from './order.ts';

/** Newest first; only those placed at or after `since` (seconds UTC). */
export async function historyOf(
  db: Db,
  tables: CuratedTables,
  personId: string,
  since: number,
): Promise<OrderHistoryEntry[]> {
  const ids = await db
    .selectFrom('orders')
    .select('order_id')
    .where('person_id', '=', personId)
    .where('order_date', '>=', since)
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .execute();
  const changes = await changesMattering(
    db,
    ids.map((row) => Number(row.order_id)),
  );
  const entries: OrderHistoryEntry[] = [];
  for (const { order_id } of ids) {
    const row = await db
      .selectFrom('orders')
      .selectAll()
      .where('order_id', '=', order_id)
      .executeTakeFirst();
    if (row)
      entries.push(
        await historyEntry(db, tables, toOrder(row), changes.get(Number(order_id)) ?? 0),
      );
    await breathe(); // a request may be a megabyte of file names
  }
  return entries;
}

/** `changes`: those since its delivery that matter; only its owner is shown them in a list. */
export async function historyEntry(
  db: Db,
  tables: CuratedTables,
  order: Order,
  changes = 0,
): Promise<OrderHistoryEntry> {
  const selections = order.request.selectedData.selectedDatastreams;
  const names = [...new Set(selections.map((one) => one.datastream))];
  const lives = await db
    .selectFrom('datastreams')
    .select(['datastream', 'start_s', 'end_s', 'title'])
    .where('datastream', 'in', names)
    .execute();
  const lifeOf = new Map(lives.map((life) => [life.datastream, life]));
  const groups = new Map<string, OrderHistoryEntry['datastreams'][number]>();
  for (const one of selections) {
    const life = lifeOf.get(one.datastream);
    const ranges = rangesOf(one);
    const start =
      ranges.length > 0 ? Math.min(...ranges.map((r) => r.start)) : Number(life?.start_s ?? 0);
    const end =
      ranges.length > 0 ? Math.max(...ranges.map((r) => r.end)) : Number(life?.end_s ?? 0);
    const about = describe(tables, one.datastream, life?.title);
    const key = `${about.site} ${about.facility} ${about.name}`;
    const group = groups.get(key) ?? { ...about, dataLevels: [] };
    group.dataLevels.push({
      datastream: one.datastream,
      dataLevel: parseDatastream(one.datastream)?.dataLevel ?? '',
      startDate: formatInstant(start),
      endDate: formatInstant(end),
    });
    groups.set(key, group);
  }
  return {
    orderId: order.orderId,
    orderDate: formatInstant(order.orderDate),
    curStep: order.step,
    suspendReas: order.suspension,
    approveTime: order.approvedAt === null ? null : formatInstant(order.approvedAt),
    failure: order.failure,
    totalFileCount: order.fileCount,
    totalFileSize: order.bytes,
    delivered: order.step === COMPLETE ? order.progress.delivered : null,
    ...expiryOf(order),
    changes,
    quality: order.step === COMPLETE ? order.progress.quality : null,
    datastreams: [...groups.values()],
  };
}

function describe(tables: CuratedTables, datastream: string, title = '') {
  const parts = parseDatastream(datastream);
  const product = parts?.classCode ?? datastream;
  const code = tables.instrumentClassOf(product) ?? product;
  const instrument = tables.instrumentClass(code);
  const [category] = instrument?.instrument_category_codes ?? [];
  return {
    category: category ? tables.instrumentCategoryName(category) : '',
    site: parts?.siteCode ?? '',
    facility: parts?.facilityCode ?? '',
    name: product,
    title: productName(tables, product, title),
    sourceInstrument: code,
  };
}
