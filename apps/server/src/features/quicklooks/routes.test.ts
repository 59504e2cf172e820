// Quicklooks over HTTP: the index from the file index, plots drawn once and kept.
import { join } from 'node:path';
import { dayAnswer } from '@isobar/contract/quicklooks/day.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { quicklooksSearch } from '../../../../portal/src/lib/search/plan-quicklooks.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import { openDiskBlobs } from '../../adapters/blobs-disk.ts';
import { openPlotSearch } from '../../adapters/search-sql/plot-search.ts';
import { plotHoldings } from '../../core/catalogue/plot-holdings.ts';
import { plottedDays, plottedVariables } from '../../core/catalogue/plotted.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { tablesOf } from '../orders/testing/tables.ts';
import { registerSearch } from '../search/routes.ts';
import { keptDays } from './kept-days.ts';
import type { PlotJob } from './plot-job.ts';
import { readDay } from './read-day.ts';
import { registerQuicklooks } from './routes.ts';
import { writeDayFile } from './testing/day-file.ts';

const DS = 'sgpmetE13.b1';
const DESIGN = {
  format: 'cdf1',
  attributes: {},
  dimensions: [],
  place: null,
  variables: [
    { name: 'time', type: 'double', dimensions: ['time'], attributes: {} },
    { name: 'temp', type: 'float', dimensions: ['time'], attributes: { long_name: 'Temperature' } },
    {
      name: 'backscatter',
      type: 'float',
      dimensions: ['time', 'height'],
      attributes: { long_name: 'Backscatter' },
    },
    { name: 'qc_temp', type: 'int', dimensions: ['time'], attributes: {} },
    { name: 'serial', type: 'int', dimensions: [], attributes: { long_name: 'Serial number' } },
  ],
};

let folder: string;
let store: TemporaryStore;
let http: Http<string>;
let archive: ArchiveStore;
let blobs: Blobs;
const drawn: PlotJob[] = [];
const plotter = {
  read: async (job: PlotJob) => {
    drawn.push(job);
    return JSON.stringify(await readDay(archive, job));
  },
};
const REPORT = {
  dqr_id: 'D190101.1',
  datastream: DS,
  quality_code: '4',
  quality_name: 'Incorrect',
  start_time: '2019-01-01T06:00:00Z',
  end_time: '2019-01-02T11:59:59Z',
  variables: 'temp',
  subject: 'Sensor was wet',
};
let tables: CuratedTables;
const log = createLog('silent');

beforeAll(async () => {
  folder = temporaryFolder();
  await writeDayFile(join(folder, 'day.nc'));
  archive = await openDiskArchive(folder);
  blobs = await openDiskBlobs(join(folder, 'plots'));
  store = await temporaryStore();
  await storeFiles(store.db, dayFiles(DS, 40));
  await store.db
    .insertInto('designs')
    .values({ datastream: DS, design: 'd', header: JSON.stringify(DESIGN) })
    .execute();
  await store.db.updateTable('files').set({ design: 'd', path: 'day.nc' }).execute();
  http = await createHttp<string>({
    log,
    requestsPerMinute: 100_000,
    trustProxy: false,
    noSessionMessage: 'no session',
    session: async () => null,
  });
  tables = tablesOf({ 'quality-reports.csv': [REPORT] });
  const sources = { db: store.db, tables: async () => tables };
  const plots = openPlotSearch({
    variables: (datastream) => plottedVariables(sources, datastream),
    days: (datastream, from, to) => plottedDays(store.db, datastream, from, to),
    holdings: plotHoldings(sources),
  });
  registerSearch(http, { index: plots, indexes: [plots.name] });
  const days = keptDays({ plotter, blobs, log, mostBytes: 1e8 });
  registerQuicklooks(http, { ...sources, days });
});
afterAll(async () => {
  await http.app.close();
  await archive.close();
  await store.close();
});
beforeEach(() => {
  drawn.length = 0;
});

async function search(payload: object, query = '?size=31') {
  const url = `/services/quicklooks/_search${query}`;
  const reply = await http.app.inject({ method: 'POST', url, payload });
  return { status: reply.statusCode, body: reply.json<SearchReply>() };
}
const get = (path: string) => http.app.inject({ url: `/services/quicklooks/plots/${path}` });
const days = ({ hits }: SearchReply) => hits.hits.map(({ _source }) => _source?.dated);

