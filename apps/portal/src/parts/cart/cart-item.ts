// What stands in the cart: one instrument at one facility, with its data levels (specification part 2 section 3).
import * as z from 'zod/mini';

const dataLevel = z.object({
  datastream: z.string(),
  dataLevel: z.string(),
  /** First and last sample of this level, ISO 8601 UTC. */
  startDate: z.string(),
  endDate: z.string(),
});

export const cartItem = z.object({
  siteCode: z.string(),
  siteName: z.string(),
  facilityCode: z.string(),
  facilityName: z.string(),
  /** The instrument (data product): its name and code. */
  title: z.string(),
  instrumentCode: z.string(),
  instrumentClassCode: z.string(),
  inputInstrumentClassCodes: z.array(z.string()),
  sourceClassCode: z.string(),
  instrumentCategoryCodes: z.array(z.string()),
  /** Primary measurement; empty strings where the whole instrument was added. */
  measurement: z.string(),
  measurementDesc: z.string(),
  measurementCode: z.string(),
  varName: z.string(),
  /** 1 high, 2 medium, 3 low, null none. */
  priority: z.nullable(z.number()),
  /** In level order (s, a, b, c, m, then number). */
  dataLevels: z.array(dataLevel),
  /** Chosen variables; empty means all. */
  variables: z.array(z.string()),
  /** What to acknowledge before ordering; empty when nothing. */
  uiText: z.string(),
  limitedAccess: z.boolean(),
  hasPlots: z.boolean(),
  scanNames: z.array(z.string()),
  /** Set when the search was narrowed by an epoch: its code. */
  preselectedEpoch: z.nullable(z.string()),
  /** Dates of the search at the time of adding, YYYY-MM-DD UTC, null where open. */
  searchStart: z.nullable(z.string()),
  searchEnd: z.nullable(z.string()),
});

export type CartItem = z.infer<typeof cartItem>;

/** Items with the same key are the same thing: site, instrument and facility (part 1 section 4). */
export const cartKey = (
  item: Pick<CartItem, 'siteCode' | 'instrumentCode' | 'facilityCode'>,
): string => [item.siteCode, item.instrumentCode, item.facilityCode].join(' ').toLowerCase();
