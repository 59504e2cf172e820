// Calls of the words service: what a typed text means, and which products are opened.

import { LONGEST_WORDS } from '@isobar/query-language/bounds.ts';
import * as z from 'zod/mini';
import { understood } from '../words/understood.ts';
import { defineCall, nothing } from './call.ts';

/** GET {words}/understand?text=… */
export const understoodReply = understood;

/**
 * POST {words}/opened: the details of a data product were opened. Only a counter grows; the user is
 * not recorded.
 */
export const openedProduct = z.object({
  product: z.string().check(z.minLength(1), z.maxLength(64)),
});

export const understand = defineCall({
  method: 'GET',
  service: 'words',
  path: '/understand',
  summary:
    'What a typed text means: places, times and levels as filters, things measured, words that occur nowhere',
  session: 'none',
  query: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_WORDS)),
    typing: z.optional(z.enum(['true', 'false'])),
  }),
  answer: understoodReply,
  example: { query: { text: 'sgp ozone 2019' } },
});

export const openedCall = defineCall({
  method: 'POST',
  service: 'words',
  path: '/opened',
  summary: 'Counts that the details of a data product were opened; who it was is not kept',
  session: 'none',
  perMinute: 60,
  body: openedProduct,
  answer: nothing,
});
