// Which reports touch the chosen days and variables: by class, with their share of the time, and to
// read with one click.
import { formatShare } from '@isobar/contract/count.ts';
import { DQR_FILTERS, type DqrFilter } from '@isobar/contract/orders/request.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { CODES, classNameOf } from '@isobar/contract/quality/classes.ts';
import { isReport } from '@isobar/contract/quality/report.ts';
import { type QualityName, qualityName, rangeLabel } from '@isobar/contract/quality/timeline.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useId, useMemo, useState } from 'react';
import { type Touch, touchedClasses, touchingReports } from '../../lib/quality/touching.ts';
import { ReportLink } from '../report/report-link.tsx';
import { FILLS, strokeOf } from '../timeline/timeline.tsx';
import { VariableNames } from '../timeline/variable-names.tsx';
import { useDatastreamReports } from './datastream-reports.ts';
import { aboutSamples, useFlagged } from './flagged-query.ts';

/** Undefined until the reports are known, null if they could not be loaded. */
export function useTouches(
  datastream: string,
  dates: readonly Span[],
  variables: readonly string[],
): readonly Touch[] | null | undefined {
  const reports = useDatastreamReports(datastream);
  return useMemo(
    () => reports && touchingReports(reports, dates, variables),
    [reports, dates, variables],
  );
}

export function TouchingReports({ selection }: { readonly selection: Selection }) {
  const { datastream, dates, variables } = selection;
  const touches = useTouches(datastream, dates, variables);
  const flagged = useFlagged(selection, true);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (touches === undefined) return <p className="skeleton h-5 w-64" aria-hidden />;
  if (touches === null) {
    return (
      <p className="text-sm text-warn">
        Quality reports could not be loaded. Some may affect these days.
      </p>
    );
  }
  if (touches.length === 0) {
    return (
      <p className="text-sm text-ink-2">
        No quality report affects these days{variables.length > 0 && ' and variables'}.
      </p>
    );
  }
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>Quality reports:</span>
        {touchedClasses(touches, dates).map(({ code, count, share }) => (
          <span key={code} className="inline-flex items-center gap-1.5">
            <Mark code={code} />
            <span>
              {count} {classNameOf(code).toLowerCase()}
              <span className="text-ink-2">
                , {formatShare(share)} of the time
                {flagged &&
                  maskable(code, (filter) => `, ${aboutSamples(flagged[filter], flagged)}`)}
              </span>
            </span>
          </span>
        ))}
        <button
          type="button"
          className="link"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : 'Read'} {touches.length === 1 ? 'it' : 'them'}
          <span className="sr-only">: reports on {datastream}</span>
        </button>
      </p>
      {open && (
        <ul
          id={id}
          className="mt-2 grid max-h-72 gap-1.5 overflow-y-auto border-l-2 border-rule pl-3"
        >
          {touches.map((touch) => (
            <Line key={`${touch.report.code} ${touch.report.id}`} touch={touch} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Of classes whose samples can be masked; missing data have none. */
function maskable(code: number, text: (filter: DqrFilter) => string): string | null {
  const filter = DQR_FILTERS.find((one) => CODES[one] === code);
  return filter === undefined ? null : text(filter);
}

function Line({ touch }: { readonly touch: Touch }) {
  const { report, spans, share, variables } = touch;
  const first = Math.min(...spans.map(({ start }) => start));
  const last = Math.max(...spans.map(({ end }) => end));
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Mark code={report.code} />
      <span className="font-mono text-sm">{report.id}</span>
      <span className="min-w-0">{report.subject || rangeLabel({ code: report.code })}</span>
      <span className="text-ink-2">
        {formatDay(first)} – {Number.isFinite(last) ? formatDay(last) : 'ongoing'},{' '}
        {formatShare(share)} of the chosen time
      </span>
      <VariableNames variables={variables} />
      {isReport(report.id) && (
        <ReportLink id={report.id} className="link">
          View Report <span className="sr-only">{report.id}</span>
        </ReportLink>
      )}
    </li>
  );
}

const HEIGHTS: Readonly<Record<QualityName, number>> = {
  ...{ incorrect: 14, suspect: 10, missing: 6, note: 4, limited: 4, routine: 4 },
};

function Mark({ code }: { readonly code: number }) {
  const name = qualityName(code);
  const height = HEIGHTS[name];
  return (
    <svg width="8" height="16" aria-hidden="true" className="timeline shrink-0 self-center">
      <rect
        x="1"
        y={8 - height / 2}
        width="6"
        height={height}
        fill={FILLS[name]}
        {...strokeOf(name)}
      />
    </svg>
  );
}
