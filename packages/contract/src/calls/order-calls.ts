// Calls of the order service: place, estimate, follow, list, share, cancel, retry.

import * as z from 'zod/mini';
import { orderRequest } from '../orders/request.ts';
import { gridProposal } from '../orders/time-grid.ts';
import { defineCall, events } from './call.ts';
import { orderEstimate } from './estimate.ts';
import { orderFlagged } from './flagged.ts';
import { numberText } from './number-text.ts';
import {
  maxOrderSize,
  orderActed,
  orderCreated,
  orderHistory,
  orderStatusReply,
  sharedOrder,
} from './orders.ts';

const orderId = numberText(z.int(), z.positive());
/** `key`: for an order that another person shared by its link (decision 1018). */
const orderAsked = z.object({ orderId, key: z.optional(z.string().check(z.maxLength(200))) });
export type OrderAsked = z.output<typeof orderAsked>;

/** Two days as NetCDF. */
const ORDER = {
  selectedData: {
    selectedDatastreams: [
      {
        datastream: 'sgpmetE13.b1',
        dates: [{ startDate: '2019-01-01 00:00:00', endDate: '2019-01-02 23:59:59' }],
      },
    ],
    outputFormat: ['ANDR'],
  },
};

export const cancelOrderCall = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/cancel',
  summary: 'Cancels an order that is under way',
  session: 'required',
  token: 'orders:write',
  query: orderAsked,
  answer: orderActed,
  errors: ['not-found', 'conflict'],
  example: { query: { orderId: 1001 } },
});

export const retryOrderCall = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/retry',
  summary: 'Restarts a failed or cancelled order',
  session: 'required',
  token: 'orders:write',
  query: orderAsked,
  answer: orderActed,
  errors: ['not-found', 'conflict'],
  example: { query: { orderId: 1001 } },
});

export const createOrder = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/create',
  summary: 'Places an order: form data with JSON parts (multipart or urlencoded), or JSON',
  session: 'required',
  token: 'orders:write',
  perMinute: 60,
  answer: orderCreated,
  errors: ['invalid-order', 'conflict', 'key-reused', 'unavailable'],
  form: orderRequest,
  example: { body: ORDER },
});

export const reorder = defineCall({
  method: ['POST', 'GET'],
  service: 'order',
  path: '/orders/reorder',
  summary: 'Places the same order again: an own order, or one that was shared by its link',
  session: 'required',
  token: 'orders:write',
  perMinute: 60,
  query: z.extend(orderAsked, {
    idempotencyKey: z.optional(z.string().check(z.minLength(8), z.maxLength(100))),
  }),
  answer: orderCreated,
  errors: ['invalid-order', 'not-found', 'key-reused', 'unavailable'],
  example: { query: { orderId: 1001 } },
});

export const orderStatus = defineCall({
  method: 'GET',
  service: 'order',
  path: '/status/:orderId',
  summary: 'Status of an order',
  session: 'required',
  token: 'orders:read',
  params: z.object({ orderId }),
  answer: orderStatusReply,
  errors: ['not-found'],
  example: { params: { orderId: 1001 } },
});

export const orderEvents = defineCall({
  method: 'GET',
  service: 'order',
  path: '/status/:orderId/events',
  summary: 'The same as server-sent events, whenever it changes',
  session: 'required',
  token: 'orders:read',
  params: z.object({ orderId }),
  answer: events(orderStatusReply),
  errors: ['not-found'],
  example: { params: { orderId: 1001 } },
});

export const listOrders = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/history',
  summary: 'Orders of the signed-in person, newest first; orderDate: the oldest day wanted',
  session: 'required',
  token: 'orders:read',
  query: z.object({ orderDate: z.optional(z.string().check(z.maxLength(40))) }),
  answer: orderHistory,
});

export const readSharedOrder = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/shared',
  summary: 'An own order, or one that was shared by its link, as it was requested',
  session: 'required',
  token: 'orders:read',
  query: orderAsked,
  answer: sharedOrder,
  errors: ['not-found'],
  example: { query: { orderId: 1001 } },
});

export const largestOrder = defineCall({
  method: 'GET',
  service: 'order',
  path: '/maxOrderSize',
  summary: 'Larger orders are held for review: the limit in bytes',
  session: 'none',
  answer: maxOrderSize,
});

export const gridProposals = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/grid',
  summary:
    'How the variables of a datastream suit a time grid: the method that is proposed for each, and why others are refused',
  session: 'none',
  query: z.object({ datastream: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ datastream: z.string(), variables: z.array(gridProposal) }),
  errors: ['not-found'],
  example: { query: { datastream: 'sgpmetE13.b1' } },
});

export const estimateOrder = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/estimate',
  summary: 'What an order would bring: files, bytes and seconds, from samples of its files',
  session: 'none',
  perMinute: 240,
  answer: orderEstimate,
  errors: ['invalid-order', 'unavailable'],
  form: orderRequest,
  example: { body: ORDER },
});

export const flaggedOfOrder = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/flagged',
  summary:
    'How many samples of an order quality reports and checks would mask, by variable, and how many are missing',
  session: 'none',
  perMinute: 240,
  answer: orderFlagged,
  errors: ['invalid-order', 'unavailable'],
  form: orderRequest,
  example: { body: ORDER },
});
