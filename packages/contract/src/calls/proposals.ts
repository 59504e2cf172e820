// Field campaigns (AFC) and high-performance computing requests (HPCR) of a person (specification
// part 2 sections 3, 6 and 7).
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** GET {field-campaign api}/fc/afc. */
export const afc = z.object({
  proposedAcronym: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  statusDesc: z.string(),
  /** Whether the person is the lead scientist. */
  leadScientist: z.boolean(),
  /** YYYY-MM-DD; '' if it is not known. */
  startDate: z.string(),
  endDate: z.string(),
});
export type Afc = z.infer<typeof afc>;
export const afcs = z.array(afc);

/** GET {field-campaign api}/fc/hpcr. */
export const hpcr = z.object({
  shortDescription: z.string(),
  number: z.string(),
  /** Whether the person is the principal investigator. */
  pi: z.boolean(),
  startDate: z.string(),
  endDate: z.string(),
});
export type Hpcr = z.infer<typeof hpcr>;
export const hpcrs = z.array(hpcr);

/** The role of a person in a campaign or request (part 2 section 6). */
export const roleIn = (isFirst: boolean): string =>
  isFirst ? 'Primary investigator' : 'Coinvestigator';

export const ownAfcs = defineCall({
  method: 'GET',
  service: 'campaigns',
  path: '/fc/afc',
  summary: 'Field campaigns in which the signed-in person takes part',
  session: 'required',
  token: 'profile',
  perMinute: 60,
  answer: afcs,
  errors: ['unavailable'],
});

export const ownHpcrs = defineCall({
  method: 'GET',
  service: 'campaigns',
  path: '/fc/hpcr',
  summary: 'High-performance computing requests in which the signed-in person takes part',
  session: 'required',
  token: 'profile',
  perMinute: 60,
  answer: hpcrs,
  errors: ['unavailable'],
});
