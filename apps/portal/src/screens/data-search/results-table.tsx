// The results as a table: one row per data product or measurement, with its timeline on the shared
// axis.

import { type QualityRange, qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { openRecord, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GroupSummary } from '../../lib/search/plan-summaries.ts';
import { reportDatesOf } from '../../lib/search/row-reports.ts';
import { type TimelineHit, useTimelineGestures } from '../../parts/timeline/gestures.ts';
import { useTimelineKeys } from '../../parts/timeline/keys.ts';
import { reportKey } from '../../parts/timeline/report-key.ts';
import { TimelineAxis } from '../../parts/timeline/timeline.tsx';
import { useTimeline } from '../../parts/timeline/view.tsx';
import { roles } from '../../ui/table-roles.ts';
import { barRanges } from './bar-ranges.ts';
import { ResultRowView } from './result-row.tsx';
import { groupIdOf, type Results } from './results-queries.ts';
import type { Go } from './search-address.ts';

export function ResultsTable(props: {
  readonly search: Search;
  readonly results: Results;
  readonly summaries: ReadonlyMap<string, GroupSummary>;
  readonly go: Go;
}) {
  const { search, results, summaries, go } = props;
  const rows = results.page?.rows;
  const drawn = useDrawn(rows?.length ?? 0);
  const view = viewOf(search);
  // Rows use the search only for links, so they may be drawn after the click has shown its effect,
  // unless their shape changes.
  const later = useDeferredValue(search);
  const linked = viewOf(later) === view ? later : search;
  const table = useRef<HTMLTableElement>(null);
  const shown = useTimeline((state) => state.options.shown);
  const ranges = useMemo(
    () => new Map((rows ?? []).map((row) => [row.id, qualityRanges(reportDatesOf(row, linked))])),
    [rows, linked],
  );
  const rangesOf = useCallback(
    (id: string) => ranges.get(id) ?? barRanges.get(id) ?? NO_RANGES,
    [ranges],
  );
  const open = useCallback(
    ({ key, report }: TimelineHit) =>
      go(openRecord(search, { id: key, ...(report ? { report: reportKey(report) } : {}) })),
    [go, search],
  );
  useTimelineKeys(table);
  useTimelineGestures(table, { rangesOf, onSecondClick: open });
  return (
    <section
      className="relative mt-1.5 overflow-x-auto"
      data-tour="results"
      data-skip="results"
      aria-label="Results"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
      tabIndex={0}
      aria-busy={results.stale || !rows || drawn < rows.length}
    >
      <div aria-hidden className="h-[2px]">
        {(results.stale || !rows) && <div className="skeleton h-full !bg-accent" />}
      </div>
      <table
        ref={table}
        {...roles.table}
        className="w-full table-fixed border-collapse max-md:block md:min-w-[860px]"
      >
        <caption className="sr-only">
          {view === 'measurement' ? 'Primary measurements' : 'Data products'} with availability and
          quality
        </caption>
        <Columns measurement={view === 'measurement'} timelines={shown} />
        <Head measurement={view === 'measurement'} timelines={shown} />
        <tbody {...roles.body} className="max-md:block">
          {rows?.slice(0, drawn).map((row) => (
            <ResultRowView
              key={row.id}
              row={row}
              ranges={rangesOf(row.id)}
              summary={summaries.get(groupIdOf(row, view)) ?? null}
              search={linked}
              timelines={shown}
              go={go}
            />
          ))}
          {/* Other elements than those before the first rows: lines that stayed would count as
              moved. */}
          <SkeletonRows
            key={rows ? 'more' : 'first'}
            count={rows ? rows.length - drawn : Math.min(search.terms.id?.length ?? 8, search.rows)}
            columns={(view === 'measurement' ? 4 : 2) + (shown ? 1 : 0) + 1}
          />
        </tbody>
      </table>
    </section>
  );
}

/**
 * Rows of the first paint, more than a screen of them, and of each piece that follows: one task for
 * all of them would block for long.
 */
const FIRST_ROWS = 8;
const MORE_ROWS = 4;

/** How many of the rows are drawn by now. */
function useDrawn(count: number): number {
  const [most, setMost] = useState(FIRST_ROWS);
  useEffect(() => {
    if (most >= count) return;
    const timer = setTimeout(() => startTransition(() => setMost(most + MORE_ROWS)));
    return () => clearTimeout(timer);
  }, [most, count]);
  return Math.min(most, count);
}

type Shape = { readonly measurement: boolean; readonly timelines: boolean };

function Columns({ measurement, timelines }: Shape) {
  const texts = measurement ? ['17%', '15%', '17%', '15%'] : [288, timelines ? 216 : 'auto'];
  return (
    <colgroup>
      {texts.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
        <col key={index} style={{ width }} />
      ))}
      {timelines && <col />}
      <col style={{ width: 118 }} />
    </colgroup>
  );
}

function Head({ measurement, timelines }: Shape) {
  const names = measurement
    ? ['Measurement', 'Description', 'Data Product', 'Data Product Description']
    : ['Data Product', 'Description'];
  return (
    <thead {...roles.body} className="max-md:sr-only">
      <tr {...roles.row} className="border-y border-rule text-left">
        {names.map((name) => (
          <th key={name} {...roles.columnHeader} scope="col" className="caps py-1 pr-4 first:pl-2">
            {name}
          </th>
        ))}
        {timelines && (
          <th {...roles.columnHeader} scope="col" className="pt-1.5 pr-5">
            <span className="sr-only">Availability and quality</span>
            <TimelineAxis {...(measurement ? { most: 4 } : {})} />
          </th>
        )}
        <th {...roles.columnHeader} scope="col">
          <span className="sr-only">View Details & Get Data</span>
        </th>
      </tr>
    </thead>
  );
}

/** `columns`: as many as the table has; one more would change the widths of all. */
const SkeletonRows = ({ count, columns }: { readonly count: number; readonly columns: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows to come have no name yet
    <tr key={index} aria-hidden className="h-[79px] border-b border-rule max-md:grid">
      <td colSpan={columns} className="max-md:py-4">
        <div className="skeleton h-4 w-1/4" />
        <div className="skeleton mt-2 h-3 w-2/3" />
      </td>
    </tr>
  ));

const NO_RANGES: readonly QualityRange[] = [];
