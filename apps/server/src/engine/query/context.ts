// What an evaluation of a query goes by.
import type { Budget } from '../language/refusal.ts';
import type { Segment } from '../segment/segment.ts';

export type Context = {
  readonly segment: Segment;
  /** Whether scores matter; without, they are not computed. */
  readonly scoring: boolean;
  /** Milliseconds of `now` in dates. */
  readonly now: number;
  readonly budget: Budget;
};
