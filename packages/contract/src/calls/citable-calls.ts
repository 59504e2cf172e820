// Calls of citable orders: make one citable, make it again, and read what was kept of it.

import * as z from 'zod/mini';
import { defineCall, jsonOr, redirect } from './call.ts';
import { numberText } from './number-text.ts';
import { orderCited, orderRemade } from './orders.ts';

const orderId = numberText(z.int(), z.positive());

export const citeOrderCall = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/cite',
  summary: 'Makes an own completed order citable: a permanent page with its recipe and checksums',
  session: 'required',
  token: 'orders:write',
  perMinute: 30,
  query: z.object({ orderId }),
  answer: orderCited,
  errors: ['not-found', 'conflict'],
  example: { query: { orderId: 1001 } },
});

export const makeAgain = defineCall({
  method: 'POST',
  service: 'order',
  path: '/orders/remake',
  summary: 'Runs the recipe of a citable order again, to compare the bytes',
  session: 'optional',
  token: 'orders:write',
  perMinute: 10,
  query: z.object({ orderId }),
  answer: jsonOr(orderRemade),
  also: { 303: redirect(303) }, // a form of a page goes back there, or to where a user signs in
  errors: ['not-found', 'no-session'],
  example: { query: { orderId: 1001 } },
});

export const madeAgain = defineCall({
  method: 'GET',
  service: 'order',
  path: '/orders/remake',
  summary: 'Result of reproducing a citable order',
  session: 'none',
  query: z.object({ orderId }),
  answer: orderRemade,
  errors: ['not-found'],
  example: { query: { orderId: 1001 } },
});

const keptPart = (which: 'recipe' | 'reports', what: string) =>
  defineCall({
    method: 'GET',
    path: `/order/:orderId/${which}.json`,
    tag: 'pages',
    summary: `The ${what} of a citable order, as kept with it`,
    session: 'none',
    perMinute: 120,
    params: z.object({ orderId }),
    answer: jsonOr(z.unknown()),
    errors: ['not-found'],
    example: { params: { orderId: 1001 } },
  });

/** One of the files that were kept of a citable order, by its name. */
export const keptBy = {
  recipe: keptPart('recipe', 'recipe'),
  reports: keptPart('reports', 'data quality reports'),
} as const;
