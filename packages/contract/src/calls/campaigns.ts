// What can be asked of the campaign service.
import * as z from 'zod/mini';

/** GET {campaigns}/period/{iopShortName}: the time period that the campaign's own metadata record tells. */
export const campaignPeriod = z.object({
  /** Days YYYY-MM-DD, UTC, both within the period; null: not told, or the campaign goes on. */
  begin: z.nullable(z.string()),
  end: z.nullable(z.string()),
});
export type CampaignPeriod = z.infer<typeof campaignPeriod>;
