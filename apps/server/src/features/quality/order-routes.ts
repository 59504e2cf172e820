// The reports that affect an order, for its owner and for callers with its share link; and the
// orders that a report affects.

import type { ordersTouched } from '@isobar/contract/calls/quality.ts';
import {
  ordersOfReport,
  reportsOfOrder,
  reportsOfOrderAsTable,
} from '@isobar/contract/calls/quality-calls.ts';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import { titlesOf } from '../../core/catalogue/titles.ts';
import { reportsOn } from '../../core/quality/reports.ts';
import { publishedAt } from '../../core/reports/written.ts';
import { productName } from '../../core/tables/product-name.ts';
import { breathe } from '../../platform/admission/main-thread.ts';
import type { Http } from '../../platform/http/http.ts';
import type { QualityFeature } from './feature.ts';
import { isSince, orderReportsCsv, orderReportsOf } from './order-reply.ts';
import { sendFile } from './report-routes.ts';
import { readableTables } from './tables-now.ts';

export function registerOrderReports(http: Http<Session>, feature: QualityFeature): void {
  const reportsOf = async (
    asked: { orderId: number; key?: string | undefined },
    session: Session | null,
  ) => {
    const ordered = await feature.orders.one(asked, session?.personId ?? null);
    const tables = await readableTables(feature.tables);
    const names = ordered.holdings.map(({ datastream }) => datastream);
    const titles = await titlesOf(feature.db, 'datastream', names);
    const titleOf = (datastream: string): string =>
      productName(
        tables,
        parseDatastream(datastream)?.classCode ?? datastream,
        titles.get(datastream),
      );
    return await orderReportsOf(ordered, tables, await publishedAt(feature.db), titleOf);
  };
  http.route(reportsOfOrder, ({ params: { orderId }, query: { key }, session }) =>
    reportsOf({ orderId, key }, session),
  );
  http.route(
    reportsOfOrderAsTable,
    async ({ params: { orderId }, query: { key }, session, reply }) => {
      const csv = orderReportsCsv(await reportsOf({ orderId, key }, session));
      return sendFile(
        reply,
        `order-${orderId}-quality-reports.csv`,
        'text/csv; charset=utf-8',
        csv,
      );
    },
  );
  http.route(ordersOfReport, ({ params: { id }, session }) =>
    touchedBy(feature, id, session.personId),
  );
}

async function touchedBy(
  feature: QualityFeature,
  id: string,
  personId: string,
): Promise<z.infer<typeof ordersTouched>> {
  const tables = await readableTables(feature.tables);
  const rows = tables.qualityReport(id);
  if (rows.length === 0) throw new Problem('not-found', `There is no data quality report ${id}.`);
  const datastreams = new Set(rows.map((row) => row.datastream));
  const published = await publishedAt(feature.db);
  const orders: z.infer<typeof ordersTouched>['orders'] = [];
  const mine = feature.orders.of(personId);
  for (;;) {
    const next = await mine.next();
    if (next.done) return { orders, more: next.value };
    const holdings = next.value.holdings.filter((one) => datastreams.has(one.datastream));
    if (reportsOn(tables, holdings).some((report) => report.id === id))
      orders.push({
        orderId: next.value.orderId,
        orderDate: formatInstant(next.value.orderDate),
        since: isSince({ id }, next.value, published),
      });
    await breathe(); // an order may be a megabyte of file names
  }
}