it('[P071] [P072] [Q020] a month of a variable: 31 plots with url, day and variable, in order', async () => {
  const { body } = await search(quicklooksSearch({ ds: DS, vn: 'temp', month: '201901' }));
  expect(body.hits.total?.value).toBe(31);
  expect(body.hits.hits).toHaveLength(31);
  expect(days(body)).toEqual(days(body).toSorted());
  expect(body.hits.hits[0]?._source).toEqual({
    url: `/services/quicklooks/plots/${DS}/temp/20190101.svg`,
    dated: '20190101',
    vn: 'temp',
  });
});

it('[Q015] a plot has url, day, variable, datastream and month, also for a query in the address', async () => {
  const q = encodeURIComponent(`ds:"${DS}" AND dated:20190202`);
  const reply = await http.app.inject({ url: `/services/quicklooks/_search?q=${q}` });
  const { hits } = reply.json<SearchReply>().hits;
  expect(hits.map(({ _source }) => _source?.vn)).toEqual(['backscatter', 'temp']);
  expect(Object.keys(hits[0]?._source ?? {}).sort()).toEqual(['dated', 'ds', 'month', 'url', 'vn']);
});

it('days are collapsed before the limit, so that none is lost', async () => {
  const all = {
    ...quicklooksSearch({ ds: DS, vn: '', month: '201901' }),
    query: { bool: { filter: [{ term: { ds: DS } }, { term: { month: '201901' } }] } },
  };
  const { body } = await search(all);
  expect(body.hits.total?.value).toBe(62);
  expect(new Set(days(body)).size).toBe(31);
});

it('the index of quicklooks follows a table that is edited while it runs', async () => {
  const before = tables;
  const variables = async () => {
    const q = encodeURIComponent(`ds:"${DS}" AND dated:20190202`);
    const reply = await http.app.inject({ url: `/services/quicklooks/_search?q=${q}` });
    return reply.json<SearchReply>().hits.hits.map(({ _source }) => _source?.vn);
  };
  expect(await variables()).toEqual(['backscatter', 'temp']);
  const row = { instrument_class_code: 'met', primary_meas_type_code: 'at', var_name: 'temp' };
  tables = tablesOf({ 'instrument-measurements.csv': [row] });
  expect(await variables()).toEqual(['temp']);
  tables = before;
});

it('the index of quicklooks has only days with files and variables that can be drawn', async () => {
  const found = async (vn: string, month: string) =>
    (await search(quicklooksSearch({ ds: DS, vn, month }))).body.hits.total?.value;
  expect(await found('temp', '201902')).toBe(9);
  expect(await found('temp', '201903')).toBe(0);
  expect(await found('temp', '2019')).toBe(0);
  expect(await found('qc_temp', '201901')).toBe(0);
  expect(await found('serial', '201901')).toBe(0);
});

it('[P071] [P074] which datastreams have plots of which months, of all there are', async () => {
  const aggs = {
    datastreams: {
      terms: { field: 'ds.keyword' },
      aggs: { months: { terms: { field: 'month.keyword', order: { _key: 'asc' } } } },
    },
  };
  const { status, body } = await search({ query: { match_all: {} }, aggs }, '?size=2');
  expect([status, body.hits.total?.value, body.hits.hits.length]).toEqual([200, 80, 2]);
  expect(body.aggregations?.datastreams?.buckets).toMatchObject([
    {
      key: DS,
      doc_count: 80,
      months: {
        buckets: [
          { key: '201901', doc_count: 62 },
          { key: '201902', doc_count: 18 },
        ],
      },
    },
  ]);
});

it.each([
  [{ query: { bool: { must_not: [{ term: { ds: DS } }] } } }, /ds, month, vn and dated/],
  [{ query: { range: { dated: { gte: '20190101' } } } }, /ds, month, vn and dated/],
  [{ query: { term: { site: 'sgp' } } }, /ds, month, vn and dated/],
  [{ aggs: { n: { terms: { field: 'site' } } } }, /no mapping found for .site/],
  [{ aggs: { n: { max: { field: 'dated' } } } }, /aggregation .max. is not supported/],
])('the index of quicklooks refuses what it does not answer: %j', async (body, reason) => {
  const reply = await search(body);
  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toMatch(reason);
});

