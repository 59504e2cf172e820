// What is new: the latest data by product, reports by the day in their id, campaigns that began, a
// different quicklook each day.
import { fileURLToPath } from 'node:url';
import { METADATA_FIELDS } from '@isobar/contract/catalogue/metadata-document.ts';
import { type DaySummary, textOfCells } from '@isobar/contract/quicklooks/day.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedSearch } from '../../adapters/search-embedded/search-embedded.ts';
import { markFilesChanged } from '../../core/catalogue/freshness.ts';
import { curatedTables } from '../../core/tables/curated-tables.ts';
import { loadTables } from '../../core/tables/load.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { filedOn, type NewsFeature, registerNews } from './news.ts';
import type { PlotAt } from './plot-of-day.ts';

const NOW = parseInstant('2020-06-15') ?? 0;
let store: TemporaryStore;
let shipped: Awaited<ReturnType<typeof loadTables>>;
const closes: (() => Promise<void>)[] = [];
beforeAll(async () => {
  store = await temporaryStore();
  shipped = await loadTables(fileURLToPath(new URL('../../../tables', import.meta.url)));
  for (const [datastream, product, end] of [
    ['sgpmetE13.b1', 'met', '2020-06-14'],
    ['sgpmetE11.b1', 'met', '2020-06-13'],
    ['sgpsondeC1.b1', 'sonde', '2020-06-01'],
  ] as const)
    await store.db
      .insertInto('datastreams')
      .values({
        datastream,
        site_code: 'sgp',
        facility_code: 'E13',
        datastream_class: product,
        data_level: 'b1',
        start_s: 0,
        end_s: parseInstant(end) ?? 0,
        longest_s: 0,
        file_count: 1,
        bytes: 1,
      })
      .execute();
  await store.db.transaction().execute((trx) => markFilesChanged(trx, null));
});
afterAll(async () => {
  for (const close of closes) await close();
  await store.close();
});

/** An index without documents. */
const empty = { search: async () => ({ hits: { hits: [] } }) } as unknown as NewsFeature['index'];

const news = async (over: Partial<NewsFeature> = {}) => (await newsAt(over))();

/** Asks for the news, as often as it is called. */
async function newsAt(over: Partial<NewsFeature> = {}) {
  const [report] = shipped.rows['quality-reports.csv'];
  const [campaign] = shipped.rows['campaigns.csv'];
  if (!report || !campaign) throw new Error('The shipped tables have no report or campaign.');
  const tables = curatedTables({
    ...shipped.rows,
    'quality-reports.csv': ['D200610.2', 'D990101.1', 'D200610.10', 'D201231.1', 'odd'].map(
      (id) => ({
        ...report,
        dqr_id: id,
        subject: `About ${id}`,
      }),
    ),
    'news.csv': ['2020-06-16', '2020-01-02', '2020-06-15'].map((date) => ({
      date,
      title: `On ${date}`,
      text: '',
      url: '',
    })),
    'campaigns.csv': ['2019-01-01', '2021-01-01', '2020-01-01'].map((start) => ({
      ...campaign,
      iop_short_name: `c${start}`,
      start_date: start,
    })),
  });
  const hits = ['a', 'b', 'c'].map((variable) => ({
    _source: {
      datastream: 'sgpmetE13.b1',
      var_name: variable,
      instrument_name: 'Met',
      site_name: 'SGP',
      end_date: '2020-06-14T23:59:00Z',
    },
  }));
  const index = { search: async () => ({ hits: { hits } }) } as unknown as NewsFeature['index'];
  const http = await anonymousHttp();
  closes.push(() => http.app.close());
  const read = () => Promise.reject(new Error('There are no plots.'));
  const given = { db: store.db, tables: async () => tables, index, read, now: () => NOW };
  registerNews(http, { ...given, ...over });
  return async () => (await http.app.inject('/services/news')).json();
}

it('the news lists one line for each product that is filed and has begun, the latest first', async () => {
  const told = await news();
  expect(
    told.data.map((one: Record<string, string>) => [one.product, one.datastream, one.until]),
  ).toEqual([
    ['met', 'sgpmetE13.b1', '2020-06-14'],
    ['sonde', 'sgpsondeC1.b1', '2020-06-01'],
  ]);
  expect(told.reports.map((one: { id: string }) => one.id)).toEqual([
    'D200610.2',
    'D200610.10',
    'D990101.1',
  ]);
  expect(told.campaigns.map((one: { id: string }) => one.id)).toEqual([
    'c2020-01-01',
    'c2019-01-01',
  ]);
  expect(told.notes.map((one: { title: string }) => one.title)).toEqual([
    'On 2020-06-15',
    'On 2020-01-02',
  ]);
  expect(told.harvested).toMatch(/^\d{4}-\d\d-\d\dT/);
});

it('the news leaves out data that end in the future, and files that state no time', async () => {
  const add = async (datastream: string, end_s: number, notices: string | null) => {
    const stream = {
      site_code: 'x',
      facility_code: 'X1',
      data_level: '',
      start_s: 0,
      longest_s: 0,
    };
    await store.db
      .insertInto('datastreams')
      .values({
        ...stream,
        datastream,
        datastream_class: datastream,
        end_s,
        file_count: 1,
        bytes: 1,
      })
      .execute();
    await store.db
      .insertInto('files')
      .values({
        ...{ datastream, file_name: datastream, path: datastream, named: 0, size: 1 },
        ...{ start_s: end_s, end_s, modified_ms: 0, notices, design: 'd' },
      })
      .execute();
  };
  await add('forecast', NOW + 86_400, null);
  await add('of-today', NOW, 'no-datastream');
  await add('a-grid', NOW, 'no-datastream,no-time');
  try {
    const { data } = await news();
    expect(data.map((one: { product: string }) => one.product)).toEqual([
      'of-today',
      'met',
      'sonde',
    ]);
  } finally {
    for (const name of ['forecast', 'of-today', 'a-grid']) {
      await store.db.deleteFrom('files').where('datastream', '=', name).execute();
      await store.db.deleteFrom('datastreams').where('datastream', '=', name).execute();
    }
  }
});

