// GET /services/news: what is new in the archive, for the home screen.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { SERVICES } from './config.ts';

const text = z.string();

export const archiveNews = z.object({
  /** When files were last added or removed; null: never. */
  harvested: z.nullable(text),
  /** The products whose data reach the furthest into the present, the latest first. */
  data: z.array(z.object({ product: text, title: text, datastream: text, until: text })),
  /** What operators wrote, the latest first. */
  notes: z._default(z.array(z.object({ day: text, title: text, text, url: text })), []),
  reports: z.array(z.object({ id: text, subject: text, day: text })),
  campaigns: z.array(z.object({ id: text, name: text, start: text, end: text })),
  /** The plot of the day, and what is to be seen on it; null: there are no plots. */
  quicklook: z.nullable(
    z.object({
      datastream: text,
      variable: text,
      measurement: z._default(text, ''),
      title: text,
      site: text,
      /** YYYYMMDD. */
      date: text,
    }),
  ),
});
export type ArchiveNews = z.infer<typeof archiveNews>;

export const readNews = defineCall({
  method: 'GET',
  path: `${SERVICES}/news`,
  summary: 'What is new: last harvest, latest data, reports and campaigns, plot of the day',
  session: 'none',
  answer: archiveNews,
  tag: 'home',
});
