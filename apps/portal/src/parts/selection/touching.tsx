// Which reports touch the chosen days and variables: by class, with their share of the time, and to read with one click.
import { plural } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { type Touch, touchedClasses, touchingReports } from '@isobar/contract/quality/touching.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useId, useMemo, useState } from 'react';
import { ReportLink } from '../report/report-link.tsx';
import { FILLS, strokeOf } from '../timeline/timeline.tsx';
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
  const flagged = useFlagged(selection, touches != null && touches.length > 0);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (touches === undefined) return <p className="skeleton h-5 w-64" aria-hidden />;
  if (touches === null) {
    return (
      <p className="text-sm text-warn">
        Whether quality reports touch these days cannot be told at the moment.
      </p>
    );
  }
  if (touches.length === 0) {
    return (
      <p className="text-sm text-ink-2">
        No quality report touches these days{variables.length > 0 && ' and variables'}.
      </p>
    );
  }
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>Reports that touch it:</span>
        {touchedClasses(touches, dates).map(({ assessment, count, share }) => (
          <span key={assessment} className="inline-flex items-center gap-1.5">
            <Mark assessment={assessment} />
            {count} {assessment}
            <span className="-ml-1.5 text-ink-2">
              , {percent(share)} of the time
              {flagged &&
                isMaskable(assessment) &&
                `, ${aboutSamples(flagged[assessment], flagged)}`}
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
            <Line key={`${touch.report.assessment} ${touch.report.id}`} touch={touch} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Missing data have no samples that could be masked. */
const isMaskable = (assessment: string): assessment is 'incorrect' | 'suspect' =>
  assessment === 'incorrect' || assessment === 'suspect';

/** Most variables that a line names. */
const MOST_NAMED = 6;

function Line({ touch }: { readonly touch: Touch }) {
  const { report, share, variables } = touch;
  const first = Math.min(...report.spans.map(({ start }) => start));
  const last = Math.max(...report.spans.map(({ end }) => end));
  const more = variables.length - MOST_NAMED;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <Mark assessment={report.assessment} />
      <span className="font-mono text-sm">{report.id}</span>
      <span className="min-w-0">{report.subject || `Data ${report.assessment}`}</span>
      <span className="text-ink-2">
        {formatDay(first)} – {last === Number.MAX_SAFE_INTEGER ? 'still going on' : formatDay(last)}
        , {percent(share)} of your time
      </span>
      <span className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
        {variables.slice(0, MOST_NAMED).join(' ')}
        {more > 0 && ` and ${plural(more, 'more variable')}`}
      </span>
      {report.id !== '' && report.id !== '0' && (
        <ReportLink id={report.id} className="link">
          View Report <span className="sr-only">{report.id}</span>
        </ReportLink>
      )}
    </li>
  );
}

/** 0.0004 -> 'under 0.1 %'; never 100 % or 0 % for a share that is only close to it. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return 'under 0.1 %';
  if (share < 1 && share > 0.999) return 'over 99.9 %';
  return `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

function Mark({ assessment }: { readonly assessment: string }) {
  const name = assessment === 'incorrect' || assessment === 'suspect' ? assessment : 'missing';
  const height = { incorrect: 14, suspect: 10, missing: 6 }[name];
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
