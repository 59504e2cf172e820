// The quality reports that touch a day, in words with a link to each; and what their shapes over
// the plots mean.

import { plural } from '@isobar/contract/count.ts';
import { NO_REPORT } from '@isobar/contract/quality/report.ts';
import type { DayAnswer, DayReport } from '@isobar/contract/quicklooks/day.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { clockOf } from './day-clock.ts';
import { SPAN_NAMES, Span, type SpanKind, spanKind } from './day-spans.tsx';

export function DayReports({ reports }: { readonly reports: readonly DayReport[] | null }) {
  if (reports === null)
    return (
      <p role="alert" className="mt-3 text-warn">
        Quality reports are not available at the moment. Some may affect these data.
      </p>
    );
  if (reports.length === 0)
    return <p className="mt-3 text-ink-2">No quality report affects this day.</p>;
  return (
    <ul
      aria-label="Quality reports of this day"
      className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {reports.map((report) => (
        <li
          key={`${report.id} ${report.code} ${report.from}`}
          className="flex flex-wrap items-center gap-x-2"
        >
          <SpanKey kind={spanKind(report)} />
          {report.id !== NO_REPORT && (
            <a className="link font-mono text-sm" href={thingPage('report', report.id)}>
              {report.id}
            </a>
          )}
          <span>{SPAN_NAMES[spanKind(report)]}</span>
          <span className="text-ink-2">
            {clockOf(report.from)} to {clockOf(report.to)} UTC
          </span>
          {report.subject && <span className="min-w-0 break-words">{report.subject}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Seconds of a bin of a day. */
const secondsOf = (bin: number, bins: number): number => (bin / bins) * DAY_SECONDS;
/** Spans that are named; further ones are counted. */
const NAMED = 3;

/** Which times of a day are marked because their values fail an automatic check. */
export function FailedChecks({ day }: { readonly day: DayAnswer }) {
  const { samples } = day;
  if (samples?.kind !== 'image' || samples.bad.length === 0) return null;
  const spans = samples.bad.map((run) => run.map((bin) => clockOf(secondsOf(bin, samples.width))));
  return (
    <p className="mt-3">
      Most values fail an automatic check:{' '}
      {spans
        .slice(0, NAMED)
        .map(([from, to]) => `${from} to ${to}`)
        .join(', ')}
      {spans.length > NAMED && ` and ${plural(spans.length - NAMED, 'other span')}`} UTC.
    </p>
  );
}

export const SpanKey = ({ kind }: { readonly kind: SpanKind }) => (
  <svg width="16" height="16" aria-hidden="true" className="shrink-0">
    <Span kind={kind} box={{ x: 0.5, y: 1, width: 15, height: 14 }} />
  </svg>
);

const SHOWN: readonly SpanKind[] = ['incorrect', 'suspect', 'missing', 'note'];

export function PlotsKey() {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
      <ul aria-label="Overlays on the plots" className="contents">
        {SHOWN.map((kind) => (
          <li key={kind} className="flex items-center gap-1.5">
            <SpanKey kind={kind} />
            {SPAN_NAMES[kind]}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <svg width="12" height="12" aria-hidden="true">
            <path d="M2 2l8 8m0-8l-8 8" stroke="var(--q-incorrect)" strokeWidth="1.5" />
          </svg>
          fails a check
        </li>
      </ul>
      <span>
        from quality reports and the <code>qc_</code> values of the files
      </span>
    </div>
  );
}
