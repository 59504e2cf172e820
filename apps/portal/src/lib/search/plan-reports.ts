// The quality reports of every datastream of a row, for the bars of its facilities: one call when
// the row is opened.
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import { GROUP_FIELD } from '@isobar/contract/search/plan-clauses.ts';
import { bucketsOf, type ParsedReply, textOf, topHitsOf } from '@isobar/contract/search/reply.ts';
import { FACET_LIMIT } from '@isobar/contract/search/settings.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import type { Group } from './plan-details.ts';
import { readDqrDates, readEntries } from './row.ts';

/**
 * `measurement`: the code of the one whose reports are wanted; null: the reports of all. Each
 * document lists the reports of every level of its product at its facility, so for all of them one
 * document per facility is enough.
 */
export const groupReportsSearch = (group: Group, measurement: string | null): SearchBody => ({
  query: { bool: { filter: clauses(group, measurement) } },
  size: 0,
  track_total_hits: false,
  aggs: {
    parts: {
      terms: {
        field: measurement === null ? 'ffac.keyword' : 'datastream.keyword',
        size: FACET_LIMIT,
      },
      aggs: {
        top: {
          top_hits: {
            size: 1,
            _source: ['datastream', 'dqr_dates', ...(measurement === null ? ['datastreams'] : [])],
          },
        },
      },
    },
  },
});

/** Datastream -> its reports. */
export function readGroupReports({
  aggregations,
}: ParsedReply): ReadonlyMap<string, readonly DqrDate[]> {
  const reports = new Map<string, readonly DqrDate[]>();
  for (const { below } of bucketsOf(aggregations, 'parts')) {
    const top = topHitsOf(below, 'top')[0] ?? {};
    reports.set(textOf(top, 'datastream'), readDqrDates(textOf(top, 'dqr_dates')));
    for (const entry of readEntries(textOf(top, 'datastreams'))) {
      reports.set(entry.datastream, readDqrDates(entry.dqrDates));
    }
  }
  return reports;
}

const clauses = ({ view, id }: Group, measurement: string | null): Query[] => [
  { term: { [`${GROUP_FIELD[view]}.keyword`]: id } },
  ...(measurement === null ? [] : [{ term: { 'primary_meas_type_code.keyword': measurement } }]),
];
