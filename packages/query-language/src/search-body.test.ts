import { describe, expect, it } from 'vitest';
import { parseSearchBody } from './search-body.ts';

const problem = (input: unknown) => {
  const parsed = parseSearchBody(input);
  return parsed.ok ? null : `${parsed.problem.path}: ${parsed.problem.reason}`;
};

const MAIN_SEARCH = {
  query: {
    bool: {
      must: [
        {
          query_string: {
            query: 'temperature AND site_code:"sgp"',
            fields: ['name^3', 'description'],
            default_operator: 'AND',
            type: 'cross_fields',
          },
        },
      ],
      filter: [
        { exists: { field: 'priority' } },
        { range: { end_date: { gte: '2001-01-01||/d' } } },
      ],
      must_not: { terms: { source_class_code: ['pi', 'fc'] } },
    },
  },
  post_filter: { term: { 'data_repository.keyword': 'ARM' } },
  collapse: { field: 'instrument_id.keyword' },
  from: 20,
  size: 20,
  sort: [
    { source_class_weight: 'asc' },
    { priority: { order: 'asc', missing: '_last' } },
    '_score',
    { timestamp: { order: 'desc' } },
  ],
  _source: ['id', 'instrument*'],
  track_total_hits: true,
  aggs: {
    sites: {
      terms: {
        field: 'site_code.keyword',
        size: 1000,
        order: [{ groups: 'desc' }, { _key: 'asc' }],
      },
      aggs: {
        groups: { cardinality: { field: 'instrument_id.keyword', precision_threshold: 20000 } },
        one: { top_hits: { size: 1, _source: { includes: ['site_name'] } } },
      },
    },
    all: { global: {}, aggregations: { n: { value_count: { field: 'id.keyword' } } } },
    recommended: { filter: { exists: { field: 'priority' } } },
    kinds: { filters: { filters: { a: { match_all: {} }, b: { match_none: {} } } } },
    months: { date_histogram: { field: 'start_date', calendar_interval: 'month' } },
  },
};

