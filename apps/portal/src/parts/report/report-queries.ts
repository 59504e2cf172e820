// The calls behind a report: itself, the other reports of a datastream, and the orders of mine that it touches.
import {
  orderReports,
  ordersTouched,
  reportList,
  reportReply,
} from '@isobar/contract/calls/quality.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

/** `dqr`: the address of the service. */
export const reportQuery = (dqr: string, id: string) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) =>
      call({ url: `${dqr}/report/${encodeURIComponent(id)}`, schema: reportReply, signal }),
  });

export const reportsOfDatastream = (dqr: string, datastream: string) =>
  queryOptions({
    queryKey: ['reports-of', datastream],
    queryFn: async ({ signal }) =>
      (await call({ url: `${dqr}/reports`, query: { datastream }, schema: reportList, signal }))
        .reports,
  });

/** Only for somebody who is signed in. */
export const touchedOrders = (dqr: string, id: string, personId: string) =>
  queryOptions({
    queryKey: ['touched-orders', personId, id],
    queryFn: ({ signal }) =>
      call({
        url: `${dqr}/report/${encodeURIComponent(id)}/orders`,
        schema: ordersTouched,
        signal,
      }),
  });

/** `key`: of the order's share link. */
export const orderReportsQuery = (dqr: string, orderId: string, key: string | undefined) =>
  queryOptions({
    queryKey: ['order-reports', orderId, key ?? ''],
    queryFn: ({ signal }) =>
      call({
        url: `${dqr}/order/${encodeURIComponent(orderId)}`,
        query: { key },
        schema: orderReports,
        signal,
      }),
  });
