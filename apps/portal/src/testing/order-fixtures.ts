// Orders for tests.

import type { OrderHistoryEntry, OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { HttpResponse, http } from 'msw';

export const orderEntry = (more: Partial<OrderHistoryEntry> = {}): OrderHistoryEntry => ({
  orderId: 4711,
  orderDate: '2026-11-20T08:00:00Z',
  curStep: 'complete',
  suspendReas: null,
  approveTime: null,
  failure: null,
  totalFileCount: 3,
  totalFileSize: 12_345_678,
  changes: 0,
  delivered: { files: 3, bytes: 12_345_678 },
  expires: '2026-12-20T08:00:00Z',
  expired: false,
  quality: null,
  datastreams: [
    {
      category: 'Surface Meteorology',
      facility: 'E13',
      site: 'sgp',
      name: 'met',
      title: 'Surface Meteorological Instrumentation',
      sourceInstrument: 'met',
      dataLevels: [
        {
          datastream: 'sgpmetE13.b1',
          dataLevel: 'b1',
          startDate: '2020-01-01T00:00:00Z',
          endDate: '2020-01-03T23:59:59Z',
        },
      ],
    },
  ],
  ...more,
});

export const orderStatus = (more: Partial<OrderStatusReply> = {}): OrderStatusReply => ({
  orderId: 4711,
  curStep: 'anders',
  suspendReas: null,
  approveTime: null,
  failure: null,
  orderDate: '2026-11-20T08:00:00Z',
  progress: {
    filesDone: 1,
    filesTotal: 3,
    bytesDone: 4e6,
    bytesTotal: 12e6,
    currentFile: 'sgpmetE13.b1.20200102.000000.cdf',
  },
  queuePlace: null,
  waiting: null,
  secondsLeft: 400,
  actions: ['cancel'],
  missing: [],
  quality: null,
  delivery: null,
  expires: null,
  expired: false,
  ...more,
});

export const delivery = {
  url: '/services/order/delivery/4711/',
  zipUrl: '/services/order/delivery/4711/all.zip',
  fileCount: 2,
  bytes: 2e6,
  expires: '2026-12-20T08:00:00Z',
};

/** The address of the order history, and a handler that answers it with these orders. */
export const HISTORY = '*/services/order/orders/history';
export const history = (orders: readonly unknown[]) =>
  http.get(HISTORY, () => HttpResponse.json({ orderHistoryResponses: orders }));