it('a plot is drawn once, cached, and answered 304 to its ETag', async () => {
  const first = await get(`${DS}/temp/20190101.svg`);
  expect(first.statusCode).toBe(200);
  expect(first.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(first.body).toMatch(/^<svg .*<\/svg>$/s);
  expect((await get(`${DS}/temp/20190101.svg`)).body).toBe(first.body);
  expect(drawn).toHaveLength(1);
  const again = await http.app.inject({
    url: `/services/quicklooks/plots/${DS}/temp/20190101.svg`,
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  await get(`${DS}/temp/20190101.svg?size=small`);
  expect(drawn.map(({ size }) => size)).toEqual(['full', 'small']);
});

it('a plot is drawn again when its file changed', async () => {
  await get(`${DS}/backscatter/20190105.svg`);
  await store.db.updateTable('files').set({ modified_ms: 1 }).execute();
  await get(`${DS}/backscatter/20190105.svg`);
  expect(drawn).toHaveLength(2);
});

it.each([
  ['sgpnothingC1.b1/temp/20190101.svg', 404],
  [`${DS}/qc_temp/20190101.svg`, 404],
  [`${DS}/temp/20200101.svg`, 404],
  [`${DS}/temp/20191301.svg`, 400],
  [`${DS}/temp/..%2F..%2Fx.svg`, 400],
  [`${DS}/temp/20190101.svg?size=huge`, 400],
])('%s is refused', async (path, status) => {
  expect((await get(path)).statusCode).toBe(status);
  expect(drawn).toHaveLength(0);
});

const data = (path: string) => http.app.inject({ url: `/services/quicklooks/days/${path}` });

it('a day as data has binned values, units and the reports that touch it', async () => {
  const reply = await data(`${DS}/temp/20190101.json?size=small`);
  expect(reply.statusCode).toBe(200);
  const day = dayAnswer.parse(reply.json());
  expect(day).toMatchObject({ longName: 'Air <temperature>', units: 'degC', every: 1 });
  expect(day.reports).toEqual([
    { id: 'D190101.1', code: 4, from: 21_600, to: 86_399, subject: 'Sensor was wet' },
  ]);
  const full = dayAnswer.parse((await data(`${DS}/temp/20190101.json`)).json());
  expect(full.samples?.kind === 'line' && full.samples.low).toHaveLength(1440);
  const next = dayAnswer.parse((await data(`${DS}/temp/20190102.json`)).json());
  expect(next.reports).toEqual([
    { id: 'D190101.1', code: 4, from: 0, to: 43_199, subject: 'Sensor was wet' },
  ]);
  const later = dayAnswer.parse((await data(`${DS}/temp/20190103.json`)).json());
  expect(later.reports).toEqual([]);
});

it('the day of another variable is not affected by the reports', async () => {
  const day = dayAnswer.parse((await data(`${DS}/backscatter/20190101.json`)).json());
  expect(day.reports).toEqual([]);
  expect(day.samples?.kind).toBe('image');
});

it('a day as data is read once for its picture and its data, and known by its tag', async () => {
  await store.db.updateTable('files').set({ modified_ms: 7 }).execute();
  const first = await data(`${DS}/temp/20190101.json`);
  const picture = await get(`${DS}/temp/20190101.svg?theme=dark&low=-50&high=50`);
  expect(drawn).toHaveLength(1);
  expect(picture.body).toContain('>−40<');
  expect(picture.body).toContain('#10191e');
  const again = await http.app.inject({
    url: `/services/quicklooks/days/${DS}/temp/20190101.json`,
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(picture.headers.etag).not.toBe(first.headers.etag);
});

it.each([
  `plots/${DS}/temp/20190101.svg?low=1`,
  `plots/${DS}/temp/20190101.svg?low=2&high=1`,
  `plots/${DS}/temp/20190101.svg?low=-1e308&high=1e308`,
  `plots/${DS}/temp/20190101.svg?theme=pink`,
  `days/${DS}/temp/20190101.svg`,
  `days/${DS}/temp/20190101.json?size=huge`,
])('%s is refused', async (path) => {
  const reply = await http.app.inject({ url: `/services/quicklooks/${path}` });
  expect(reply.statusCode).toBe(400);
  expect(drawn).toHaveLength(0);
});
