// Holdings: read from a reply, and compared between two days.

import { EMPTY_SEARCH, setData, setFilter } from '@isobar/contract/search/filter.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { countFresh, holdingsSearch, readHoldings } from './plan-holdings.ts';

const search = setFilter(EMPTY_SEARCH, 'site_code', ['sgp']);

it('holdings are asked for in the search language, recommended data only unless all are wanted', () => {
  const body = holdingsSearch(search);
  expect(parseSearchBody(body).ok).toBe(true);
  expect(JSON.stringify(body.query)).toContain('priority:*');
  expect(JSON.stringify(holdingsSearch(setData(search, 'all')).query)).not.toContain('priority');
});

it('holdings are read as the end of each datastream', () => {
  const buckets = [
    { key: 'sgpmetE13.b1', doc_count: 3, last: { value: 1_600_000_000_500 } },
    { key: 'sgpceilC1.b1', doc_count: 1, last: { value: null } },
  ];
  const aggregations = { datastreams: { buckets } };
  expect(readHoldings({ aggregations })).toEqual({
    'sgpmetE13.b1': 1_600_000_000,
    'sgpceilC1.b1': 0,
  });
  expect(readHoldings({})).toEqual({});
});

it('holdings are fresh where a datastream is new or its data reach further; what is gone does not count', () => {
  expect(countFresh({ a: 5, b: 5, gone: 9 }, { a: 5, b: 6, c: 0 })).toBe(2);
  expect(countFresh({ a: 5 }, { a: 4 })).toBe(0);
});
