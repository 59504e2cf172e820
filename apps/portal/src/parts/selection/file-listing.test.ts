// Queries to the file index, written as bodies in its query language.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { type FileListing, fileListingBody, scanCountsBody } from './file-listing.ts';

const listing: FileListing = {
  datastream: 'sgpkazrgeC1.a1',
  dates: [{ start: 0, end: 86_399 }],
  scanNames: [],
  text: '',
};
const understood = (body: unknown) => {
  const parsed = parseSearchBody(body);
  return parsed.ok ? [] : parsed.problem;
};

it('the file listing asks for the files that overlap the dates, by name, descending', () => {
  const body = fileListingBody(listing, null);
  expect(understood(body)).toEqual([]);
  expect(body).toMatchObject({
    sort: [{ 'file_name.keyword': 'desc' }],
    query: {
      bool: {
        filter: [
          { term: { 'datastream.keyword': 'sgpkazrgeC1.a1' } },
          {
            bool: {
              should: [
                {
                  bool: {
                    filter: [
                      { range: { start_date: { lte: '1970-01-01T23:59:59Z' } } },
                      { range: { end_date: { gte: '1970-01-01T00:00:00Z' } } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  });
});

it('[C021] a text is part of a file name, its own wildcards taken literally', () => {
  const body = fileListingBody({ ...listing, text: ' 2020*0?1 ' }, null);
  expect(understood(body)).toEqual([]);
  expect(JSON.stringify(body)).toContain(JSON.stringify('*2020\\*0\\?1*'));
});

it('the file listing goes on after the last name of a page', () => {
  const body = fileListingBody(listing, 'sgpkazrgeC1.a1.20200101.000000.nc');
  expect(understood(body)).toEqual([]);
  expect(body.search_after).toEqual(['sgpkazrgeC1.a1.20200101.000000.nc']);
});

it('the file listing stays within the bounds of a search with very many single days', () => {
  const days = Array.from({ length: 900 }, (_, i) => ({
    start: i * 2 * 86_400,
    end: i * 2 * 86_400 + 86_399,
  }));
  expect(understood(fileListingBody({ ...listing, dates: days }, null))).toEqual([]);
  const some = { ...listing, dates: days.slice(0, 300), scanNames: ['ppi'] };
  expect(understood(fileListingBody(some, null))).toEqual([]);
});

it('[C092] the file listing counts scan types from start of day to end of day, with a Z', () => {
  const body = scanCountsBody({ ...listing, dates: [{ start: 0, end: 86_399 }] });
  expect(understood(body)).toEqual([]);
  const text = JSON.stringify(body);
  expect(text).toContain('"start_date":{"lte":"1970-01-01T23:59:59Z"}');
  expect(text).toContain('"end_date":{"gte":"1970-01-01T00:00:00Z"}');
});

it('[C092] the file listing counts no file of a chosen day that is outside the chosen hours (decision 122)', () => {
  const text = JSON.stringify(
    scanCountsBody({ ...listing, dates: [{ start: 18_000, end: 21_600 }] }),
  );
  expect(text).toContain('"start_date":{"lte":"1970-01-01T06:00:00Z"}');
  expect(text).toContain('"end_date":{"gte":"1970-01-01T05:00:00Z"}');
});
