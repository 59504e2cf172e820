// First and last day of what is cited: the request, and what is read from the answer.

import { parseSearchBody } from '@isobar/query-language/search-body.ts';
import { expect, it } from 'vitest';
import { boundsSearch, readBound } from './bounds.ts';

it.each([
  ['datastream', 'sgpmetE13.b1', 'start_date', 'asc'],
  // the last sample; the first end would say nothing
  ['datastream', 'sgpmetE13.b1', 'end_date', 'desc'],
  ['instrument_class_code', 'met', 'end_date', 'desc'],
] as const)(
  '[P065] the days of a source of %s %s: one hit, sorted by %s %s',
  (field, code, edge, order) => {
    const body = boundsSearch(field, code, edge);
    expect(parseSearchBody(body)).toMatchObject({ ok: true });
    expect(body).toMatchObject({ size: 1, sort: [{ [edge]: { order } }] });
    expect(JSON.stringify(body.query)).toContain(code);
    expect(JSON.stringify(body.query)).toContain(field);
  },
);

it('[P066] the days of a source are the date of the first hit; none where nothing is known', () => {
  const reply = (sources: readonly object[]) => ({
    hits: {
      total: { value: sources.length },
      hits: sources.map((_source) => ({ _id: 'x', _source })),
    },
  });
  const found = reply([{ start_date: '2001-02-03T04:05:06Z' }]) as Parameters<typeof readBound>[0];
  expect(readBound(found, 'start_date')).toMatch(/^2001-02-03/);
  expect(readBound(found, 'end_date')).toBeNull();
  expect(readBound(reply([]) as Parameters<typeof readBound>[0], 'start_date')).toBeNull();
});
