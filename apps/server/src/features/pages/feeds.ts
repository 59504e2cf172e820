// Atom feeds of any search: data that came in, and quality reports on what it finds.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { dataFeed, reportsFeed } from '@isobar/contract/calls/page-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { type Address, parseAddress } from '@isobar/contract/search/address.ts';
import {
  type Holdings,
  holdingsSearch,
  readHoldings,
} from '@isobar/contract/search/plan-holdings.ts';
import { formatDay, formatInstant, parseInstant } from '@isobar/contract/time.ts';
import type { Http } from '../../platform/http.ts';
import { element, type Xml, xmlDocument } from '../../platform/xml.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import { thingOf } from './describe.ts';
import type { Pages } from './pages.ts';
import { type Publisher, pathOf } from './thing.ts';

const ENTRIES = 50;

type Feature = {
  readonly pages: Pages;
  readonly publisher: Publisher;
  readonly index: Pick<SearchReader, 'search'>;
};

export function registerFeeds<S>(http: Http<S>, feature: Feature): void {
  const { pages, publisher, index } = feature;
  /** Datastreams that a search finds, with the ends of their data. */
  const find = async (search: string): Promise<Holdings> => {
    const parsed = parseAddress(addressOf(search));
    if (parsed.ignored.length > 0)
      throw new Problem('bad-request', `query.search: '${parsed.ignored[0]}' means nothing here.`);
    return readHoldings(await index.search('metadata', holdingsSearch(parsed.search)));
  };
  http.route(dataFeed, async ({ query: { search }, reply }) => {
    const newest = Object.entries(await find(search))
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, ENTRIES);
    const sources = await pages.sources();
    const entries: Entry[] = [];
    for (const [datastream, end] of newest) {
      const page = publisher.url + pathOf('datastream', datastream);
      const thing = await thingOf(sources, 'datastream', datastream, 'light');
      entries.push({
        id: `${page}#${formatDay(end)}`,
        title: `${datastream}: data until ${formatDay(end)}`,
        updated: end,
        link: page,
        summary: thing?.title ?? datastream,
      });
    }
    return send(reply, atom(publisher, 'New data', '/feeds/data.atom', search, entries));
  });
  http.route(reportsFeed, async ({ query: { search }, reply }) => {
    const { tables } = await pages.sources();
    const wanted = new Set(Object.keys(await find(search)));
    const byId = new Map<string, Entry>();
    for (const row of tables.rows['quality-reports.csv']) {
      if (!wanted.has(row.datastream)) continue;
      const updated = Math.max(
        parseInstant(row.start_time) ?? 0,
        (row.end_time && parseInstant(row.end_time)) || 0,
      );
      const known = byId.get(row.dqr_id);
      if (known && known.updated >= updated) continue;
      const page = publisher.url + pathOf('report', row.dqr_id);
      byId.set(row.dqr_id, {
        id: page,
        title: `${row.dqr_id}: ${row.subject}`,
        updated,
        link: page,
        summary: `${row.quality_name || 'Report'} on ${row.datastream}. ${row.description}`.slice(
          0,
          1000,
        ),
      });
    }
    const entries = [...byId.values()]
      .sort((a, b) => b.updated - a.updated || (a.id < b.id ? -1 : 1))
      .slice(0, ENTRIES);
    return send(
      reply,
      atom(publisher, 'New quality reports', '/feeds/reports.atom', search, entries),
    );
  });
}

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

function atom(
  { url, title, publisher }: Publisher,
  what: string,
  path: string,
  search: string,
  entries: readonly Entry[],
): Xml {
  const self = `${url}${path}${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  return element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    element('id', {}, self),
    element('title', {}, `${what} · ${search || 'everything'} · ${title}`),
    element('updated', {}, formatInstant(entries[0]?.updated ?? 0)),
    element('author', {}, element('name', {}, publisher)),
    element('link', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', {
      rel: 'alternate',
      type: 'text/html',
      href: `${url}${SERVICE_PATHS.portal}#/results/${search}`,
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
