// A search as something to copy or save: a link, a table. Pure.
import { QUALITY_CLASSES, qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { type Search, setPage } from '@isobar/contract/search/filter.ts';
import { mainSearch } from '@isobar/contract/search/plan.ts';
import { distinct, groupFieldOf, searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { isExternal, type ResultRow } from '../../lib/search/row.ts';
import { measurementLookedAt, reportDatesOf } from '../../lib/search/row-reports.ts';

/** Most rows of a downloaded list: the end of paging of the search service. */
export const MOST_ROWS = 10_000;

/** An address that shows the same to another person, whatever they prefer. */
export function shareLink(search: Search, recommended: boolean, origin: string): string {
  const explicit: Search = { ...search, data: recommended ? 'recommended' : 'all' };
  return `${origin}/discovery/${resultsHref(explicit)}`;
}

/**
 * The request of the result list alone: the best document of each group and how many groups there
 * are, no facets.
 */
export function listBody(search: Search, recommended: boolean, rows: number): SearchBody {
  const { post_filter: _, ...body } = mainSearch(setPage(search, 1), recommended);
  const query = searchQuery(search, { recommended });
  return { ...body, query, from: 0, size: rows, aggs: { found: distinct(groupFieldOf(search)) } };
}

type Column = readonly [name: string, value: (row: ResultRow, search: Search) => string];

const COLUMNS: readonly Column[] = [
  ['id', (row) => row.id],
  ['data_product', (row) => row.instrumentName || row.name],
  ['instrument_code', (row) => row.instrumentCode],
  ['primary_measurement', (row) => row.measurementName],
  ['variable', (row) => row.varName],
  ['datastream', (row) => row.datastream],
  ['data_level', (row) => row.dataLevel],
  ['site', (row) => row.siteName],
  ['facility', (row) => row.ffac],
  ['start_date', (row) => row.startDate],
  ['end_date', (row) => row.endDate],
  [
    'quality_reports_on',
    (row, search) => {
      if (isExternal(row)) return '';
      return measurementLookedAt(row, search) === null ? row.datastream : row.measurementId;
    },
  ],
  ...QUALITY_CLASSES.filter(({ name }) => name !== 'routine').map(
    ({ name }): Column => [
      `quality_${name}`,
      (row, search) =>
        isExternal(row)
          ? ''
          : String(
              qualityRanges(reportDatesOf(row, search)).filter((range) => range.name === name)
                .length,
            ),
    ],
  ),
  ['data_repository', (row) => row.repository],
  ['description', (row) => row.description],
];

/** RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export const asCsv = (rows: readonly ResultRow[], search: Search): string =>
  [
    COLUMNS.map(([name]) => name),
    ...rows.map((row) => COLUMNS.map(([, value]) => value(row, search))),
  ]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\r\n');

export const asJson = (rows: readonly ResultRow[], search: Search): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(COLUMNS.map(([name, value]) => [name, value(row, search)])),
    ),
    null,
    2,
  );

function csvCell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
