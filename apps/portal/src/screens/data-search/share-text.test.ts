// A search to copy or save: link, tables.

import { EMPTY_SEARCH, type Search } from '@isobar/contract/search/filter.ts';
import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { readRow } from '../../lib/search/row.ts';
import { asCsv, asJson, listBody, MOST_ROWS, shareLink } from './share-text.ts';

const search: Search = {
  ...EMPTY_SEARCH,
  terms: { s: [`it's "quoted"`], site_code: ['sgp'] },
  page: 3,
};
const body = listBody(search, true, 20);

it('the link says what is recommended, so that everybody sees the same', () => {
  expect(shareLink(search, false, 'https://a.example')).toMatch(
    /^https:\/\/a\.example\/discovery\/#\/results\/s::.*\?page=3&data=all$/,
  );
});

it('the copied body is a valid search that begins at the first row and requests a count instead of facets', () => {
  expect(parseSearchBody(listBody(search, true, MOST_ROWS))).toMatchObject({ ok: true });
  expect(body).toMatchObject({ from: 0, size: 20 });
  expect(Object.keys(body.aggs ?? {})).toEqual(['found']);
  expect(body).not.toHaveProperty('post_filter');
});

it('tables quote what has to be quoted and let no cell be a formula', () => {
  const row = readRow({ id: 'x', instrument_name: 'a "b", c', description: '=1+1' });
  const [head, line] = asCsv([row], EMPTY_SEARCH).split('\r\n');
  expect(head?.startsWith('id,data_product,')).toBe(true);
  expect(line).toContain('"a ""b"", c"');
  expect(line?.endsWith(",'=1+1")).toBe(true);
  expect(JSON.parse(asJson([row], EMPTY_SEARCH))[0]).toMatchObject({
    id: 'x',
    data_product: 'a "b", c',
  });
});

it('tables count the reports of what is looked at, and say what that is', () => {
  const dates = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, i) => [
        `20100${i + 1}0100`,
        `20100${i + 1}0200`,
        `D${i}`,
        3,
      ]),
    );
  const row = readRow({
    datastream: 'sgpmetE13.b1',
    measurement_id: 'sgpmetE13.b1_temp',
    primary_meas_type_code: 'temp',
    data_repository: 'ARM',
    dqr_dates: dates(1),
    datastreams: JSON.stringify([
      {
        datastream: 'sgpmetE13.b1',
        startDate: '',
        endDate: '',
        dataLevel: 'b1',
        dqrDates: dates(3),
      },
    ]),
  });
  const whole = JSON.parse(asJson([row], EMPTY_SEARCH))[0];
  expect(whole).toMatchObject({ quality_reports_on: 'sgpmetE13.b1', quality_suspect: '3' });
  const one = JSON.parse(asJson([row], { ...EMPTY_SEARCH, view: 'measurement' }))[0];
  expect(one).toMatchObject({ quality_reports_on: 'sgpmetE13.b1_temp', quality_suspect: '1' });
});
