// What crawlers ask first: robots.txt, the sitemap in parts, and the description for the browser's
// search bar.

import { askAssistant } from '@isobar/contract/calls/assistant-calls.ts';
import { pathOf as callPath } from '@isobar/contract/calls/call.ts';
import { SERVICE_PATHS, SERVICES } from '@isobar/contract/calls/config.ts';
import { deliveryPage } from '@isobar/contract/calls/delivery-calls.ts';
import {
  llmsText,
  openSearchDescription,
  robots,
  sitemap,
  sitemapPart,
} from '@isobar/contract/calls/page-calls.ts';
import { plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Pages } from '../../core/pages/pages.ts';
import { recordsAfter } from '../../core/pages/records.ts';
import { type Publisher, pathOf } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { element, xmlDocument } from '../../platform/text/xml.ts';

/** Addresses in one part: the limit of the protocol is 50,000. */
const PART = 10_000;
const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const CACHE = 'public, max-age=300';
/** Pictures that may be shown elsewhere. */
const PLOTS = callPath(plotOfDay).replace(/:.*/, '');
const DELIVERIES = callPath(deliveryPage).replace(/:.*/, '');

export function registerCrawl<S>(
  http: Http<S>,
  { pages, publisher }: { pages: Pages; publisher: Publisher },
): void {
  const { url } = publisher;
  http.route(robots, async ({ reply }) =>
    reply
      .header('cache-control', CACHE)
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          `Disallow: ${SERVICES}/`,
          `Allow: ${PLOTS}`,
          // These are made on request, for readers and programs, not for crawlers that follow every
          // link.
          'Disallow: /datastream/*/data/',
          'Crawl-delay: 1',
          '',
          // It reads these rules before it downloads the folder of an order, as its user asked it
          // to, and obeys the first that fits.
          'User-agent: Wget',
          `Allow: ${DELIVERIES}`,
          `Disallow: ${SERVICES}/`,
          '',
          `Sitemap: ${url}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  http.route(llmsText, async ({ reply }) =>
    reply
      .header('cache-control', CACHE)
      .type('text/plain; charset=utf-8')
      .send(forModels(publisher)),
  );
  http.route(sitemap, async ({ reply }) => {
    await pages.sync();
    const { db } = await pages.sources();
    const rows = await db
      .selectFrom('page_records')
      .select((e) => [e.fn.max<number>('seq').as('last')])
      .executeTakeFirst();
    const parts = Math.max(1, Math.ceil(Number(rows?.last ?? 0) / PART));
    const entries = [];
    for (let part = 1; part <= parts; part++) {
      const newest = await db
        .selectFrom('page_records')
        .select((e) => e.fn.max<number>('changed_at').as('at'))
        .where('seq', '>', (part - 1) * PART)
        .where('seq', '<=', part * PART)
        .executeTakeFirst();
      entries.push(
        element(
          'sitemap',
          {},
          element('loc', {}, `${url}/sitemap-${part}.xml`),
          newest?.at ? element('lastmod', {}, formatInstant(Number(newest.at))) : null,
        ),
      );
    }
    return reply
      .header('cache-control', CACHE)
      .type('application/xml; charset=utf-8')
      .send(xmlDocument(element('sitemapindex', { xmlns: SITEMAP }, entries)));
  });
  http.route(sitemapPart, async ({ params, reply }) => {
    const part = Number(/^sitemap-([1-9]\d{0,5})\.xml$/.exec(params.part)?.[1] ?? 0);
    if (part === 0) return reply.callNotFound();
    const { db } = await pages.sources();
    const after = (part - 1) * PART;
    const records = await recordsAfter(db, { after, limit: PART, deleted: false });
    const own = records.filter((record) => record.seq <= part * PART);
    if (own.length === 0) throw new Problem('not-found', `There is no ${params.part}.`);
    const lists = part === 1 ? [element('url', {}, element('loc', {}, `${url}/reports`))] : [];
    const entries = own.map((record) =>
      element(
        'url',
        {},
        element('loc', {}, url + pathOf(record.kind, record.id)),
        element('lastmod', {}, formatInstant(record.changedAt)),
      ),
    );
    return reply
      .header('cache-control', CACHE)
      .type('application/xml; charset=utf-8')
      .send(xmlDocument(element('urlset', { xmlns: SITEMAP }, [...lists, ...entries])));
  });
  http.route(openSearchDescription, async ({ reply }) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/opensearchdescription+xml; charset=utf-8')
      .send(xmlDocument(openSearch(publisher))),
  );
}

/** In the form of llmstxt.org: a title, a summary, lists of links. */
const forModels = ({ url, title, archiveName }: Publisher): string =>
  `# ${title}

> ${archiveName}: atmospheric observations as data products, datastreams and files, with data quality reports. Times are UTC.

## For assistants

- [Tools](${url}${callPath(askAssistant)}): Model Context Protocol, by POST. Search, describe, find days, addresses of arrays, code, estimates, citations without a token; prepared orders with one. A prepared order is placed by its user in the browser, never by a program.
- [Access tokens](${url}${SERVICE_PATHS.portal}#/account/assistants): made by the user, on the page Assistants of the account.

## Calls

- [OpenAPI](${url}${SERVICES}/openapi.json): every call, its input, answers and failures
- [All services](${url}${SERVICES}/): the same for readers

## Data

- [Portal](${url}${SERVICE_PATHS.portal}): search, timelines of quality, cart and orders
- [Sitemap](${url}/sitemap.xml): a page for each datastream, product, place and report
`;

const openSearch = ({ url, title, archiveName, contact }: Publisher) =>
  element(
    'OpenSearchDescription',
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
    element('ShortName', {}, archiveName.slice(0, 16)),
    element(
      'Description',
      {},
      `${title}: data products, measurements, sites and datastreams`.slice(0, 1024),
    ),
    element('LongName', {}, title.slice(0, 48)),
    element('Contact', {}, contact),
    element('InputEncoding', {}, 'UTF-8'),
    element(
      'Image',
      { width: 16, height: 16, type: 'image/svg+xml' },
      `${url}${SERVICE_PATHS.portal}favicon.svg`,
    ),
    element('Url', {
      type: 'text/html',
      template: `${url}${SERVICE_PATHS.portal}#/results/s::{searchTerms}`,
    }),
    element('Url', {
      type: 'application/atom+xml',
      template: `${url}/feeds/data.atom?search=s::{searchTerms}`,
    }),
    element('Url', {
      type: 'application/opensearchdescription+xml',
      rel: 'self',
      template: `${url}/opensearch.xml`,
    }),
  );
