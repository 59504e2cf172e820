// The indexes as they are filled from the store and the shipped tables, asked as scripts and the
// portal ask them.
import { fileURLToPath } from 'node:url';
import { searchReply } from '@isobar/contract/search/reply.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordSearch } from '../../../../portal/src/lib/search/plan-details.ts';
import {
  readSitePlaces,
  shapeSearch,
  sitesSearch,
} from '../../../../portal/src/lib/search/plan-places.ts';
import {
  epochReply,
  readEpoch,
  readScanLabels,
  SCAN_NAMES_QUERY,
  scanNamesReply,
} from '../../../../portal/src/lib/search/plan-small.ts';
import {
  CAMPAIGN_CARDS_QUERY,
  campaignCardsReply,
  readCampaignCards,
} from '../../../../portal/src/screens/home/campaign-cards.ts';
import { openEmbeddedSearch } from '../../adapters/search-embedded/search-embedded.ts';
import { indexCatalogue } from '../../core/catalogue/index-catalogue.ts';
import { type CuratedTables, curatedTables } from '../../core/tables/curated-tables.ts';
import { loadTables } from '../../core/tables/load.ts';
import { createLog } from '../../platform/log/log.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { registerSearch } from './routes.ts';

const SHIPPED = fileURLToPath(new URL('../../../tables', import.meta.url));
const ID = 'sgpmetE13.b1_atmos_pressure_sfcmet_met_sfcmet';

let store: TemporaryStore;
let tables: CuratedTables;
let index: SearchIndex;
let app: FastifyInstance;

beforeAll(async () => {
  store = await temporaryStore();
  tables = curatedTables((await loadTables(SHIPPED)).rows);
  await addDay(store, 'sgpmetE13.b1', ['atmos_pressure', 'rh_mean']);
  index = await openEmbeddedSearch({
    folder: store.folder,
    threads: 1,
    log: createLog('silent'),
  });
  await indexCatalogue({ db: store.db, tables, external: [], index });
  const http = await anonymousHttp();
  app = http.app;
  registerSearch(http, {
    index,
    indexes: ['metadata', 'epochs', 'scan_names', 'field_campaigns', 'handbooks'],
  });
});
afterAll(async () => {
  await app.close();
  await index.close();
  await store.close();
});

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await app.inject({ url: `/services/${path}`, query });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const post = async (payload: object) => {
  const reply = await app.inject({ method: 'POST', url: '/services/metadata/_search', payload });
  expect(reply.statusCode).toBe(200);
  return searchReply.parse(reply.json());
};

it('[P104] [P105] the metadata index has a record under its published id, whose codes hold underscores', async () => {
  const { hits } = await post(recordSearch(ID));
  expect(hits.hits.map((hit) => hit._id)).toEqual([ID]);
  expect(hits.hits[0]?._source).toMatchObject({
    id: ID,
    var_name: 'atmos_pressure',
    datastream: 'sgpmetE13.b1',
  });
  const asked = await get('metadata/_search', { q: `id.keyword:"${ID}"`, _source: 'id' });
  expect(asked.hits.hits.map((hit: { _id: string }) => hit._id)).toEqual([ID]);
});

it('[P097] [P098] the metadata index has instrument_name_text beside instrument_name, and facility_name', async () => {
  const { hits } = await post(recordSearch(ID));
  expect(Object.keys(hits.hits[0]?._source ?? {})).toContain('facility_name');
  const { hits: whole } = await post({ query: { ids: { values: [ID] } } });
  const source = whole.hits[0]?._source ?? {};
  expect(source.instrument_name).toMatch(/met/i);
  expect(source.instrument_name_text).toBe(source.instrument_name);
  expect(source.facility_name).toBe(tables.facility('sgp', 'E13')?.facility_name);
  expect(source.facility_name).not.toBe('');
});

it('[P028] [P029] the metadata index tells sites, and the facilities in a drawn shape', async () => {
  expect(readSitePlaces(await post(sitesSearch()))).toMatchObject([{ siteCode: 'sgp' }]);
  const square = (west: number) => {
    const east = west + 10;
    const corners = [
      [west, 30],
      [east, 30],
      [east, 40],
      [west, 40],
    ] as const;
    return post(shapeSearch(corners)).then(readSitePlaces);
  };
  expect((await square(-100)).map(({ ffac }) => ffac)).toEqual(['sgp.E13']);
  expect(await square(10)).toEqual([]);
});

