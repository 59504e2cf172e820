// The timeline of a row, with its dates, facilities and number of reports below.

import { plural } from '@isobar/contract/count.ts';
import type { QualityRange, Span } from '@isobar/contract/quality/timeline.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { openRecord, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { ChevronDown } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { GroupSummary } from '../../lib/search/plan-summaries.ts';
import { isExternal, type ResultRow } from '../../lib/search/row.ts';
import { measurementLookedAt } from '../../lib/search/row-reports.ts';
import { NO_TIME } from '../../lib/search/stated-dates.ts';
import { formatHourDay } from '../../parts/timeline/hours.ts';
import { countText, reportCount } from '../../parts/timeline/report-count.ts';
import { Timeline } from '../../parts/timeline/timeline.tsx';
import { useTimeline, zoomedWindow } from '../../parts/timeline/view.tsx';
import { rowSpan } from './page-spans.ts';
import type { Go } from './search-address.ts';

export type RowProps = {
  readonly row: ResultRow;
  readonly ranges: readonly QualityRange[];
  readonly summary: GroupSummary | null;
  readonly search: Search;
  readonly timelines: boolean;
  readonly go: Go;
};

type ToggleProps = RowProps & {
  readonly open: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
};

type Props = ToggleProps & { readonly reports: boolean; readonly onReports: () => void };

export function RowTimeline(props: Props) {
  const { row, ranges, search, summary } = props;
  const span = rowSpan(row);
  const union = summary && summary.spans.length > 0 ? summary.spans : span ? [span] : NO_SPANS;
  return (
    <>
      <div data-timeline={row.id} className="cursor-ew-resize touch-pan-y">
        <Timeline
          data={span}
          ranges={ranges}
          union={union}
          {...(viewOf(search) === 'measurement' ? { ticks: 4 } : {})}
        />
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-2 text-xs whitespace-nowrap text-ink-2">
        <Bound side={0} union={union} none={isExternal(row) ? '' : NO_TIME} />
        <span className="flex items-baseline gap-x-3">
          <PlacesToggle {...props} />
          <ReportsLink {...props} />
        </span>
        <Bound side={1} union={union} />
      </div>
    </>
  );
}

/** The first or last day of all facilities, or of the window while it is zoomed. */
function Bound(props: {
  readonly side: 0 | 1;
  readonly union: readonly Span[];
  /** Shown where there are none. */
  readonly none?: string;
}) {
  const { side, union, none } = props;
  const seen = useTimeline(({ full, window }) =>
    window[0] === full[0] && window[1] === full[1] ? null : window[side],
  );
  const own = side === 0 ? union[0]?.[0] : union.at(-1)?.[1];
  if (seen !== null) {
    return (
      <span title="Zoomed in: dates of the window, not of all data">
        <span className="sr-only">Zoomed {side === 0 ? 'from' : 'to'} </span>
        <span className="italic">{formatHourDay(seen)}</span>
      </span>
    );
  }
  return <span>{own === undefined ? none : formatHourDay(own)}</span>;
}

/** ' on Atmospheric temperature', where the reports are those of one measurement. */
export const aboutOf = (row: ResultRow, search: Search): string =>
  measurementLookedAt(row, search) === null
    ? ''
    : ` on ${row.measurementName || row.measurementCode}`;

/** Links to the details, which also list the reports; a plain click lists them right here. */
function ReportsLink({ row, ranges, search, reports, controls, onReports }: Props) {
  const window = useTimeline(zoomedWindow);
  if (isExternal(row)) return null;
  const text = reportCount(ranges, window);
  if (text === '') return <span>No reports</span>;
  const all = `${text}${aboutOf(row, search)}: ${countText(ranges)}`;
  return (
    <a
      className="link"
      href={resultsHref(openRecord(search, { id: row.id }))}
      aria-label={all}
      title={all}
      aria-expanded={reports}
      aria-controls={reports ? controls : undefined}
      data-tour="reports"
      onClick={(event) => {
        if (isModified(event)) return;
        event.preventDefault();
        onReports();
      }}
    >
      {text}
    </a>
  );
}

const isModified = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** The number of facilities, which is also the button that lists them. */
export function PlacesToggle({ row, summary, open, controls, onToggle }: ToggleProps) {
  if (isExternal(row)) return null;
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      data-tour="places"
      className="group inline-flex items-center gap-0.5 rounded px-1 text-accent"
      onClick={onToggle}
    >
      {summary ? plural(summary.facilities, 'facility', 'facilities') : 'Facilities'}
      <ChevronDown
        size={13}
        aria-hidden
        className="transition-transform group-aria-expanded:rotate-180"
      />
    </button>
  );
}

const NO_SPANS: readonly Span[] = [];
