// The list of all quality reports in force, with its filters.
import * as z from 'zod/mini';
import { REPORT_CLASSES } from '../quality/classes.ts';
import { bytes, defineCall } from './call.ts';
import { dayOfForm } from './day-of-form.ts';
import { numberText } from './number-text.ts';

const code = z._default(z.string().check(z.maxLength(60)), '');

/** '' leaves a filter open. Days are UTC, both included. */
export const reportFilter = z.object({
  class: z._default(z.enum(['', ...REPORT_CLASSES.map(({ key }) => key)]), ''),
  site: code,
  instrument: code,
  from: dayOfForm,
  to: dayOfForm,
  words: z._default(z.string().check(z.maxLength(200)), ''),
  page: z._default(numberText(z.int(), z.gte(1), z.lte(100_000)), 1),
});
export type ReportFilter = z.infer<typeof reportFilter>;

export const foundReport = z.object({
  dqrid: z.string(),
  subject: z.string(),
  /** The class that weighs most in it. */
  code: z.number(),
  className: z.string(),
  startDateTime: z.string(),
  /** Null: still going on. */
  endDateTime: z.nullable(z.string()),
  /** How many datastreams are affected, and the first of them. */
  datastreams: z.number(),
  datastream: z.string(),
  sites: z.array(z.string()),
  instruments: z.array(z.string()),
});
export type FoundReport = z.infer<typeof foundReport>;

const choices = z.array(z.object({ value: z.string(), label: z.string(), reports: z.number() }));

export const foundReports = z.object({
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  /** The latest first. */
  reports: z.array(foundReport),
  /** What the filters may be, with the number of all reports of each. */
  choices: z.object({ classes: choices, sites: choices, instruments: choices }),
});
export type FoundReports = z.infer<typeof foundReports>;

export const findReports = defineCall({
  method: 'GET',
  service: 'dqr',
  path: '/find',
  summary:
    'All quality reports in force, the latest first, by class, site, instrument, days and words',
  session: 'none',
  perMinute: 240,
  query: reportFilter,
  answer: foundReports,
  errors: ['unavailable'],
  example: { query: { class: 'incorrect', site: 'sgp', from: '2019-01-01' } },
});

export const reportListPage = defineCall({
  method: 'GET',
  path: '/reports',
  summary: 'The same list as a page',
  session: 'none',
  perMinute: 240,
  query: reportFilter,
  answer: bytes('text/html'),
  errors: ['unavailable'],
  tag: 'pages',
  example: { query: { site: 'sgp' } },
});
