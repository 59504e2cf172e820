// What the evaluation of a query needs besides the query.
import type { Budget } from '../language/refusal.ts';
import type { Segment } from '../segment/segment.ts';

export type Context = {
  readonly segment: Segment;
  /** Whether scores are needed; if not, they are not computed. */
  readonly scoring: boolean;
  /** Milliseconds since 1970: what `now` means in dates. */
  readonly now: number;
  readonly budget: Budget;
};
