// Calls of deliveries: their pages, lists and files.

import * as z from 'zod/mini';
import { bytes, defineCall, jsonOr, redirect } from './call.ts';
import { numberText } from './number-text.ts';
import { deliveryIndex } from './orders.ts';

export const deliveryStyle = defineCall({
  method: 'GET',
  service: 'order',
  path: '/delivery/style.css',
  summary: 'Style of the delivery pages',
  session: 'none',
  answer: bytes('text/css'),
});

export const deliveredPart = defineCall({
  method: 'GET',
  service: 'order',
  path: '/delivery/:orderId/*',
  session: 'optional',
  token: 'orders:read',
  perMinute: 6000,
  query: z.object({ key: z.optional(z.string().check(z.maxLength(200))) }),
  summary:
    'A delivery: index.html, index.json, all.zip, helper.sh, helper.py, transfer.txt, or a file of it',
  params: z.object({
    orderId: numberText(z.int(), z.positive()),
    '*': z.string().check(z.maxLength(1000)),
  }),
  // A delivery holds files of every kind, among them JSON that is not the index.
  answer: jsonOr(z.union([deliveryIndex, z.unknown()]), '*/*'),
  ranges: true,
  errors: ['no-session', 'forbidden', 'not-found', 'gone'],
  example: { params: { orderId: 1001, '*': 'README.txt' } },
});

/** The listing of a delivery whose address is known: `{delivery.url}index.json`. */
export const indexOfDelivery = defineCall({
  method: 'GET',
  path: '/index.json',
  summary: 'The files of a delivery',
  session: 'optional',
  token: 'orders:read',
  answer: deliveryIndex,
});

export const deliveryPage = defineCall({
  method: 'GET',
  service: 'order',
  path: '/delivery/:orderId',
  session: 'optional',
  token: 'orders:read',
  perMinute: 6000,
  query: z.object({ key: z.optional(z.string().check(z.maxLength(200))) }),
  summary: 'The page of a delivery; its address ends with a slash',
  params: z.object({ orderId: numberText(z.int(), z.positive()) }),
  answer: bytes('text/html'),
  also: { 308: redirect(308) },
  errors: ['no-session', 'forbidden', 'not-found', 'gone'],
  example: { params: { orderId: 1001 } },
});
