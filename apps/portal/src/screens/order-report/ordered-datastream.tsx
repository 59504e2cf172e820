// One ordered datastream: what was ordered of it, and the reports that touch it.

import type { OrderReports } from '@isobar/contract/calls/quality.ts';
import { plural } from '@isobar/contract/count.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { ClassMark } from '../../parts/report/class-mark.tsx';
import { ReportLink } from '../../parts/report/report-link.tsx';
import { classLabel, day, endText, startText } from '../../parts/report/report-words.ts';

type Ordered = OrderReports['datastreams'][number];
type Report = Ordered['reports'][number];

const MOST_DATES = 6;

export function OrderedDatastream({ ordered }: { readonly ordered: Ordered }) {
  const { datastream, title, reports } = ordered;
  return (
    <section aria-label={datastream} className="min-w-0">
      <h2 className="title-2 break-words">
        {title}{' '}
        <a className="link font-mono text-within" href={thingPage('datastream', datastream)}>
          {datastream}
        </a>
      </h2>
      <p className="mt-0.5 text-ink-2">{asked(ordered)}</p>
      {reports.length === 0 ? (
        <p className="mt-2 border-t border-rule py-3">No quality report affects this datastream.</p>
      ) : (
        <ul className="mt-2">
          {reports.map((report) => (
            <li key={report.dqrid} className="border-t border-rule py-3">
              <OneReport report={report} flagged={ordered.flagged} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OneReport(props: { readonly report: Report; readonly flagged: readonly string[] }) {
  const { report, flagged } = props;
  return (
    <div className="flex gap-3">
      <ClassMark code={report.code} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <ReportLink id={report.dqrid} />
          <span className="font-strong">{report.subject}</span>
          {report.since && <span className="badge">after your delivery</span>}
        </p>
        <ul className="mt-1 grid gap-1">
          {report.spans.map((span) => (
            <li
              key={`${span.startDateTime} ${span.endDateTime} ${span.code} ${span.variables.join()}`}
              className="text-sm"
            >
              {classLabel(span.code, span.metric)}, {startText(span)} – {endText(span)}
              {flagged.includes(span.metric.toLowerCase()) && (
                <span className="text-ink-2"> · flagged as -9999 in your files</span>
              )}
              <span className="block font-mono text-sm break-words text-ink-2">
                {span.variables.length > 0 ? span.variables.join('  ') : 'all ordered variables'}
              </span>
            </li>
          ))}
        </ul>
        {report.suggestions && (
          <p className="mt-1 text-sm whitespace-pre-line text-ink-2">{report.suggestions}</p>
        )}
      </div>
    </div>
  );
}

function asked({ dates, variables }: Ordered): string {
  const named = dates.slice(0, MOST_DATES).map((one) => {
    const [from, to] = [day(one.start), day(one.end)];
    return from === to ? from : `${from} to ${to}`;
  });
  const more =
    dates.length > MOST_DATES ? ` and ${plural(dates.length - MOST_DATES, 'more range')}` : '';
  const when = dates.length === 0 ? 'All dates' : named.join(', ') + more;
  return `${when}; ${variables.length === 0 ? 'all variables' : `${plural(variables.length, 'variable')}: ${variables.join(', ')}`}`;
}
