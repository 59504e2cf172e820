// Calls of the pages that readers and crawlers fetch, and of the records that go with them.

import * as z from 'zod/mini';
import { bytes, defineCall, jsonOr, redirect } from './call.ts';
import { SERVICES } from './config.ts';
import { dayOfForm } from './day-of-form.ts';

const name = z.string().check(z.minLength(1), z.maxLength(200));
const monthFile = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])\.csv$/, 'is a month and .csv: 2019-01.csv'));

export const writtenPageCall = defineCall({
  method: 'GET',
  path: '/about/:name',
  summary: 'A page that the operator of this archive wrote: acknowledge, privacy, bundles …',
  session: 'none',
  perMinute: 600,
  params: z.object({
    name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/, 'is no name of a page')),
  }),
  answer: bytes('text/html'),
  revalidates: true,
  errors: ['not-found'],
  tag: 'pages',
  example: { params: { name: 'privacy' } },
});

export const monthOfData = defineCall({
  method: 'GET',
  path: '/datastream/:name/data/:file',
  summary:
    'The values of a datastream in one month (YYYY-MM.csv): a line of names, then one for each time',
  session: 'none',
  perMinute: 30,
  params: z.object({
    name,
    file: monthFile,
  }),
  answer: bytes('text/csv'),
  revalidates: true,
  errors: ['forbidden', 'not-found', 'too-large', 'timeout', 'unavailable'],
  tag: 'pages',
  example: { params: { name: 'sgpmetE13.b1', file: '2019-01.csv' } },
});

export const daysInPortal = defineCall({
  method: 'GET',
  path: '/datastream/:name/days',
  summary: 'Opens the portal with days of a datastream, as the form of its page requests',
  session: 'none',
  perMinute: 120,
  params: z.object({ name }),
  query: z.object({ start: dayOfForm, end: dayOfForm }),
  answer: redirect(303),
  errors: ['bad-request'],
  tag: 'pages',
  example: {
    params: { name: 'sgpmetE13.b1' },
    query: { start: '2019-01-01', end: '2019-01-31' },
  },
});

export const croissantOf = defineCall({
  method: 'GET',
  path: '/datastream/:name/croissant.json',
  summary: 'A datastream as Croissant 1.0, with the values of one month (by default the last)',
  session: 'none',
  perMinute: 30,
  params: z.object({ name }),
  query: z.object({
    month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'is a month: 2019-01'))),
  }),
  answer: jsonOr(
    z.looseObject({ '@context': z.unknown(), '@type': z.string(), name: z.string() }),
    'application/ld+json',
  ),
  errors: ['forbidden', 'not-found', 'too-large', 'timeout', 'unavailable'],
  tag: 'pages',
  example: { params: { name: 'sgpmetE13.b1' }, query: { month: '2019-01' } },
});

/** What follows results/ in the portal's address: 'site_code::sgp/instrument_code::met'. */
const feedQuery = z.object({ search: z._default(z.string().check(z.maxLength(4000)), '') });

const feed = (path: string, summary: string, search?: string) =>
  defineCall({
    method: 'GET',
    path,
    summary,
    session: 'none',
    perMinute: 120,
    query: feedQuery,
    answer: bytes('application/atom+xml'),
    errors: ['unavailable'],
    tag: 'pages',
    ...(search ? { example: { query: { search } } } : {}),
  });

export const dataFeed = feed(
  '/feeds/data.atom',
  'New data of what a search finds, as Atom',
  'site_code::sgp',
);

export const reportsFeed = feed(
  '/feeds/reports.atom',
  'New data quality reports on what a search finds, as Atom',
);

/** OAI-PMH reports problems with its arguments in its own way. */
export const oaiAsked = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

export const oaiGet = defineCall({
  method: 'GET',
  path: '/oai',
  summary: 'OAI-PMH 2.0: records of all pages with data, as oai_dc and oai_datacite',
  session: 'none',
  query: oaiAsked,
  answer: bytes('text/xml'),
  tag: 'pages',
  example: { query: { verb: 'Identify' } },
});

export const oaiPost = defineCall({
  method: 'POST',
  path: '/oai',
  summary: 'The same, sent as a form',
  session: 'none',
  body: oaiAsked,
  answer: bytes('text/xml'),
  tag: 'pages',
  example: { body: { verb: 'Identify' } },
});

