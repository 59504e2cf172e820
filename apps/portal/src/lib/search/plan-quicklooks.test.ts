// The quicklooks search: the request, and one plot a day in what is read.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { datastreamSearch } from './plan-details.ts';
import {
  firstPlottedSearch,
  plottedSearch,
  quicklooksSearch,
  readDatastream,
  readQuicklooks,
} from './plan-quicklooks.ts';

it('[P071] [P072] the query for quicklooks asks by datastream, month and variable for url, day and variable, in order', () => {
  const body = quicklooksSearch({ ds: 'sgpmetE13.b1', vn: 'temp_mean', month: '201901' });
  expect(body).toEqual({
    query: {
      bool: {
        filter: [
          { term: { ds: 'sgpmetE13.b1' } },
          { term: { month: '201901' } },
          { term: { vn: 'temp_mean' } },
        ],
      },
    },
    collapse: { field: 'dated' },
    sort: [{ dated: 'asc' }, { url: 'asc' }],
    _source: ['url', 'dated', 'vn'],
  });
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
});

it('[Q017] of a day only the first quicklook is kept', () => {
  const hit = (dated: string, url: string) => ({ _id: url, _source: { dated, url, vn: 't' } });
  const hits = [hit('20190101', 'a'), hit('20190101', 'b'), hit('20190102', 'c')];
  const read = readQuicklooks({ hits: { hits: [...hits, { _id: 'x', _source: { dated: 1 } }] } });
  expect(read.map(({ url }) => url)).toEqual(['a', 'c']);
});

it('the query for quicklooks asks for measurements with plots, and for one to begin with, in the search language', () => {
  for (const body of [plottedSearch('sgpmetE13.b1'), firstPlottedSearch()])
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(JSON.stringify(plottedSearch('sgpmetE13.b1').query)).toContain('"has_plots":true');
});

it('[Q016] a datastream has instrument, site, facility, span, id and level', () => {
  expect(datastreamSearch('x')._source).toEqual(
    expect.arrayContaining([
      'instrument_class_name',
      'site_name',
      'facility_name',
      'start_date',
      'end_date',
      'id',
      'dataLevel',
    ]),
  );
  const source = {
    id: 'a',
    instrument_class_name: 'Station',
    site_name: 'Plains',
    facility_name: 'Lamont',
    start_date: '1993-07-20T00:00:00Z',
    end_date: '2026-08-31T23:59:00Z',
    dataLevel: 'b1',
  };
  expect(readDatastream({ hits: { hits: [{ _id: 'a', _source: source }] } })).toEqual({
    id: 'a',
    instrument: 'Station',
    site: 'Plains',
    facility: 'Lamont',
    dataLevel: 'b1',
    start: '1993-07-20',
    end: '2026-08-31',
  });
  expect(readDatastream({ hits: { hits: [] } })).toBeNull();
});
