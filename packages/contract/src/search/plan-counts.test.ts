// Counts of what a click shows: the request, the reply, and which of them shows.
import { expect, it } from 'vitest';
import { EMPTY_SEARCH, setView } from './filter.ts';
import { findsQuery, groupCounts, readGroupCounts, shownOf } from './plan-counts.ts';

it('a count is that of the groups of the view of the search, of all data and of recommended data alone', () => {
  for (const [view, field] of [
    ['instrument', 'instrument_id'],
    ['measurement', 'instrument_measurement_id'],
  ] as const) {
    const search = setView(EMPTY_SEARCH, view);
    const counted = { cardinality: { field: `${field}.keyword` } };
    expect(groupCounts(search)).toMatchObject({
      all: counted,
      recommended: {
        filter: { query_string: { query: 'priority:*' } },
        aggs: { grouped: counted },
      },
    });
    expect(JSON.stringify(findsQuery(search))).not.toContain('priority');
  }
});

it('a count is read from the reply, and is zero where the reply has none', () => {
  const below = { all: { value: 7 }, recommended: { doc_count: 12, grouped: { value: 3 } } };
  expect(readGroupCounts(below)).toEqual({ all: 7, recommended: 3 });
  expect(readGroupCounts(undefined)).toEqual({ all: 0, recommended: 0 });
});

it('recommended rows show where they are preferred and there are any', () => {
  expect(shownOf({ all: 7, recommended: 3 }, true)).toBe(3);
  expect(shownOf({ all: 7, recommended: 3 }, false)).toBe(7);
  expect(shownOf({ all: 7, recommended: 0 }, true)).toBe(7);
});
