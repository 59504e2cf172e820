// A drawn area as a filter of the data search.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { crumbText } from '../../../../apps/portal/src/lib/search/read-results.ts';
import { crumbsOf, EMPTY_SEARCH, setFilter } from './filter.ts';
import { externalCount, mainSearch } from './plan.ts';
import { fieldsQuery } from './plan-clauses.ts';

const drawn = setFilter(EMPTY_SEARCH, 'shape', ['-100 30, -90 30, -90 40']);

it('the filter by area is sent beside the query string as a polygon, and counts as a clause', () => {
  const body = mainSearch(drawn, true);
  expect(parseSearchBody(body)).toMatchObject({ ok: true });
  expect(body.size).toBe(20);
  const { filter } = (body.query as { bool: { filter: readonly object[] } }).bool;
  expect(filter).toHaveLength(2);
  expect(filter[1]).toMatchObject({
    geo_shape: {
      geo: {
        shape: {
          coordinates: [
            [
              [-100, 30],
              [-90, 30],
              [-90, 40],
              [-100, 30],
            ],
          ],
        },
      },
    },
  });
  expect(JSON.stringify(filter[0])).not.toContain('-100');
  expect(JSON.stringify(externalCount(drawn))).toContain('geo_shape');
});

it('the filter by area narrows beside other fields', () => {
  const both = setFilter(drawn, 'site_code', ['sgp']);
  expect(fieldsQuery(both, ['shape', 'site_code'])).toMatchObject({
    bool: { filter: [{ query_string: {} }, { geo_shape: {} }] },
  });
  expect(fieldsQuery(both, ['site_code'])).toHaveProperty('query_string');
});

it('an unreadable area finds nothing rather than everything', () => {
  const body = mainSearch(setFilter(EMPTY_SEARCH, 'shape', ['here']), true);
  expect(JSON.stringify(body.query)).toContain('match_none');
});

it('the filter by area is one chip that tells its corners', () => {
  const [crumb, ...more] = crumbsOf(drawn);
  expect(more).toEqual([]);
  expect(crumb).toMatchObject({ label: 'Area' });
  expect(crumb && crumbText(crumb, {})).toBe('polygon of 3 corners');
});