/** A thing of each kind in the demo archive. */
const NAMED: Readonly<Record<string, string>> = {
  product: 'met',
  datastream: 'sgpmetE13.b1',
  site: 'sgp',
  facility: 'sgp.E13',
  instrument: 'met',
  report: 'D110415.2',
  order: '1001',
};

/** One for each kind of page: 'datastream', 'site' … */
export const pageOfKind = (kind: string) =>
  defineCall({
    method: 'GET',
    path: `/${kind}/:name`,
    summary: `The page of a ${kind}, or its record by ending or Accept`,
    session: 'none',
    perMinute: 600,
    params: z.object({ name }),
    query: z.object({ from: z.optional(z.string().check(z.maxLength(4000))) }),
    answer: jsonOr(
      z.looseObject({}),
      'text/html',
      'application/ld+json',
      'application/vnd.datacite.datacite+json',
      'application/vnd.datacite.datacite+xml',
      'application/vnd.iso.19115-3+xml',
      'application/vnd.citationstyles.csl+json',
      'application/x-bibtex',
      'application/x-research-info-systems',
      'application/xml',
      'text/plain',
    ),
    also: {
      301: redirect(301),
      404: bytes('text/html'),
      410: bytes('text/html'),
    },
    revalidates: true,
    errors: ['not-found', 'gone', 'not-acceptable'],
    tag: 'pages',
    ...(NAMED[kind] ? { example: { params: { name: NAMED[kind] } } } : {}),
  });

export const monthOfFiles = defineCall({
  method: 'GET',
  path: '/datastream/:name/files/:file',
  summary: 'The files of a datastream in one month (YYYY-MM.csv), with sizes and checksums',
  session: 'none',
  perMinute: 600,
  params: z.object({
    name,
    file: monthFile,
  }),
  answer: bytes('text/csv'),
  errors: ['not-found'],
  tag: 'pages',
  example: { params: { name: 'sgpmetE13.b1', file: '2019-01.csv' } },
});

export const robots = defineCall({
  method: 'GET',
  path: '/robots.txt',
  summary: 'Rules for crawlers',
  session: 'none',
  answer: bytes('text/plain'),
  tag: 'pages',
});

export const sitemap = defineCall({
  method: 'GET',
  path: '/sitemap.xml',
  summary: 'The parts of the sitemap, with their last changes',
  session: 'none',
  answer: bytes('application/xml'),
  tag: 'pages',
});

export const sitemapPart = defineCall({
  method: 'GET',
  path: '/:part',
  summary: 'One part of the sitemap: sitemap-1.xml',
  session: 'none',
  // any address of one part comes here: unless it is a sitemap, it is not found
  params: z.object({ part: z.string() }),
  answer: bytes('application/xml'),
  errors: ['not-found'],
  tag: 'pages',
  example: { params: { part: 'sitemap-1.xml' } },
});

export const llmsText = defineCall({
  method: 'GET',
  path: '/llms.txt',
  summary:
    'What a language model needs to know of this archive: where its tools, calls and data are',
  session: 'none',
  answer: bytes('text/plain'),
  tag: 'pages',
});

export const openSearchDescription = defineCall({
  method: 'GET',
  path: '/opensearch.xml',
  summary: "How a browser's search bar asks this archive (OpenSearch 1.1)",
  session: 'none',
  answer: bytes('application/opensearchdescription+xml'),
  tag: 'pages',
});

export const pageStyle = defineCall({
  method: 'GET',
  path: '/page-style.css',
  tag: 'pages',
  summary: 'The style of the pages',
  session: 'none',
  answer: bytes('text/css'),
  revalidates: true,
});

export const toPortal = defineCall({
  method: 'GET',
  path: '/',
  tag: 'pages',
  summary: 'Redirects to the portal',
  session: 'none',
  answer: redirect(),
});

export const portalPage = defineCall({
  method: 'GET',
  service: 'portal',
  path: '/',
  summary: 'The portal',
  session: 'none',
  answer: bytes('text/html'),
  revalidates: true,
  errors: ['unavailable'],
});

export const tryCalls = defineCall({
  method: 'GET',
  path: `${SERVICES}/docs`,
  tag: 'pages',
  summary: 'A page on which every call can be tried',
  session: 'none',
  answer: bytes('text/html'),
});
export const tryStart = defineCall({
  method: 'GET',
  path: `${SERVICES}/docs/start.js`,
  tag: 'pages',
  summary: 'The script of that page',
  session: 'none',
  answer: bytes('text/javascript'),
});
