// The live data service (specification part 4 section 3): files by name and small extracts at once, for scripts with a token.
import * as z from 'zod/mini';

/** GET {live}/query?…&wt=json. */
export const liveQueryReply = z.object({
  status: z.literal('success'),
  num_found: z.number(),
  /** Bytes. */
  total_size: z.number(),
  /** Names, in the order of time. */
  files: z.array(z.string()),
});
export type LiveQueryReply = z.infer<typeof liveQueryReply>;

/** What {live}/mod makes: NetCDF classic, NetCDF-4, text, or a table in columns. */
export const LIVE_FORMS = ['cdf', 'nc4', 'csv', 'icartt', 'json', 'parquet'] as const;
export type LiveForm = (typeof LIVE_FORMS)[number];

export const LIVE_LIMITS = {
  /** Files that one query lists. */
  listed: 200_000,
  /** Files and variables that one call of {live}/mod names. */
  files: 2000,
  variables: 500,
  /** Bytes of input that become JSON, which is many times as long. */
  jsonBytes: 64e6,
} as const;
