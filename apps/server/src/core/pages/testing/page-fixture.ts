// A few datastreams and tables with their pages, records, feeds and harvesting interfaces, for
// tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registerCrawl } from '../../../features/harvesters/crawl.ts';
import { registerFeeds } from '../../../features/harvesters/feeds.ts';
import { registerOai } from '../../../features/harvesters/oai.ts';
import { registerPages } from '../../../features/pages/routes.ts';
import { readStyle } from '../../../features/pages/style.ts';
import { registerUnknownPage } from '../../../features/pages/unknown-page.ts';
import { anonymousHttp } from '../../../platform/testing/anonymous-http.ts';
import { openStore } from '../../../store/open.ts';
import { withWrittenReports } from '../../reports/written.ts';
import { type CuratedTables, curatedTables } from '../../tables/curated-tables.ts';
import { loadTables } from '../../tables/load.ts';
import { TABLE_SCHEMAS, type TableFile, type TableRow } from '../../tables/schemas.ts';
import { openPages } from '../pages.ts';
import { storeStream } from './stored-stream.ts';

export const FIXTURE_URL = 'http://archive.example';
export const SHIPPED = fileURLToPath(new URL('../../../../tables', import.meta.url));

type Report = TableRow<'quality-reports.csv'>;

/**
 * A row of the table of reports, read from its cells, in which everything but `more` is as in most
 * reports.
 */
export const reportRow = (id: string, more: Partial<Record<keyof Report, string>> = {}): Report =>
  TABLE_SCHEMAS['quality-reports.csv'].parse({
    dqr_id: id,
    datastream: 'sgpmetE13.b1',
    quality_code: '4',
    quality_name: 'Incorrect',
    start_time: '2019-01-05',
    end_time: '2019-01-06',
    subject: `Subject of ${id}`,
    description: 'It was wrong.',
    text_format: '',
    supersedes: '',
    suggestions: '',
    variables: 'temp_mean',
    ...more,
  });

type Rows = Parameters<typeof curatedTables>[0];

export const publisherAt = (url: string) => ({
  archiveName: 'ARM',
  publisher: 'ARM User Facility',
  url,
  title: 'Data Discovery',
  contact: 'help@archive.example',
  simulated: false,
});

/**
 * An index whose search always answers with the last instants of these datastreams, seconds UTC by
 * datastream.
 */
export const indexWith = (found: Readonly<Record<string, number>>) =>
  ({
    search: async () => ({
      aggregations: {
        datastreams: {
          buckets: Object.entries(found).map(([key, end]) => ({
            key,
            doc_count: 1,
            last: { value: end * 1000 },
          })),
        },
      },
    }),
  }) as unknown as Parameters<typeof registerFeeds>[1]['index']; // the one method that is called

/** `more`: tables besides that of the reports that differ from the shipped ones. */
export async function openPageFixture(reports: readonly Report[], more: Partial<Rows> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-pages-'));
  const store = await openStore({ file: join(folder, 'isobar.sqlite') });
  const shipped = { ...(await loadTables(SHIPPED)).rows, ...more };
  const house = { tables: tablesWith(reports), absent: false };
  function tablesWith(rows: readonly Report[], absent = false): CuratedTables {
    const missing: ReadonlySet<TableFile> = new Set(absent ? ['quality-reports.csv'] : []);
    return curatedTables({ ...shipped, 'quality-reports.csv': [...rows] }, missing);
  }
  const http = await anonymousHttp();
  const publisher = publisherAt(FIXTURE_URL);
  const tables = withWrittenReports(async () => house.tables, store.db);
  const pages = openPages({ db: store.db, tables, publisher });
  registerPages(http, { pages, style: await readStyle(), publisher });
  registerCrawl(http, { pages, publisher });
  registerUnknownPage(http, publisher);
  registerOai(http, { pages, publisher });
  const found: Record<string, number> = {};
  let readers = 0;
  registerFeeds(http, { pages, publisher, index: indexWith(found) });
  return {
    app: http.app,
    db: store.db,
    pages,
    tables,
    /** What every search finds. */
    found,
    /**
     * Each call comes from another address: a reader of page after page is slowed down. `accept`:
     * its header, or all headers.
     */
    get: (url: string, accept: string | Record<string, string> = 'text/html') =>
      http.app.inject({
        method: 'GET',
        url,
        headers: typeof accept === 'string' ? { accept } : accept,
        remoteAddress: `198.51.100.${++readers % 250}`,
      }),
    /**
     * Exchanges the table of reports; null: it is not there. The state is looked at once a second.
     */
    async setReports(rows: readonly Report[] | null): Promise<void> {
      house.tables = tablesWith(rows ?? [], rows === null);
      await new Promise((resolve) => setTimeout(resolve, 1050));
    },
    addStream: (
      datastream: string,
      attributes: Record<string, string> = {},
      time: Record<string, string> = {},
    ): Promise<void> => storeStream(store.db, datastream, { attributes, time }),
    async close(): Promise<void> {
      await http.app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
