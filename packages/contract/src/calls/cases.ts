// Calls of the case illustration: {case}/illustration/plot and /images (part 1 section 7, call 11).
import * as z from 'zod/mini';
import { bytes, defineCall } from './call.ts';

/** The day without dashes, the site by its code. */
export const caseAsked = z.object({
  date: z.string().check(z.regex(/^\d{8}$/, 'is a day without dashes: 20160602')),
  site: z.string().check(z.regex(/^[a-z0-9]{1,10}$/, 'is the code of a site: ena')),
});
export type CaseAsked = z.infer<typeof caseAsked>;

/** The theme that a plot is drawn for; a picture that is stored looks the same in both. */
export const caseTheme = z.enum(['light', 'dark']);
export type CaseTheme = z.infer<typeof caseTheme>;

/** Paths below the base of the service. */
export const caseImages = z.object({ images: z.array(z.string()) });

export const casePlot = defineCall({
  method: 'POST',
  service: 'case',
  path: '/illustration/plot',
  summary: 'The plot of a site and a day, as a picture',
  session: 'none',
  perMinute: 600,
  query: z.object({ theme: z.optional(caseTheme) }),
  body: caseAsked,
  answer: bytes('image/png', 'image/svg+xml'),
  errors: ['not-found', 'unavailable'],
  example: { body: { date: '20160602', site: 'ena' } },
});

export const caseImagesOf = defineCall({
  method: 'POST',
  service: 'case',
  path: '/illustration/images',
  summary: 'Paths of the frames of the animation of a site and a day, in order',
  session: 'none',
  perMinute: 600,
  body: caseAsked,
  answer: caseImages,
  errors: ['not-found', 'unavailable'],
  example: { body: { date: '20160602', site: 'ena' } },
});

export const caseFrame = defineCall({
  method: 'GET',
  service: 'case',
  path: '/illustration/frames/:site/:date/:name',
  summary: 'One frame of an animation',
  session: 'none',
  perMinute: 600,
  params: z.object({
    site: z.string(),
    date: z.string(),
    name: z.string().check(z.regex(/^(?!\.)[\w.-]{1,200}$/, 'is no name of a frame')),
  }),
  answer: bytes('image/png', 'image/svg+xml'),
  errors: ['not-found', 'unavailable'],
});
