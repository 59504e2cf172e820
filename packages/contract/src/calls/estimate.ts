// The call that tells what an order would bring.
import * as z from 'zod/mini';

/**
 * POST {order}/orders/estimate, with an order request: what it would bring, estimated from samples
 * of its files.
 */
export const orderEstimate = z.object({
  files: z.number(),
  bytes: z.number(),
  /** Files and bytes of each selection, in the order of the request. */
  selections: z.array(z.object({ files: z.number(), bytes: z.number() })),
  /** Time until it is done, if it were placed now. */
  seconds: z.number(),
  /** Orders that are ahead of it. */
  ahead: z.number(),
});
export type OrderEstimate = z.infer<typeof orderEstimate>;
