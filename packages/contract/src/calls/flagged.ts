// The call that tells how many samples of an order quality reports flag.
import * as z from 'zod/mini';

const flagged = z.object({
  /** Samples of the ordered variables in the ordered time. */
  samples: z.number(),
  /** Of these, by the classes of reports that may be masked: each alone, and both. */
  incorrect: z.number(),
  suspect: z.number(),
  either: z.number(),
});
export type Flagged = z.infer<typeof flagged>;

/** POST {order}/orders/flagged, with an order request: about how many samples masking by reports would take. */
export const orderFlagged = z.object({
  /** Of each selection, in the order of the request; all zero where nothing can be masked (raw data). */
  selections: z.array(flagged),
});
export type OrderFlagged = z.infer<typeof orderFlagged>;
