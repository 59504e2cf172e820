// Atom feeds of any search: data that came in, and quality reports on what it finds.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { dataFeed, reportsFeed } from '@isobar/contract/calls/page-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { type Address, parseAddress, resultsHref } from '@isobar/contract/search/address.ts';
import { crumbsOf } from '@isobar/contract/search/filter.ts';
import { formatDay, formatInstant } from '@isobar/contract/time.ts';
import type { Understood } from '@isobar/contract/words/understood.ts';
import { type Holdings, holdingsSearch, readHoldings } from '../../core/catalogue/plan-holdings.ts';
import { thingOf } from '../../core/pages/describe.ts';
import { plainDescription } from '../../core/pages/kinds/report.ts';
import type { Pages } from '../../core/pages/pages.ts';
import { changedAt, lastChange } from '../../core/pages/records.ts';
import { type Kind, type PageSources, type Publisher, pathOf } from '../../core/pages/thing.ts';
import { className, reportOf } from '../../core/quality/reports.ts';
import { allOf, rowsOn } from '../../core/quality/spans.ts';
import { knowsReports, unknownReports } from '../../core/reports/written.ts';
import { understoodSearch } from '../../core/words/understood-search.ts';
import type { Http } from '../../platform/http/http.ts';
import { element, type Xml, xmlDocument } from '../../platform/text/xml.ts';
import type { SearchReader } from '../../ports/search-index.ts';

const ENTRIES = 50;

type Feature = {
  readonly pages: Pages;
  readonly publisher: Publisher;
  readonly index: Pick<SearchReader, 'search'>;
  /** What the words of a text mean; absent: texts are searched as typed. */
  readonly understand?: (text: string) => Promise<Understood>;
};

export function registerFeeds<S>(http: Http<S>, feature: Feature): void {
  const { pages, publisher, index, understand } = feature;
  /** Datastreams that a search finds, with the ends of their data. */
  const find = async (search: string): Promise<Holdings> => {
    const parsed = parseAddress(addressOf(search));
    if (parsed.ignored.length > 0)
      throw new Problem('bad-request', `query.search: '${parsed.ignored[0]}' means nothing here.`);
    const meant = await understoodSearch(parsed.search, understand);
    return readHoldings(await index.search('metadata', holdingsSearch(meant)));
  };
  http.route(dataFeed, async ({ query: { search }, reply }) => {
    const found = await find(search);
    const sources = await known(pages);
    const changed = await changedAt(sources.db, 'datastream', Object.keys(found));
    const newest = Object.entries(found)
      .map(([datastream, end]) => ({ datastream, end, updated: changed.get(datastream) ?? end }))
      .sort((a, b) => b.updated - a.updated || b.end - a.end || byText(a.datastream, b.datastream))
      .slice(0, ENTRIES);
    const entries: Entry[] = [];
    for (const { datastream, end, updated } of newest) {
      const page = publisher.url + pathOf('datastream', datastream);
      const thing = await thingOf(sources, 'datastream', datastream, 'light');
      entries.push({
        id: `${page}#${formatDay(end)}`,
        title: `${datastream}: data until ${formatDay(end)}`,
        updated,
        link: page,
        summary: thing?.title ?? datastream,
      });
    }
    const updated = newest[0]?.updated ?? (await sinceWhen(sources, 'datastream'));
    return send(reply, atom(publisher, DATA_FEED, { search, updated, entries }));
  });
  http.route(reportsFeed, async ({ query: { search }, reply }) => {
    const wanted = Object.keys(await find(search));
    const sources = await known(pages);
    const { db, tables } = sources;
    if (!knowsReports(tables)) throw unknownReports();
    const spans = rowsOn(tables, wanted.map(allOf));
    const byId = Map.groupBy(spans, (row) => row.dqr_id);
    const changed = await changedAt(db, 'report', [...byId.keys()]);
    const newest = [...byId]
      .map(([id, rows]) => {
        const last = Math.max(...rows.map((row) => row.start_time));
        return { id, rows, last, updated: changed.get(id) ?? last };
      })
      .sort((a, b) => b.updated - a.updated || b.last - a.last || byText(a.id, b.id))
      .slice(0, ENTRIES);
    const entries = newest.map(({ id, rows, updated }): Entry => {
      const page = publisher.url + pathOf('report', id);
      const about = [...new Set(rows.map((row) => row.datastream))];
      const kind = rows[0] ? className(rows[0]) : 'Report';
      const report = reportOf(tables, id);
      return {
        id: page,
        title: `${id}: ${report?.subject ?? ''}`,
        updated,
        link: page,
        summary: `${kind} on ${listed(about)}. ${report ? plainDescription(report) : ''}`.slice(
          0,
          1000,
        ),
      };
    });
    const updated = newest[0]?.updated ?? (await sinceWhen(sources, 'report'));
    return send(reply, atom(publisher, REPORTS_FEED, { search, updated, entries }));
  });
}

/**
 * Notes what has changed, then reads tables and store: a feed dates its entries by when they became
 * known, not by when data were measured.
 */
async function known(pages: Pages): Promise<PageSources> {
  await pages.sync();
  return await pages.sources();
}

/**
 * The date of an empty feed: the last change of anything of this kind; today if nothing has ever
 * changed.
 */
const sinceWhen = async ({ db, now }: PageSources, kind: Kind): Promise<number> =>
  (await lastChange(db, kind)) ?? now;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const listed = (names: readonly string[]): string =>
  names.length > 5
    ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
    : names.join(', ');

/** 'site_code::sgp?data=all' as the portal's address has it after results/, decoded once. */
function addressOf(search: string): Address {
  const [path = '', query = ''] = search.replace(/^[/#]*(results\/)?/, '').split('?');
  return { path, query: Object.fromEntries(new URLSearchParams(query)) };
}

type Entry = {
  readonly id: string;
  readonly title: string;
  /** Seconds UTC. */
  readonly updated: number;
  readonly link: string;
  readonly summary: string;
};

const send = (
  reply: {
    header(name: string, value: string): unknown;
    type(type: string): { send(text: string): unknown };
  },
  feed: Xml,
): unknown => {
  reply.header('cache-control', 'public, max-age=300');
  return reply.type('application/atom+xml; charset=utf-8').send(xmlDocument(feed));
};

type Feed = { readonly what: string; readonly path: string };
const DATA_FEED: Feed = { what: 'New data', path: '/feeds/data.atom' };
const REPORTS_FEED: Feed = { what: 'New quality reports', path: '/feeds/reports.atom' };

type Listed = {
  readonly search: string;
  /** Seconds UTC. */
  readonly updated: number;
  readonly entries: readonly Entry[];
};

function atom(
  { url, title, publisher }: Publisher,
  { what, path }: Feed,
  { search, updated, entries }: Listed,
): Xml {
  const self = `${url}${path}${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  const searched = parseAddress(addressOf(search)).search;
  const values = crumbsOf(searched).flatMap((crumb) => crumb.values);
  return element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, self),
    element('title', {}, `${what} · ${values.join(', ') || 'everything'} · ${title}`),
    element('updated', {}, formatInstant(updated)),
    element('author', {}, element('name', {}, publisher)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', {
      rel: 'alternate',
      type: 'text/html',
      href: `${url}${SERVICE_PATHS.portal}${resultsHref(searched)}`,
    }),
    entries.map((entry) =>
      element(
        'entry',
        {},
        element('id', {}, entry.id),
        element('title', {}, entry.title),
        element('updated', {}, formatInstant(entry.updated)),
        element('link', { rel: 'alternate', type: 'text/html', href: entry.link }),
        element('summary', {}, entry.summary),
      ),
    ),
  );
}