it('the quicklook is of the last day that has files, where the last whole one has none', async () => {
  const sonde = {
    datastream: 'sgpsondeC1.b1',
    var_name: 'tdry',
    end_date: '2020-06-14T08:55:00Z',
  };
  const index = {
    search: async () => ({ hits: { hits: [{ _source: sonde }] } }),
  } as unknown as NewsFeature['index'];
  const filed = (from: number) =>
    store.db
      .insertInto('files')
      .values({
        ...{ datastream: sonde.datastream, file_name: String(from), path: String(from) },
        ...{ named: 1, size: 1, start_s: from, end_s: from + 5400, modified_ms: 0 },
      })
      .execute();
  await filed(parseInstant('2020-06-14T07:25:00Z') ?? 0);
  expect((await news({ index })).quicklook.date).toBe('20200614');
  await filed(parseInstant('2020-06-13T11:30:00Z') ?? 0);
  expect((await news({ index })).quicklook.date).toBe('20200613');
});

it('a news item that an operator adds is in the next answer', async () => {
  const row = { date: '2020-06-01', title: 'A new lidar', text: '', url: '' };
  const none = curatedTables({ ...shipped.rows, 'news.csv': [] });
  let present = none;
  const ask = await newsAt({ tables: async () => present, index: empty });
  expect((await ask()).notes).toEqual([]);
  present = curatedTables({ ...shipped.rows, 'news.csv': [row] });
  expect((await ask()).notes).toMatchObject([{ title: 'A new lidar' }]);
});

it('the news has the same quicklook the whole day, and another one the next', async () => {
  const at = async (seconds: number) =>
    (await news({ now: () => NOW + seconds })).quicklook.variable;
  expect(await at(0)).toBe(await at(86_399));
  expect(await at(86_400)).not.toBe(await at(0));
});

it('the quicklook is of what radars and lidars saw in the newest week, with clouds on a day that is there at least half', async () => {
  const documents = [
    ['radarrefl', 'sgpkazrC1.a1', '2020-06-14T10:00:00Z', true],
    ['backscatter', 'sgpceilC1.b1', '2020-06-13T23:59:00Z', true],
    ['backscatter', 'nsaceilC1.b1', '2020-01-01T23:59:00Z', true],
    ['atmtemp', 'sgpmetE13.b1', '2020-06-14T23:59:00Z', true],
    ['radarrefl', 'sgpvdisC1.b1', '2020-06-14T23:59:00Z', true],
    ['radarrefl', 'enakazrC1.a1', '2020-06-14T23:59:00Z', false],
  ] as const;
  const categories = (name: string) => (name.includes('vdis') ? ['sfcmet'] : ['cloud']);
  const embedded = await openEmbeddedSearch({
    ...{ folder: store.folder, threads: 1, log: createLog('silent') },
  });
  closes.unshift(() => embedded.close());
  await embedded.replace(
    'metadata',
    METADATA_FIELDS,
    [],
    documents.map(([type, datastream, end, has_plots]) => ({
      ...{ id: datastream, datastream, primary_meas_type_code: type, end_date: end, has_plots },
      ...{ var_name: 'x', instrument_name: 'I', site_name: 'S' },
      instrument_category_code: categories(datastream),
    })),
  );
  const chosen = new Set<string>();
  for (let day = 0; day < 6; day++) {
    const now = () => NOW + day * 86_400;
    const { quicklook } = await news({ now, index: embedded });
    chosen.add(`${quicklook.datastream} ${quicklook.date}`);
  }
  expect([...chosen].sort()).toEqual(['sgpceilC1.b1 20200613', 'sgpkazrC1.a1 20200613']);

  // Once the plots of the week have been read, it is the one with clouds.
  const read = async ({ datastream, date }: PlotAt): Promise<DaySummary> =>
    imageOf(datastream === 'sgpkazrC1.a1' && date === '20200610' ? 200 : 1);
  const ask = await newsAt({ index: embedded, read });
  await expect
    .poll(async () => {
      const { quicklook } = await ask();
      return `${quicklook.datastream} ${quicklook.date}`;
    })
    .toBe('sgpkazrC1.a1 20200610');
});

/** A day with a cloud of this colour in its morning. */
function imageOf(colour: number): DaySummary {
  const cells = Uint8Array.from({ length: 480 }, (_, bin) => (bin < 240 ? colour : 1));
  const range = { low: -50, high: 20, logarithmic: false };
  const axis = { name: 'range', units: 'km' };
  const image = {
    kind: 'image' as const,
    axis,
    bottom: 0,
    top: 1,
    range,
    bad: [],
    indeterminate: [],
  };
  const samples = { ...image, width: 480, height: 1, cells: textOfCells(cells) };
  return { longName: '', units: 'dBZ', step: 180, every: 1, samples };
}

it('the news of an empty archive has nothing, and the day in an id is that of its century', async () => {
  expect((await news({ index: empty })).quicklook).toBeNull();
  expect(['D690101.1', 'D700101.1', 'x'].map(filedOn)).toEqual(['2069-01-01', '1970-01-01', '']);
});
