// The calls behind a report: itself, the other reports of a datastream, and the orders of mine that
// it touches.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import {
  listReports,
  ordersOfReport,
  readReport,
  reportsOfOrder,
} from '@isobar/contract/calls/quality-calls.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';

export const reportQuery = (config: PortalConfig, id: string) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => ask(config, readReport, { params: { id }, signal }),
  });

export const reportsOfDatastream = (config: PortalConfig, datastream: string) =>
  queryOptions({
    queryKey: ['reports-of', datastream],
    queryFn: async ({ signal }) =>
      (await ask(config, listReports, { query: { datastream }, signal })).reports,
  });

/** Orders of the signed-in user that the report affects. */
export const touchedOrders = (config: PortalConfig, id: string, personId: string) =>
  queryOptions({
    queryKey: ['touched-orders', personId, id],
    queryFn: ({ signal }) => ask(config, ordersOfReport, { params: { id }, signal }),
  });

/** `key`: the key of the order's share link. */
export const orderReportsQuery = (config: PortalConfig, orderId: string, key: string | undefined) =>
  queryOptions({
    queryKey: ['order-reports', orderId, key ?? ''],
    queryFn: ({ signal }) =>
      ask(config, reportsOfOrder, { params: { orderId }, query: { key }, signal }),
  });
