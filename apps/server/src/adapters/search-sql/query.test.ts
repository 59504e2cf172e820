// What file_info understands and refuses, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchRefused } from '../../ports/search-index.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { fileSearches } from './testing/file-searches.ts';

const FILES = [
  ...dayFiles('sgpmetE13.b1', 40),
  ...dayFiles('sgpmetE1.b1', 3),
  ...dayFiles('sgpmetE13.a1', 5),
  ...dayFiles('nsaradarC1.b1', 30, ['ppi', 'rhi', null, "o'b[a]%_\\d*?", 'PPI']),
  ...dayFiles('ena-oddM1.00', 4),
];

let store: TemporaryStore;
const { search, names, matching } = fileSearches(() => store);

describe.each(STORE_KINDS)('file_info on %s', (kind) => {
  beforeAll(async () => {
    store = await temporaryStore(kind);
    await storeFiles(store.db, FILES);
  }, 60_000);
  afterAll(() => store.close());

  it('[P094] [P088] file_info lists the files of a day or month by the beginning of their names', async () => {
    expect(await matching('file_name.keyword:sgpmetE13.b1.20190103*')).toEqual([
      'sgpmetE13.b1.20190103.000000.nc',
    ]);
    expect(await matching('file_name.keyword:sgpmetE13.b1.201901*')).toHaveLength(31);
    expect(await matching('file_name:*E13.?1.20190103*')).toHaveLength(2);
  });

  it('[P096] file_info lists the files of a datastream, and only of that one', async () => {
    expect(await matching('datastream:"sgpmetE13.b1"')).toHaveLength(40);
    expect(await matching('datastream:sgpmetE1.b1')).toHaveLength(3);
    expect(await matching('datastream.keyword:sgpmet*')).toHaveLength(48);
  });

  it('[P070] [C106] file_info counts the files of some scans in several ranges of dates', async () => {
    const range = (from: string, to: string) =>
      `(start_date:[* TO "${to}T23:59:59Z"] AND end_date:["${from}T00:00:00Z" TO *])`;
    const q = `datastream:"nsaradarC1.b1" AND scan_name:("ppi" OR "rhi") AND (${range('2019-01-01', '2019-01-02')} OR ${range('2019-01-06', '2019-01-06')})`;
    const reply = await search({ query: { query_string: { query: q } }, size: 0 });
    expect(reply.hits).toEqual({
      total: { value: 3, relation: 'eq' },
      max_score: null,
      hits: [],
    });
    expect(await matching('datastream:"nsaradarC1.b1" AND scan_name:"none"')).toEqual([]);
    const found = async (text: string) =>
      (await search({ query: { query_string: { query: text } }, size: 0 })).hits.total?.value ?? 0;
    const [stream, scans] = ['datastream:"nsaradarC1.b1"', 'scan_name:("ppi" OR "rhi")'];
    const first = range('2019-01-01', '2019-01-02');
    const second = range('2019-01-06', '2019-01-06');
    const inFirst = await found(`${stream} AND ${scans} AND ${first}`);
    expect(inFirst + (await found(`${stream} AND ${scans} AND ${second}`))).toBe(3);
    const other = range('2019-01-03', '2019-01-03'); // its file is of no scan
    expect(await found(`${stream} AND (${first} OR ${second} OR ${other})`)).toBe(4);
    expect(await found(`${stream} AND ${scans} AND (${first} OR ${other})`)).toBe(2);
    expect(await found(`${stream} AND ${scans}`)).toBeGreaterThan(3);
  });

  it('file_info rounds dates and calculates with them', async () => {
    expect(await matching('datastream:sgpmetE13.b1 AND start_date:2019-01-05')).toHaveLength(1);
    const inRange = async (range: object) =>
      (
        await names({
          query: {
            bool: {
              filter: [{ term: { datastream: 'sgpmetE13.b1' } }, { range: { start_date: range } }],
            },
          },
        })
      ).length;
    expect(await inRange({ gte: '2019-01-05', lte: '2019-01-06' })).toBe(2);
    expect(await inRange({ gte: 'now-2d/d', lt: 'now/d' })).toBe(2);
    expect(await inRange({ gte: '2019-02||/M', lte: '2019-02||/M' })).toBe(9);
    expect(await inRange({ gt: '2019-02-08' })).toBe(1);
    expect(await inRange({ gte: 1_546_300_800_001, lt: 1_546_473_600_000 })).toBe(1);
  });

  it('file_info joins with AND, OR, NOT, brackets and signs', async () => {
    const day = 'file_name:*20190102*';
    expect(await matching(`${day} AND NOT datastream:sgp*`)).toHaveLength(2);
    expect(await matching(`+${day} -datastream:sgpmetE13.b1`)).toHaveLength(4);
    expect(
      await matching(`${day} AND (datastream:sgpmetE13.a1 OR datastream:sgpmetE1.b1)`),
    ).toHaveLength(2);
    expect(await matching('_exists_:scan_name AND NOT scan_name:ppi')).toHaveLength(18);
    expect(
      await matching('scan_name:* file_size:>=1028', { default_operator: 'AND' }),
    ).toHaveLength(2);
    expect(await matching('file_size:{1037 TO 1039]')).toHaveLength(2);
    expect(await matching('ppi')).toHaveLength(6);
    expect(await matching('rhi', { fields: ['scan*', 'file_name^2'] })).toHaveLength(6);
    expect(await matching('_id:sgpmetE13.b1.20190103.000000.nc')).toHaveLength(1);
  });

  it('[P086] file_info gives the fields that are asked for', async () => {
    const source = async (_source: unknown) =>
      (await search({ size: 1, query: { term: { datastream: 'nsaradarC1.b1' } }, _source })).hits
        .hits[0]?._source;
    expect(await source(['file_name', 'file_size'])).toEqual({
      file_name: 'nsaradarC1.b1.20190101.000000.nc',
      file_size: 1000,
    });
    expect(await source('*_date')).toEqual({
      start_date: '2019-01-01T00:00:00Z',
      end_date: '2019-01-01T23:59:59Z',
    });
    expect(await source({ excludes: ['*_date', 'file*'] })).toEqual({
      datastream: 'nsaradarC1.b1',
      scan_name: 'ppi',
    });
    expect(await source(false)).toBeUndefined();
  });

  it('file_info narrows hits and not aggregations by a post filter', async () => {
    const reply = await search({
      query: { prefix: { datastream: 'sgp' } },
      post_filter: { term: { datastream: 'sgpmetE1.b1' } },
      aggs: { streams: { cardinality: { field: 'datastream' } } },
    });
    expect(reply.hits.total?.value).toBe(3);
    expect(reply.hits.hits).toHaveLength(3);
    expect(reply.aggregations).toEqual({ streams: { value: 3 } });
    expect((await search({ track_total_hits: false })).hits).not.toHaveProperty('total');
  });

  it.each([
    [{ query: { term: { site_code: 'sgp' } } }, 'there is no field [site_code] in file_info'],
    [{ query: { query_string: { query: 'nofield:x' } } }, 'there is no field [nofield]'],
    [{ query: { term: { 'file_size.keyword': '1' } } }, 'there is no field [file_size.keyword]'],
    [{ query: { range: { start_date: { gte: 'soon' } } } }, 'failed to parse date field [soon]'],
    [{ query: { term: { file_size: 'big' } } }, 'For input string: "big"'],
    [{ query: { wildcard: { file_size: '1*' } } }, 'wildcards are for texts'],
    [
      { query: { simple_query_string: { query: 'x' } } },
      'query [simple_query_string] is not supported',
    ],
    [
      { query: { bool: { should: [{ match_all: {} }], minimum_should_match: '2<75%' } } },
      'minimum_should_match',
    ],
    [{ collapse: { field: 'datastream' } }, '[collapse] is not supported'],
    [{ sort: ['nofield'] }, 'there is no field [nofield]'],
    [
      { sort: ['file_name'], search_after: ['a', 'b'] },
      'search_after has 2 value(s) but sort has 1',
    ],
    [{ sort: ['_doc'], search_after: [1] }, 'search_after cannot go on after [_doc]'],
    [
      { aggs: { a: { sum: { field: 'datastream' } } } },
      'aggregation [sum] is for numbers and dates',
    ],
    [{ aggs: { a: { top_hits: {} } } }, 'aggregation [top_hits] is not supported'],
    [
      { aggs: { a: { terms: { field: 'datastream', include: 'sgp.*' } } } },
      'include as a regular expression',
    ],
  ])('file_info refuses %j with its reason', async (body, reason) => {
    const refusal = await search(body).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SearchRefused);
    expect(refusal).toMatchObject({ status: 400 });
    expect(String(refusal)).toContain(reason);
  });

  it('file_info takes signs of SQL patterns for themselves', async () => {
    for (const case_insensitive of [true, false]) {
      const found = (value: string) =>
        names({ query: { wildcard: { 'scan_name.keyword': { value, case_insensitive } } } });
      expect(await found("o'b[a]*")).toHaveLength(6);
      expect(await found("o'b?a]%_\\\\d\\*\\?")).toHaveLength(6);
      expect(await found("o'b[ab]*")).toEqual([]);
      expect(await found('o_b*')).toEqual([]);
      expect(await found('o%')).toEqual([]);
    }
  });

  it('file_info takes lists up to its bound, and values that no file could have', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `f${n}`);
    const terms = { terms: { file_name: [...many.slice(1), 'sgpmetE1.b1.20190101.000000.nc'] } };
    expect(await names({ query: terms })).toHaveLength(1);
    const others = { terms: { file_name: many.map((name) => `other-${name}`) } };
    const three = { bool: { should: [terms, others, { terms: { datastream: many } }] } };
    await expect(search({ query: three })).rejects.toThrow('more than 20000 values');
    expect(await names({ query: { term: { file_name: 'a\0b' } } })).toEqual([]);
    expect(await names({ query: { wildcard: { file_name: 'a\0*' } } })).toEqual([]);
    expect(await names({ query: { term: { file_size: 1e300 } } })).toEqual([]);
    const deep = {
      bool: { should: many.slice(0, 1000).map((v) => ({ prefix: { file_name: v } })) },
    };
    expect(await names({ query: deep })).toEqual([]);
  });
});
