// Calls of the words service: what a typed text means, and which products are looked at.
import * as z from 'zod/mini';
import { understood } from '../words/understood.ts';

/** GET {words}/understand?text=… */
export const understoodReply = understood;

/** POST {words}/opened: the details of a data product were opened. Only a number grows; who it was is not kept. */
export const openedProduct = z.object({
  product: z.string().check(z.minLength(1), z.maxLength(64)),
});
