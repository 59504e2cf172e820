// The call that tells how many samples of an order quality reports flag.
import * as z from 'zod/mini';

const flagged = z.object({
  /** Samples of the ordered variables in the ordered time. */
  samples: z.number(),
  /** Of these, how many are in classes of reports that can be masked: in each class alone, and in both. */
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
