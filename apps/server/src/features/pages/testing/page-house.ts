// A few datastreams and tables with pages, records, feeds and harvesters' doors over them, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markFilesChanged } from '../../../core/catalogue/freshness.ts';
import { withWrittenReports } from '../../../core/quality/written.ts';
import { type CuratedTables, curatedTables } from '../../../core/tables/curated-tables.ts';
import { loadTables } from '../../../core/tables/load.ts';
import type { TableFile, TableRow } from '../../../core/tables/schemas.ts';
import { anonymousHttp } from '../../../platform/testing/anonymous-http.ts';
import { openStore } from '../../../store/open.ts';
import { registerCrawl } from '../crawl.ts';
import { registerFeeds } from '../feeds.ts';
import { registerOai } from '../oai.ts';
import { openPages } from '../pages.ts';
import { registerPages } from '../routes.ts';
import { readStyle } from '../style.ts';

export const HOUSE_URL = 'http://archive.example';
const SHIPPED = fileURLToPath(new URL('../../../../tables', import.meta.url));
export const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

type Report = TableRow<'quality-reports.csv'>;

/** A row of the table of reports; what is not said is as in most of them. */
export const reportRow = (id: string, more: Partial<Report> = {}): Report => ({
  dqr_id: id,
  datastream: 'sgpmetE13.b1',
  quality_code: 4,
  quality_name: 'Incorrect',
  start_time: '2019-01-05',
  end_time: '2019-01-06',
  subject: `Subject of ${id}`,
  description: 'It was wrong.',
  text_format: '',
  supersedes: [],
  suggestions: '',
  variables: ['temp_mean'],
  ...more,
});

export async function openPageHouse(reports: readonly Report[]) {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-pages-'));
  const store = await openStore({ file: join(folder, 'isobar.sqlite') });
  const shipped = await loadTables(SHIPPED);
  const house = { tables: tablesWith(reports), absent: false };
  function tablesWith(rows: readonly Report[], absent = false): CuratedTables {
    const missing: ReadonlySet<TableFile> = new Set(absent ? ['quality-reports.csv'] : []);
    return curatedTables({ ...shipped.rows, 'quality-reports.csv': [...rows] }, missing);
  }
  const http = await anonymousHttp();
  const publisher = {
    archiveName: 'ARM',
    publisher: 'ARM User Facility',
    url: HOUSE_URL,
    title: 'Data Discovery',
    contact: 'help@archive.example',
    simulated: false,
  };
  const tables = withWrittenReports(async () => house.tables, store.db);
  const pages = openPages({ db: store.db, tables, publisher });
  registerPages(http, { pages, style: await readStyle(), publisher });
  registerCrawl(http, { pages, publisher });
  registerOai(http, { pages, publisher });
  const found: Record<string, number> = {};
  const index = {
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
  } as unknown as Parameters<typeof registerFeeds>[1]['index'];
  registerFeeds(http, { pages, publisher, index });
  return {
    db: store.db,
    pages,
    tables,
    /** What every search finds. */
    found,
    get: (url: string, accept = 'text/html') =>
      http.app.inject({ method: 'GET', url, headers: { accept } }),
    /** Exchanges the table of reports; null: it is not there. The state is looked at once a second. */
    async setReports(rows: readonly Report[] | null): Promise<void> {
      house.tables = tablesWith(rows ?? [], rows === null);
      await new Promise((resolve) => setTimeout(resolve, 1050));
    },
    async addStream(datastream: string, attributes: Record<string, string> = {}): Promise<void> {
      const [, site_code = '', datastream_class = '', facility_code = '', data_level = ''] =
        /^(...)([a-z0-9]+?)([A-Z]\d+)\.(..)$/.exec(datastream) ?? [];
      const span = { start_s: day('2019-01-01'), end_s: day('2019-03-01') - 1 };
      const names = { datastream, site_code, facility_code, datastream_class, data_level };
      const held = { longest_s: 86_399, file_count: 1, bytes: 1000 };
      const variable = (name: string, more: Record<string, string>) => ({
        name,
        type: 'float',
        dimensions: ['time'],
        attributes: more,
      });
      const header = {
        format: 'cdf1',
        attributes: { process_version: 'ingest-4.46', ...attributes },
        dimensions: [{ name: 'time', length: 1440, unlimited: true }],
        variables: [variable('time', {}), variable('temp_mean', { units: 'degC' })],
        place: null,
      };
      const { db } = store;
      await db
        .insertInto('datastreams')
        .values({ ...names, ...span, ...held })
        .execute();
      await db
        .insertInto('designs')
        .values({ datastream, design: 'd1', header: JSON.stringify(header) })
        .execute();
      await db
        .insertInto('files')
        .values({
          datastream,
          file_name: `${datastream}.20190101.000000.cdf`,
          path: `${datastream}/1.cdf`,
          size: 1000,
          ...span,
          scan_name: null,
          sha256: 'ab'.repeat(32),
          modified_ms: 0,
          design: 'd1',
          notices: null,
        })
        .execute();
      await db.transaction().execute((trx) => markFilesChanged(trx));
    },
    async close(): Promise<void> {
      await http.app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
