// What a reply of file_info holds beside the files that are found: scores, sort values, parts of
// documents, counts, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayFiles, FIRST_DAY, storeFiles } from '../../store/testing/some-files.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { fileSearches } from './testing/file-searches.ts';

const MET = 'sgpmetE13.b1';
const RADAR = 'nsaradarC1.b1';
/** Sizes count up from 1000 in each. */
const FILES = [...dayFiles(MET, 12), ...dayFiles(RADAR, 6, ['ppi', null, 'rhi'])];
const DAY_MS = 86_400_000;

let store: TemporaryStore;
const { search, matching } = fileSearches(() => store);
const hitsOf = async (body: object) => (await search(body)).hits.hits;

describe.each(STORE_KINDS)('a reply of file_info on %s', (kind) => {
  beforeAll(async () => {
    store = await temporaryStore(kind);
    await storeFiles(store.db, FILES);
  }, 60_000);
  afterAll(() => store.close());

  it('a reply of file_info has scores where hits are not sorted by fields alone, and only there', async () => {
    const scores = async (body: object) => {
      const { hits } = await search({ size: 3, ...body });
      return [hits.max_score, ...new Set(hits.hits.map((hit) => hit._score))];
    };
    expect(await scores({})).toEqual([1, 1]);
    expect(await scores({ sort: ['file_size'] })).toEqual([null, null]);
    expect(await scores({ sort: ['file_size'], track_scores: true })).toEqual([1, 1]);
    expect(await scores({ sort: ['_score', 'file_size'] })).toEqual([1, 1]);
    expect(await scores({ size: 0 })).toEqual([null]);
    expect(await scores({ query: { term: { datastream: 'none' } } })).toEqual([null]);
  });

  it('a reply of file_info has the value of each sort key: scores, numbers, texts, milliseconds, and the order in which files came', async () => {
    const sort = ['_score', { file_size: 'desc' }, 'datastream.keyword', 'start_date', 'scan_name'];
    const [first, second] = await hitsOf({ sort, size: 2 });
    expect(first?.sort).toEqual([1, 1011, MET, FIRST_DAY * 1000 + 11 * DAY_MS, null]);
    expect(second?.sort).toEqual([1, 1010, MET, FIRST_DAY * 1000 + 10 * DAY_MS, null]);
    for (const hit of await hitsOf({ size: 2 })) expect(hit).not.toHaveProperty('sort');
    const came = await hitsOf({ sort: ['_doc'], size: 100 });
    const places = came.map(({ sort: [place] = [] }) => Number(place));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(FILES.length);
    const back = await hitsOf({ sort: [{ _doc: 'desc' }], size: 100 });
    expect(back.map((hit) => hit._id)).toEqual(came.map((hit) => hit._id).reverse());
  });

  it('a reply of file_info has of documents what _source wants, by name, pattern or list, but for what it excludes', async () => {
    const fields = async (_source: unknown) => {
      const part = _source === undefined ? {} : { _source };
      const [hit] = await hitsOf({ query: { term: { datastream: RADAR } }, size: 1, ...part });
      return hit?._source && Object.keys(hit._source).sort();
    };
    const all = ['datastream', 'end_date', 'file_name', 'file_size', 'scan_name', 'start_date'];
    expect(await fields(undefined)).toEqual(expect.arrayContaining(all));
    expect(await fields(true)).toEqual(await fields(undefined));
    expect(await fields(false)).toBeUndefined();
    expect(await fields('*_date')).toEqual(['end_date', 'start_date']);
    expect(await fields(['file_size', 'scan*'])).toEqual(['file_size', 'scan_name']);
    expect(await fields({ includes: ['*_date', 'file_size'], excludes: 'end*' })).toEqual([
      ...['file_size', 'start_date'],
    ]);
    const but = (await fields({ excludes: ['*_date'] })) ?? [];
    expect(but).toEqual(((await fields(undefined)) ?? []).filter((name) => !/_date$/.test(name)));
    expect(await fields('nothing')).toEqual([]);
  });

  it('a reply of file_info counts what the query and a post_filter leave, and what the query finds for aggregations', async () => {
    const aggs = { bytes: { sum: { field: 'file_size' } } };
    const body = { query: { term: { datastream: MET } }, size: 2, aggs };
    const post = { post_filter: { range: { file_size: { gte: 1009 } } } };
    const bytes = Array.from({ length: 12 }, (_, day) => 1000 + day).reduce((a, b) => a + b);
    const reply = await search({ ...body, ...post });
    expect(reply.hits.total).toEqual({ value: 3, relation: 'eq' });
    expect(reply.hits.hits).toHaveLength(2);
    expect(reply.aggregations).toEqual({ bytes: { value: bytes } });
    const uncounted = await search({ ...body, track_total_hits: false });
    expect(uncounted.hits).not.toHaveProperty('total');
    expect(uncounted.hits.hits).toHaveLength(2);
    expect(uncounted.aggregations).toEqual({ bytes: { value: bytes } });
    const beyond = await search({ ...body, from: 12 });
    expect([beyond.hits.total?.value, beyond.hits.hits]).toEqual([12, []]);
    expect(await search({ query: body.query })).not.toHaveProperty('aggregations');
  });

  it('a reply of file_info has the first page of a lookup by whole names complete, however many are on it', async () => {
    const ids = FILES.slice(0, 5).map((file) => file.file_name);
    for (const size of [0, 4, 5, 6]) {
      const { total, hits } = (await search({ query: { ids: { values: ids } }, size })).hits;
      expect([total?.value, hits.length]).toEqual([5, Math.min(size, 5)]);
      const rest = await hitsOf({ query: { ids: { values: ids } }, size: 10, from: size });
      expect([...hits, ...rest].map((hit) => hit._id).sort()).toEqual(ids.toSorted());
    }
  });

  it('a reply of file_info has named buckets of filters by their names and others by their places', async () => {
    const radar = { term: { datastream: RADAR } };
    const met = { term: { datastream: MET } };
    const buckets = async (filters: unknown) =>
      (await search({ size: 0, aggs: { of: { filters: { filters } } } })).aggregations?.of?.buckets;
    expect(await buckets({ radar, met })).toEqual({
      radar: { doc_count: 6 },
      met: { doc_count: 12 },
    });
    expect(await buckets([met, radar])).toEqual([{ doc_count: 12 }, { doc_count: 6 }]);
  });

  it('a reply of file_info has statistics of numbers and dates, dates also as text, and none of no files', async () => {
    const aggs = {
      sizes: { stats: { field: 'file_size' } },
      days: { stats: { field: 'start_date' } },
      least: { min: { field: 'start_date' } },
      scans: { value_count: { field: 'scan_name' } },
      kinds: { cardinality: { field: 'scan_name' } },
      filled: { cardinality: { field: 'scan_name', missing: 'none' } },
      all: { value_count: { field: 'scan_name', missing: 'none' } },
    };
    const of = async (datastream: string) =>
      (await search({ size: 0, query: { term: { datastream } }, aggs })).aggregations;
    const first = FIRST_DAY * 1000;
    expect(await of(RADAR)).toMatchObject({
      sizes: { count: 6, min: 1000, max: 1005, avg: 1002.5, sum: 6015 },
      days: { min: first, max: first + 5 * DAY_MS, avg: first + 2.5 * DAY_MS },
      least: { value: first, value_as_string: expect.stringMatching(/^2019-01-01T00:00:00/) },
      ...{ scans: { value: 4 }, kinds: { value: 2 }, filled: { value: 3 }, all: { value: 6 } },
    });
    expect((await of(RADAR))?.sizes).not.toHaveProperty('min_as_string');
    const none = await of('none');
    expect(none).toMatchObject({
      sizes: { count: 0, min: null, max: null, avg: null, sum: 0 },
      ...{ least: { value: null }, all: { value: 0 } },
    });
    expect(none?.least).not.toHaveProperty('value_as_string');
  });

  it('a reply of file_info refuses what files have not, and says which part that is', async () => {
    const refused = async (body: object) =>
      await search(body).then(
        () => 'not refused',
        (error: Error) => error.message,
      );
    expect(await refused({ collapse: { field: 'datastream' } })).toContain('[collapse]');
    expect(await refused({ min_score: 1 })).toContain('[min_score]');
    expect(await refused({ sort: [{ file_size: { order: 'asc', missing: 5 } }] })).toContain('[5]');
    expect(await refused({ sort: ['file_size'], search_after: [1, 2] })).toContain('2 value(s)');
    expect(await refused({ sort: ['_doc'], search_after: [1] })).toContain('[_doc]');
    expect(await refused({ sort: ['file_size'], search_after: [null] })).toContain('never absent');
    const filters = { filters: { a: { match_all: {} } }, other_bucket: true };
    expect(await refused({ aggs: { of: { filters } } })).toContain('other_bucket');
    expect(await refused({ aggs: { of: { sum: { field: 'scan_name' } } } })).toContain('is a text');
    const words = { query: 'a', minimum_should_match: 1 };
    expect(await refused({ query: { query_string: words } })).toContain('minimum_should_match');
  });

  it('a reply of file_info has in a query string the fields that are named, joined by the operator, and required words before others', async () => {
    const count = async (text: string, options: object = {}) =>
      (await matching(text, options)).length;
    expect(await count(MET, { default_field: 'datastream' })).toBe(12);
    expect(await count(MET, { default_field: 'scan_name' })).toBe(0);
    expect(await count('ppi', { fields: ['scan_name', 'datastream'] })).toBe(2);
    expect(await count(`${RADAR} ppi`)).toBe(6);
    expect(await count(`${RADAR} ppi`, { default_operator: 'AND' })).toBe(0);
    expect(await count(`datastream:${RADAR} scan_name:ppi`, { default_operator: 'and' })).toBe(2);
    expect(await count(`+datastream:${RADAR} scan_name:ppi`)).toBe(6);
    expect(await count(`+datastream:${RADAR} -scan_name:ppi`)).toBe(4);
    expect(await count('_exists_:scan_name')).toBe(4);
    const [name = ''] = FILES.map((file) => file.file_name);
    expect(await count(`_id:${name}`)).toBe(1);
    expect(await count(`_id:"${name}"`)).toBe(1);
    expect(await count('file_size:many', { lenient: true })).toBe(0);
    await expect(matching('file_size:many')).rejects.toThrow();
    expect(await count('file_size:{1009 TO *]')).toBe(2);
    expect(await count('file_size:[1009 TO 1010}')).toBe(1);
  });

  it('a reply of file_info has by match any of the words or all, by match_bool_prefix the last as a beginning, by match_phrase the text as it is', async () => {
    const count = async (kind: string, field: string, given: unknown) =>
      (await hitsOf({ query: { [kind]: { [field]: given } }, size: 100 })).length;
    expect(await count('match', 'scan_name', ' ppi  rhi ')).toBe(4);
    expect(await count('match', 'scan_name', { query: 'ppi rhi', operator: 'and' })).toBe(0);
    expect(await count('match', 'scan_name', ' ')).toBe(0);
    expect(await count('match', 'file_size', 1003)).toBe(2);
    const [one = '', two = ''] = FILES.map((file) => file.file_name);
    expect(await count('match', '_id', `${one} ${two}`)).toBe(2);
    expect(await count('match_bool_prefix', 'scan_name', 'ppi r')).toBe(4);
    expect(await count('match_bool_prefix', 'scan_name', 'r ppi')).toBe(2);
    expect(await count('match_bool_prefix', 'scan_name', { query: 'ppi r', operator: 'AND' })).toBe(
      0,
    );
    expect(await count('match_bool_prefix', 'datastream', { query: 'nsa' })).toBe(6);
    expect(await count('match_bool_prefix', 'datastream', ' ')).toBe(0);
    expect(await count('match_phrase', 'scan_name', { query: 'rhi' })).toBe(2);
    expect(await count('match_phrase', 'scan_name', 'ppi rhi')).toBe(0);
  });
});
