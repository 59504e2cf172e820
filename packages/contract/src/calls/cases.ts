// Calls of the case illustration: {case}/illustration/plot and /images (part 1 section 7, call 11).
import * as z from 'zod/mini';

/** The day without dashes, the site by its code. */
export const caseAsked = z.object({
  date: z.string().check(z.regex(/^\d{8}$/, 'is a day without dashes: 20160602')),
  site: z.string().check(z.regex(/^[a-z0-9]{1,10}$/, 'is the code of a site: ena')),
});
export type CaseAsked = z.infer<typeof caseAsked>;

/** Paths below the base of the service. */
export const caseImages = z.object({ images: z.array(z.string()) });