describe('search body', () => {
  it('a search body lets the main search through as it is', () => {
    expect(parseSearchBody(MAIN_SEARCH)).toEqual({ ok: true, body: MAIN_SEARCH });
  });

  it('a search body takes a body without anything', () => {
    expect(parseSearchBody({})).toEqual({ ok: true, body: {} });
  });

  it.each<[string, unknown]>([
    ['short term', { query: { term: { a: 'x' } } }],
    ['long term', { query: { term: { a: { value: 1, boost: 2 } } } }],
    ['terms with boost', { query: { terms: { a: ['x'], boost: 2 } } }],
    [
      'one clause without a list',
      { query: { bool: { should: { match: { a: 'b' } }, minimum_should_match: '75%' } } },
    ],
    [
      'wildcard',
      { query: { wildcard: { 'a.keyword': { value: 'sgp*', case_insensitive: true } } } },
    ],
    ['ids', { query: { ids: { values: ['a', 'b'] } } }],
    [
      'box',
      {
        query: {
          geo_bounding_box: { geo: { top_left: [-100, 40], bottom_right: { lat: 30, lon: -90 } } },
        },
      },
    ],
    [
      'polygon',
      {
        post_filter: {
          geo_shape: {
            geo: {
              shape: {
                type: 'polygon',
                coordinates: [
                  [
                    [0, 0],
                    [1, 0],
                    [1, 1],
                    [0, 0],
                  ],
                ],
              },
              relation: 'intersects',
            },
          },
        },
      },
    ],
    ['constant score', { query: { constant_score: { filter: { prefix: { a: 'x' } }, boost: 2 } } }],
    ['named sort', { sort: 'name.keyword', search_after: ['x', null], size: 100 }],
    [
      'highlight',
      { highlight: { fields: { name: { number_of_fragments: 0 } }, pre_tags: ['<b>'] } },
    ],
    ['no source', { _source: false, timeout: '500ms' }],
  ])('a search body takes %s', (_, body) => expect(problem(body)).toBeNull());

  it.each<[unknown, string]>([
    [[], ': Invalid input: expected object, received array'],
    [{ querry: {} }, 'querry: unknown or unsupported key [querry]'],
    [{ query: { regexp: { a: 'b' } } }, 'query.regexp: unknown or unsupported query [regexp]'],
    [{ query: {} }, 'query: expected query of exactly one kind, got 0'],
    [
      { query: { bool: { must: [{ match_all: {} }, { script: { source: '1' } }] } } },
      'query.bool.must.1.script: unknown or unsupported query [script]',
    ],
    [
      { query: { bool: { filter: [{ bool: { should: { term: { a: { valu: 1 } } } } }] } } },
      'query.bool.filter.0.bool.should.term.a.valu: unknown or unsupported key [valu]',
    ],
    [
      { query: { constant_score: { filter: { terms: { a: 'x' } } } } },
      'query.constant_score.filter.terms.a: has none of the forms that are understood here',
    ],
    [
      { aggs: { a: { terms: { field: 'x', size: 10_001 } } } },
      'aggs.a.terms.size: Too big: expected number to be <=10000',
    ],
    [
      { aggs: { a: { significant_terms: { field: 'x' } } } },
      'aggs.a.significant_terms: unknown or unsupported aggregation [significant_terms]',
    ],
    [
      { aggs: { a: { global: {}, aggs: { b: { terms: {} } } } } },
      'aggs.a.aggs.b.terms.field: Invalid input: expected string, received undefined',
    ],
    [
      { aggs: { a: { max: { field: 'x' }, aggs: { b: { global: {} } } } } },
      'aggs.a.aggs: aggregation [max] cannot have aggregations below it',
    ],
    [{ aggs: {}, aggregations: {} }, 'aggregations: aggs and aggregations are the same: use one'],
    [
      { from: 9990, size: 11 },
      'size: from + size must be at most 10000; use search_after to go on',
    ],
    [{ size: -1 }, 'size: Too small: expected number to be >=0'],
    [
      { sort: { a: { order: 'up' } } },
      'sort.a.order: Invalid option: expected one of "asc"|"desc"|"ASC"|"DESC"',
    ],
    [{ script_fields: {} }, 'script_fields: unknown or unsupported key [script_fields]'],
    [
      { query: { query_string: { query: 'a AND (b' } } },
      'query.query_string.query: cannot be understood at character 9: did not expect the end of the text here',
    ],
    [
      { query: { query_string: { query: 'x'.repeat(16_385) } } },
      'query.query_string.query: Too big: expected string to have <=16384 characters',
    ],
    [
      { query: { simple_query_string: { query: '"a b"~2 c\\~ cloud~1' } } },
      'query.simple_query_string.query: cannot be understood at character 18: words that are only similar (~) are not supported',
    ],
    [
      { aggs: { a: { filter: { match_all: {} }, aggs: { b: { global: {} } } } } },
      'aggs.a.aggs.b: global is allowed at the top level only',
    ],
    [{ _source: { included: ['a'] } }, '_source.included: unknown or unsupported key [included]'],
    [{ size: '5a' }, 'size: Invalid input: expected number, received string'],
    [{ query: { match: { a: 'x '.repeat(1025) } } }, 'query.match.a: has more than 1024 words'],
    [
      { query: { query_string: { query: 'x '.repeat(1030) } } },
      'query.query_string.query: cannot be understood at character 2061: more than 1024 clauses',
    ],
    [
      { query: { simple_query_string: { query: 'x '.repeat(1025) } } },
      'query.simple_query_string.query: has more than 1024 words',
    ],
    [JSON.parse('{"aggs":{"__proto__":{}}}'), 'aggs.__proto__: invalid aggregation name'],
    [
      { search_after: [1] },
      'search_after: search_after needs a sort and cannot be combined with collapse',
    ],
  ])('a search body refuses %j', (body, expected) => expect(problem(body)).toBe(expected));

  it('a search body takes what older programs write for the same', () => {
    const older = {
      size: '50',
      from: '7',
      _source: { include: ['a*'], exclude: 'ab' },
      highlight: { fields: [{ name: {} }, { title: { number_of_fragments: 0 } }] },
      aggs: { a: { terms: { field: 'x', size: '7000' } } },
    };
    expect(parseSearchBody(older)).toEqual({
      ok: true,
      body: {
        size: 50,
        from: 7,
        _source: { includes: ['a*'], excludes: 'ab' },
        highlight: { fields: { name: {}, title: { number_of_fragments: 0 } } },
        aggs: { a: { terms: { field: 'x', size: 7000 } } },
      },
    });
  });

  it('a search body bounds nesting and the number of clauses', () => {
    let query: unknown = { match_all: {} };
    for (let i = 0; i < 19; i++) query = { bool: { must: query } };
    expect(problem({ query })).toBeNull();
    for (let i = 0; i < 3; i++) query = { bool: { must: [query] } };
    expect(problem({ query })).toMatch(/is nested more than 20 levels deep$/);
    for (let i = 0; i < 50_000; i++) query = { bool: { must: query } };
    expect(problem({ query })).toMatch(/nested/);
    const must = Array.from({ length: 1025 }, () => ({ match_all: {} }));
    expect(problem({ query: { bool: { must } } })).toBe(
      'query.bool.must: the request has more than 1024 clauses',
    );
    expect(problem({ query: { bool: { must: must.slice(1) } } })).toBeNull();
  });

  it.each<[string, object, RegExp]>([
    [
      'aggregations',
      { aggs: { a: { global: {}, aggs: numbered(1024, { min: { field: 'x' } }) } } },
      /^aggs\.a\.aggs: the request has more than 1024 aggregations$/,
    ],
    [
      'query texts',
      { query: { bool: { must: Array.from({ length: 5 }, () => textOf(15_000)) } } },
      /: the query texts of the request have more than 65536 characters$/,
    ],
    [
      'list items',
      { query: { bool: { should: Array.from({ length: 4 }, () => termsOf(9000)) } } },
      /: the lists of the request have more than 32768 items$/,
    ],
    ['fields to highlight', { highlight: { fields: numbered(1025, {}) } }, /1024 fields/],
  ])('a search body bounds %s', (_, body, reason) => expect(problem(body)).toMatch(reason));

  it('a search body refuses what is too large without long work', () => {
    const before = process.threadCpuUsage();
    problem({ aggs: numbered(20_000, { min: { field: 'x' } }) });
    problem({ query: { bool: { must: Array.from({ length: 60 }, () => textOf(16_000)) } } });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(100);
  });
});

