// Addresses and bodies mean the same search.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { addressedSearch } from './uri-parameters.ts';

const body = (parameters: Record<string, unknown>, given?: unknown): unknown => {
  const search = addressedSearch(parameters, given);
  if (!search.ok) throw new Error(`${search.problem.path}: ${search.problem.reason}`);
  return search.body;
};

it('[P083] [P084] [P085] [P086] parameters of an address become the body that means the same', () => {
  const search = body({
    q: 'datastream:"sgpmetE13.b1"',
    size: '20',
    from: '40',
    sort: 'file_name.keyword:desc,start_date',
    _source: 'file_name, file_size',
    default_operator: 'AND',
    df: 'file_name',
  });
  expect(search).toEqual({
    query: {
      query_string: {
        query: 'datastream:"sgpmetE13.b1"',
        default_operator: 'AND',
        default_field: 'file_name',
      },
    },
    size: 20,
    from: 40,
    sort: [{ 'file_name.keyword': 'desc' }, 'start_date'],
    _source: ['file_name', 'file_size'],
  });
  expect(parseSearchBody(search).ok).toBe(true);
});

it('parameters of an address go before the same part of a body and leave the others', () => {
  const given = { query: { match_all: {} }, size: 3, aggs: {} };
  expect(body({ size: '0', _source: 'false' }, given)).toEqual({
    ...given,
    size: 0,
    _source: false,
  });
  expect(body({ q: '*' }, given)).toMatchObject({ query: { query_string: { query: '*' } } });
  expect(body({}, given)).toBe(given);
  expect(body({ size: '1' }, [])).toEqual([]);
  expect(body({}, undefined)).toEqual({});
});

it('parameters of an address say which parts of the reply are wanted', () => {
  expect(addressedSearch({ filter_path: 'hits.total.value,-took' }, {})).toMatchObject({
    ok: true,
    filterPath: ['hits.total.value', '-took'],
  });
  expect(addressedSearch({ filter_path: Array(201).fill('*').join('.') }, {}).ok).toBe(false);
});

it('parameters of an address take includes and excludes of the source, totals and what only steers a cluster', () => {
  expect(
    body({
      _source: 'a,b*',
      _source_excludes: 'bc',
      track_total_hits: '100',
      track_scores: '',
      pretty: 'true',
      ignore_unavailable: 'true',
    }),
  ).toEqual({
    _source: { includes: ['a', 'b*'], excludes: ['bc'] },
    track_total_hits: 100,
    track_scores: true,
  });
  expect(body({ _source_includes: 'a', track_total_hits: 'false' })).toEqual({
    _source: { includes: ['a'] },
    track_total_hits: false,
  });
});

it.each([
  [{ size: 'ten' }, 'size', 'expected a whole number, got [ten]'],
  [{ from: '-1' }, 'from', 'expected a whole number, got [-1]'],
  [{ lenient: 'maybe', q: 'a' }, 'lenient', 'expected true or false, got [maybe]'],
  [{ scroll: '1m' }, 'scroll', 'unknown parameter [scroll]'],
  [{ constructor: 'x' }, 'constructor', 'unknown parameter [constructor]'],
  [{ q: ['a', 'b'] }, 'q', 'is given more than once'],
  [{ default_operator: 'AND' }, 'q', 'is missing'],
])('%j is a problem at its place', (parameters, path, reason) => {
  expect(addressedSearch(parameters, {})).toEqual({ ok: false, problem: { path, reason } });
});

it('a whole body may be a parameter, where none can be sent with GET', () => {
  const given = { query: { match_all: {} }, size: 3 };
  const source = JSON.stringify(given);
  const type = { source_content_type: 'application/json' };
  expect(body({ source, ...type })).toEqual(given);
  expect(body({ source, size: '1' })).toEqual({ ...given, size: 1 });
  const problemOf = (parameters: Record<string, unknown>, posted?: unknown) => {
    const search = addressedSearch(parameters, posted);
    return search.ok ? null : search.problem;
  };
  expect(problemOf({ source }, given)?.reason).toBe('is given beside a body');
  expect(problemOf({ source: '{' })).toEqual({ path: 'source', reason: 'is no JSON' });
  expect(problemOf({ source: [source] })?.path).toBe('source');
  expect(problemOf({ source, source_content_type: 'application/cbor' })?.path).toBe(
    'source_content_type',
  );
});
