// The call that counts the samples of an order that are masked by quality reports and checks, and
// those that are missing.
import * as z from 'zod/mini';
import type { DqrFilter } from '../orders/request.ts';
import { dataQuality } from '../quality/data-quality.ts';

/**
 * How many samples each choice of the checkout makes missing, without and with the checks that
 * files hold.
 */
const masked = {
  incorrect: z.number(),
  suspect: z.number(),
  either: z.number(),
};

const variableShare = z.object({
  variable: z.string(),
  /** 2: a sample is a column, for instance of heights, and columns are counted. */
  dimensions: z.number(),
  /** Samples that have a value. */
  values: z.number(),
  /** Samples without a value. */
  missing: z.number(),
  ...masked,
  checks: z.number(),
  incorrectAndChecks: z.number(),
  suspectAndChecks: z.number(),
  eitherAndChecks: z.number(),
});
export type VariableShare = z.infer<typeof variableShare>;

const flagged = z.object({
  /** Samples of the ordered variables in the ordered time. */
  samples: z.number(),
  /**
   * How many of these are flagged by reports of each class that can be masked, and how many by
   * either class.
   */
  ...masked,
  /** Whether they were counted, from hour facts; false: estimated from the sizes of files. */
  isCounted: z.boolean(),
  /** Of each variable, if they were counted. */
  variables: z.array(variableShare),
  /** Hours of the ordered time, and those without any sample; 0 where they were not counted. */
  hours: z.number(),
  hoursWithout: z.number(),
});
export type Flagged = z.infer<typeof flagged>;

/**
 * POST {order}/orders/flagged, with an order request: how many samples masking by reports would
 * take.
 */
export const orderFlagged = z.object({
  /**
   * For each selection, in the order of the request; all zero where nothing can be masked (raw
   * data).
   */
  selections: z.array(flagged),
  /**
   * For each selection, in the same order: which reports touch it, and what the order's own filter
   * masks of it.
   */
  quality: z._default(z.array(dataQuality), []),
});
export type OrderFlagged = z.infer<typeof orderFlagged>;

/** How many of a variable's values the choices of the checkout make missing. */
export function maskedValues(
  share: VariableShare,
  { dqrFilter, qcFilter }: { readonly dqrFilter: readonly DqrFilter[]; readonly qcFilter: boolean },
): number {
  const [first] = dqrFilter;
  const name = dqrFilter.length > 1 ? 'either' : first;
  if (name === undefined) return qcFilter ? share.checks : 0;
  return qcFilter ? share[`${name}AndChecks`] : share[name];
}
