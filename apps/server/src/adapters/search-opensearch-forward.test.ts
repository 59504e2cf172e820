// What a cluster is sent instead of a request, and what of its answer is shown: ties keep the order
// of the documents, counts are exact, and nothing that was added for this is in the reply.
import type { Hits, SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { forwarded, ORDER_FIELD, returned } from './search-opensearch-forward.ts';

const IN_ORDER = { [ORDER_FIELD]: 'asc' };
const LIMIT_MS = 2000;
const sent = (body: SearchBody): Record<string, unknown> => ({ ...forwarded(body, LIMIT_MS) });
const sentBelow = (aggs: NonNullable<SearchBody['aggs']>) => sent({ size: 0, aggs }).aggs;

it('a request for a cluster counts all that is found, and has scores and the order of documents where nothing is sorted', () => {
  expect(sent({ query: { match_all: {} } })).toEqual({
    ...{ query: { match_all: {} }, track_total_hits: true, track_scores: true },
    ...{ timeout: '2000ms', sort: ['_score', IN_ORDER] },
  });
  expect(sent({ track_total_hits: false }).track_total_hits).toBe(false);
});

it('a request for a cluster has the shorter of its own time and the limit', () => {
  const times = ['1s', '5s', '300ms', '3000ms'].map((timeout) => sent({ timeout }).timeout);
  expect(times).toEqual(['1000ms', '2000ms', '300ms', '2000ms']);
});

it('a request for a cluster breaks ties of any sort by the order of documents, which is also what _doc means', () => {
  const sorts = ([{ site: 'asc' }, ['_doc'], [{ _doc: 'desc' }], ['site', '_score']] as const).map(
    (sort) => sent({ sort } as unknown as SearchBody), // as they come checked
  );
  expect(sorts.map(({ sort }) => sort)).toEqual([
    [{ site: 'asc' }, IN_ORDER],
    [IN_ORDER, IN_ORDER],
    [{ [ORDER_FIELD]: 'desc' }, IN_ORDER],
    ['site', '_score', IN_ORDER],
  ]);
  expect(sorts.map(({ track_scores }) => track_scores)).toEqual([
    ...[undefined, undefined, undefined],
    true,
  ]);
  expect(sent({ sort: [{ site: 'asc' }], track_scores: true }).track_scores).toBe(true);
});

it('a request for a cluster goes on after every document that ties with the last one', () => {
  const { search_after } = sent({ sort: [{ site: 'asc' }], search_after: ['sgp'] });
  expect(search_after).toEqual(['sgp', Number.MAX_SAFE_INTEGER]);
});

it('a request for a cluster sorts nothing where no hits are shown', () => {
  expect(sent({ size: 0 })).not.toHaveProperty('sort');
});

it('a request for a cluster highlights as the embedded search does', () => {
  const highlight = { fields: { title: {} } };
  expect(sent({ highlight }).highlight).toEqual({ ...highlight, type: 'plain' });
});

it('a request for a cluster counts distinct values exactly, those of many buckets up to fewer', () => {
  const distinct = { cardinality: { field: 'datastream' } };
  const threshold = (precision_threshold: number) => ({
    cardinality: { field: 'datastream', precision_threshold },
  });
  expect(
    sentBelow({
      all: distinct,
      none: { missing: { field: 'site' }, aggs: { below: distinct } },
      sites: {
        terms: { field: 'site' },
        aggs: { below: distinct, deeper: { missing: { field: 'x' }, aggs: { below: distinct } } },
      },
      years: {
        date_histogram: { field: 'date', calendar_interval: 'year' },
        aggregations: { below: distinct },
      },
    }),
  ).toEqual({
    all: threshold(40_000),
    none: { missing: { field: 'site' }, aggs: { below: threshold(40_000) } },
    sites: {
      terms: { field: 'site' },
      aggs: {
        below: threshold(3000),
        deeper: { missing: { field: 'x' }, aggs: { below: threshold(3000) } },
      },
    },
    years: {
      date_histogram: { field: 'date', calendar_interval: 'year' },
      aggs: { below: threshold(3000) },
    },
  });
});

it('a request for a cluster leaves out no bucket that has enough documents', () => {
  const few = { terms: { field: 'site', min_doc_count: 1 } };
  const many = { terms: { field: 'site', min_doc_count: 2 } };
  expect(sentBelow({ few, many })).toEqual({
    few,
    many: { terms: { ...many.terms, shard_size: 65_535 } },
  });
});

it('a request for a cluster sorts the hits of buckets by the order of documents too, without scores where every document counts', () => {
  const hits = { top_hits: { size: 1 } };
  const sorted = { top_hits: { size: 1, sort: [{ site: 'asc' }] } };
  expect(sentBelow({ hits, sorted, all: { global: {}, aggs: { hits } } } as never)).toEqual({
    hits: { top_hits: { size: 1, sort: ['_score', IN_ORDER], track_scores: true } },
    sorted: { top_hits: { size: 1, sort: [{ site: 'asc' }, IN_ORDER] } },
    all: {
      global: {},
      aggs: { hits: { top_hits: { size: 1, sort: ['_score', IN_ORDER], track_scores: false } } },
    },
  });
});

const found = (...sorts: (readonly (string | number)[])[]): Hits => ({
  ...{ total: { value: sorts.length, relation: 'eq' }, max_score: null },
  hits: sorts.map((sort, n) => ({ _index: 'isobar-met-1', _id: `${n}`, _score: null, sort })),
});
const reply = (hits: Hits, aggregations?: SearchReply['aggregations']): SearchReply => ({
  ...{
    took: 3,
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits,
  },
  ...(aggregations ? { aggregations } : {}),
});

it('an answer of a cluster names the index that was asked, and has the sort values that were asked for', () => {
  const { hits } = returned(reply(found(['sgp', 7])), 'met', { sort: [{ site: 'asc' }] });
  expect(hits).toEqual({
    ...{ total: { value: 1, relation: 'eq' }, max_score: null },
    hits: [{ _index: 'met', _id: '0', _score: null, sort: ['sgp'] }],
  });
  const [unsorted] = returned(reply(found([0.5, 7])), 'met', {}).hits.hits;
  expect(unsorted).toEqual({ _index: 'met', _id: '0', _score: null });
});

it('an answer of a cluster has suggestions and aggregations where they were asked for only', () => {
  const suggest = { words: [] };
  const whole = { ...reply(found(), { a: { value: 1 } }), suggest };
  expect(Object.keys(returned(whole, 'met', {})).sort()).toEqual([
    ...['_shards', 'hits', 'timed_out', 'took'],
  ]);
  const asked = { suggest: {}, aggs: { a: { max: { field: 'n' } } } } as never;
  expect(returned(whole, 'met', asked)).toMatchObject({
    suggest,
    aggregations: { a: { value: 1 } },
  });
});

it('an answer of a cluster is cleaned in the buckets of lists and of names, and has the meta that was asked for', () => {
  const hits = { top_hits: { sort: [{ site: 'asc' as const }] } };
  const asked = {
    list: { terms: { field: 'site' }, meta: { of: 'me' }, aggs: { top: hits } },
    named: { filters: { filters: { a: { match_all: {} } } }, aggregations: { top: hits } },
    one: { missing: { field: 'site' }, aggs: { top: hits } },
  };
  const given = { top: { hits: found(['sgp', 7]) } };
  const { aggregations } = returned(
    reply(found(), {
      list: { meta: { of: 'me' }, buckets: [{ key: 'sgp', doc_count: 1, ...given }] },
      named: { meta: {}, buckets: { a: { doc_count: 1, ...given } } },
      one: { doc_count: 1, ...given },
    }),
    'met',
    { size: 0, aggs: asked } as never,
  );
  const [first] = found(['sgp']).hits;
  const clean = { top: { hits: { hits: [{ ...first, _index: 'met' }] } } };
  expect(aggregations).toMatchObject({
    list: { meta: { of: 'me' }, buckets: [{ key: 'sgp', doc_count: 1, ...clean }] },
    named: { buckets: { a: { doc_count: 1, ...clean } } },
    one: { doc_count: 1, ...clean },
  });
  expect(aggregations?.named).not.toHaveProperty('meta');
});

it('an answer of a cluster is cleaned where an aggregation has the name of a member of the answer', () => {
  const top = { top_hits: { sort: [{ site: 'asc' as const }] } };
  const asked = { size: 0, aggs: { all: { global: {}, aggs: { hits: top } } } } as never;
  const given = { all: { doc_count: 1, hits: { hits: found(['sgp', 7]) } } } as never;
  const { aggregations } = returned(reply(found(), given), 'met', asked);
  expect(aggregations?.all?.hits).toMatchObject({
    hits: { hits: [{ _index: 'met', sort: ['sgp'] }] },
  });
});

it('scores every document alike where every document counts', () => {
  const asked = (sort?: object) =>
    ({ size: 0, aggs: { all: { global: {}, aggs: { top: { top_hits: { sort } } } } } }) as never;
  const given = reply(found(), { all: { doc_count: 1, top: { hits: found([1, 7]) } } });
  const shown = (sort?: object) => returned(given, 'met', asked(sort)).aggregations?.all?.top;
  const scored = (max_score: number | null) => ({
    hits: { max_score, hits: [{ _score: max_score }] },
  });
  expect(shown()).toMatchObject(scored(1));
  const none = reply(found(), { all: { doc_count: 0, top: { hits: found() } } });
  expect(returned(none, 'met', asked()).aggregations?.all?.top).toMatchObject({
    hits: { max_score: null, hits: [] },
  });
  expect(shown([{ site: 'asc' }])).toMatchObject(scored(null));
});
