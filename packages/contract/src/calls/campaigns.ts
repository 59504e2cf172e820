// What can be asked of the campaign service.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/**
 * GET {campaigns}/period/{iopShortName}: the time period given by the campaign's own metadata
 * record.
 */
export const campaignPeriod = z.object({
  /**
   * Days YYYY-MM-DD, UTC, both within the period; null: not given, or the campaign is still going
   * on.
   */
  begin: z.nullable(z.string()),
  end: z.nullable(z.string()),
});
export type CampaignPeriod = z.infer<typeof campaignPeriod>;

export const periodOfCampaign = defineCall({
  method: 'GET',
  service: 'campaigns',
  path: '/period/:iopShortName',
  summary: 'Begin and end of a field campaign, from its own metadata record',
  session: 'none',
  perMinute: 120,
  params: z.object({ iopShortName: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: campaignPeriod,
  errors: ['not-found', 'unavailable'],
});