it('[P080] [P018] scan names', async () => {
  for (const path of ['scan_names', 'scan_names/_search']) {
    const labels = readScanLabels(scanNamesReply.parse(await get(path, SCAN_NAMES_QUERY)));
    expect(labels.size).toBe(tables.rows['scan-names.csv'].length);
    expect(labels.get('ppi')).toBeTruthy();
  }
});

it('[P078] [P024] field-campaign cards', async () => {
  for (const path of ['field_campaigns', 'field_campaigns/_search']) {
    const reply = campaignCardsReply.parse(await get(path, CAMPAIGN_CARDS_QUERY));
    const cards = readCampaignCards(reply);
    expect(cards.map(({ position }) => position)).toEqual(cards.map((_, i) => i));
    expect(cards.find(({ tag }) => tag === 'sgp')?.links[0]).toMatchObject({
      entire_site: true,
      link_value: 'sgp',
    });
  }
});

it('[X022] [P074] handbooks, one document for each address with all that it is about', async () => {
  const body = {
    query: { term: { 'instrument_class_code.keyword': 'ceil' } },
    sort: 'kind.keyword',
    aggs: { kinds: { terms: { field: 'kind.keyword' } } },
  };
  const reply = await app.inject({
    method: 'POST',
    url: '/services/handbooks/_search',
    payload: body,
  });
  const { hits, aggregations } = reply.json<SearchReply>();
  const rows = tables.rows['documents.csv'].filter((row) => row.instrument_class_code === 'ceil');
  expect(hits.hits.map(({ _source }) => _source?.url)).toEqual(
    rows.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)).map(({ url }) => url),
  );
  expect(hits.hits[0]?._source).toMatchObject({
    kind: 'handbook',
    instrument_class_name: [tables.instrumentClass('ceil')?.instrument_class_name],
  });
  expect(aggregations?.kinds?.buckets).toHaveLength(3);
  const addresses = new Set(tables.rows['documents.csv'].map(({ kind, url }) => kind + url));
  expect((await get('handbooks/_search')).hits.total.value).toBe(addresses.size);
});

it('[P079] [P017] [P049] an epoch by its code in the address', async () => {
  const [row] = tables.rows['epochs.csv'];
  const code = encodeURIComponent(`epoch_code:"${row?.epoch_code}"`);
  const epoch = readEpoch(epochReply.parse(await get(`epochs/${code}`)));
  expect(epoch?.name).toBe(row?.epoch_name);
  expect(JSON.parse(epoch?.times ?? '')).toEqual(row?.dates);
});

/** A datastream with one file, as a harvest leaves it. */
async function addDay({ db }: TemporaryStore, datastream: string, names: string[]) {
  const [start, end] = [1_546_300_800, 1_546_387_199];
  const variables = ['time', ...names].map((name) => ({
    name,
    type: 'float',
    dimensions: ['time'],
    attributes: { units: name === 'time' ? 'seconds since 2019-01-01' : '1' },
  }));
  const header = {
    format: 'cdf1',
    dimensions: [{ name: 'time', length: 1440, unlimited: true }],
    attributes: {},
    place: null,
    variables,
  };
  await db
    .insertInto('datastreams')
    .values({
      datastream,
      site_code: 'sgp',
      facility_code: 'E13',
      datastream_class: 'met',
      data_level: 'b1',
      start_s: start,
      end_s: end,
      file_count: 1,
      bytes: 1,
      longest_s: 86_400,
    })
    .execute();
  await db
    .insertInto('designs')
    .values({ datastream, design: 'd', header: JSON.stringify(header) })
    .execute();
  await db
    .insertInto('files')
    .values({
      datastream,
      file_name: `${datastream}.20190101.000000.cdf`,
      path: `${datastream}.20190101.000000.cdf`,
      size: 1,
      start_s: start,
      end_s: end,
      scan_name: null,
      sha256: null,
      modified_ms: 0,
      design: 'd',
    })
    .execute();
}
