// Calls that report what changed in the archive since an order was delivered, and that order only
// what changed.
import * as z from 'zod/mini';
import { orderChanges } from '../orders/changes.ts';
import { bytes, defineCall } from './call.ts';
import { numberText } from './number-text.ts';
import { orderCreated } from './orders.ts';
import { orderDifference } from './verify-calls.ts';

const orderId = numberText(z.int(), z.positive());
/** `key`: of the share link of an order of someone else. */
const key = z.optional(z.string().check(z.maxLength(200)));

export const readOrderChanges = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/:orderId/changes',
  summary:
    'What changed since an order was delivered: files replaced or withdrawn, new reports. For own, shared and citable orders',
  session: 'optional',
  token: 'orders:read',
  perMinute: 240,
  params: z.object({ orderId }),
  query: z.object({ key }),
  answer: orderChanges,
  errors: ['not-found'],
  example: { params: { orderId: 1001 } },
});

export const readOrderDifference = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/:orderId/difference',
  summary:
    'By how much the replaced files of an order differ from what was delivered: variables, hours, values, largest change',
  session: 'optional',
  token: 'orders:read',
  perMinute: 30,
  params: z.object({ orderId }),
  query: z.object({ key }),
  answer: orderDifference,
  errors: ['not-found'],
  example: { params: { orderId: 1001 } },
});

export const orderChangesFeed = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/:orderId/changes.atom',
  summary: 'The same as an Atom feed with an entry for each finding',
  session: 'optional',
  token: 'orders:read',
  perMinute: 120,
  params: z.object({ orderId }),
  query: z.object({ key }),
  answer: bytes('application/atom+xml'),
  errors: ['not-found'],
  example: { params: { orderId: 1001 } },
});

export const orderOnlyChanged = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/changed',
  summary: 'Orders only what changed since an own order: the same recipe, the changed files only',
  session: 'required',
  token: 'orders:write',
  perMinute: 30,
  query: z.object({
    orderId,
    idempotencyKey: z.optional(z.string().check(z.minLength(8), z.maxLength(100))),
  }),
  answer: orderCreated,
  errors: ['invalid-order', 'not-found', 'conflict', 'key-reused', 'unavailable'],
  example: { query: { orderId: 1001 } },
});
