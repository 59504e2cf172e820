// The call that counts the samples of an order that are flagged by quality reports.
import * as z from 'zod/mini';

const flagged = z.object({
  /** Samples of the ordered variables in the ordered time. */
  samples: z.number(),
  /** How many of these are flagged by reports of each class that can be masked, and how many by either class. */
  incorrect: z.number(),
  suspect: z.number(),
  either: z.number(),
});
export type Flagged = z.infer<typeof flagged>;

/** POST {order}/orders/flagged, with an order request: roughly how many samples masking by reports would take. */
export const orderFlagged = z.object({
  /** For each selection, in the order of the request; all zero where nothing can be masked (raw data). */
  selections: z.array(flagged),
});
export type OrderFlagged = z.infer<typeof orderFlagged>;