const numbered = (count: number, value: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, value]));
const textOf = (length: number) => ({ query_string: { query: 'a'.repeat(length) } });
const termsOf = (count: number) => ({
  terms: { f: Array.from({ length: count }, (_, i) => `v${i}`) },
});

describe('queries whose last word may be unfinished', () => {
  const queryOf = (query: unknown) => {
    const parsed = parseSearchBody({ query });
    return parsed.ok ? parsed.body.query : parsed.problem;
  };
  it.each([
    { match_phrase_prefix: { title: 'cloud ra' } },
    { match_phrase_prefix: { title: { query: 'cloud ra', max_expansions: 10, slop: 1 } } },
    { match_bool_prefix: { title: 'cloud Ra' } },
    { match_bool_prefix: { title: { query: 'cloud Ra', operator: 'and', fuzziness: 1 } } },
    { multi_match: { query: 'cloud ra', type: 'bool_prefix', fields: ['title', 'body'] } },
  ])('%j goes as it is to every index', (query) => {
    expect(queryOf(query)).toEqual(query);
    expect(queryOf({ bool: { must: query } })).toEqual({ bool: { must: query } });
  });
  it.each([
    [{ match_phrase_prefix: { title: { query: 'x', odd: 1 } } }, 'odd'],
    [{ match_phrase_prefix: { a: 'x', b: 'y' } }, 'exactly one field'],
    [{ match_bool_prefix: { title: { query: 'x', slop: 1 } } }, 'slop'],
    [{ multi_match: { query: 'x', type: 'phrase', fuzziness: 1 } }, 'type phrase'],
    [{ multi_match: { query: 'x', type: 'cross_fields', fuzziness: 1 } }, 'type cross_fields'],
    [{ multi_match: { query: 'x', type: 'bool_prefix', slop: 1 } }, 'type bool_prefix'],
  ])('%j is refused with the reason', (query, reason) => {
    expect(queryOf(query)).toMatchObject({ reason: expect.stringContaining(reason) });
  });
});
