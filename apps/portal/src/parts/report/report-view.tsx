// A data quality report: its text, what it is about, its time span, and what it means for orders.
import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import type { ReactNode } from 'react';
import { thingPage } from '../../lib/thing-page.ts';
import { ClassMark } from './class-mark.tsx';
import './report.css';
import { ReportAside } from './report-aside.tsx';
import { ReportLink } from './report-link.tsx';
import { ReportTimelines } from './report-timelines.tsx';
import { classLabel, endText, extentText, startText, wholeSpan } from './report-words.ts';
import { SpanTable } from './span-table.tsx';
import { VariableLists } from './variable-list.tsx';

/** `narrow`: inside a dialog, everything in one column. */
export function ReportView(props: { readonly report: ReportReply; readonly narrow?: boolean }) {
  const { report, narrow = false } = props;
  return (
    <div className="report">
      <Notices report={report} />
      <Facts report={report} />
      <ReportTimelines report={report} />
      <div
        className={
          narrow
            ? 'mt-5 grid gap-6'
            : 'report-columns mt-7 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]'
        }
      >
        <ReportWords report={report} />
        <ReportAside report={report} />
      </div>
    </div>
  );
}

function Facts({ report }: { readonly report: ReportReply }) {
  const span = wholeSpan(report.affected);
  return (
    <p className="flex flex-wrap items-center gap-x-6 gap-y-1">
      <span className="inline-flex items-center gap-2 font-strong">
        <ClassMark code={report.code} />
        {classLabel(report.code, report.timespans[0]?.metric)}
      </span>
      <span>
        {startText(span)} – {endText(span)} UTC
      </span>
      <span className="text-ink-2">{extentText(report)}</span>
    </p>
  );
}

function Notices({ report }: { readonly report: ReportReply }) {
  const { supersededBy, supersedes, withdrawn } = report;
  if (withdrawn === null && supersededBy.length === 0 && supersedes.length === 0) return null;
  return (
    <div className="mb-3 grid gap-2">
      {withdrawn !== null && (
        <p role="note" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2.5">
          <strong>This report was withdrawn.</strong> {withdrawn}
        </p>
      )}
      {supersededBy.length > 0 && (
        <p role="note" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-2.5">
          A later report replaces this one: <Ids ids={supersededBy} />.
        </p>
      )}
      {supersedes.length > 0 && (
        <p className="text-ink-2">
          Supersedes <Ids ids={supersedes} />.
        </p>
      )}
    </div>
  );
}

const Ids = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <ReportLink id={id} />
    </span>
  ));

/** Subject to time spans, as a list of terms. */
export function ReportWords({ report }: { readonly report: ReportReply }) {
  return (
    <dl className="report-words min-w-0">
      <Entry term="Subject">{report.subject}</Entry>
      <Entry term="Description">
        {report.description ? (
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server (core/quality/report-html)
            dangerouslySetInnerHTML={{ __html: report.description }}
          />
        ) : (
          <span className="text-ink-2">No description.</span>
        )}
      </Entry>
      <Entry term="Suggestions">
        {report.suggestions ? (
          <p className="whitespace-pre-line">{report.suggestions}</p>
        ) : (
          <span className="text-ink-2">No description.</span>
        )}
      </Entry>
      <Entry term="Measurements">
        <VariableLists measurements={report.measurements} />
      </Entry>
      {report.datastreams.length > 0 && (
        <Entry term="Datastreams">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {report.datastreams.map((name) => (
              <li key={name}>
                <Datastream report={report} name={name} />
              </li>
            ))}
          </ul>
        </Entry>
      )}
      <Entry term="Affected Time Spans">
        <SpanTable report={report} />
      </Entry>
    </dl>
  );
}

/** A link where the catalogue has the datastream. */
function Datastream({ report, name }: { readonly report: ReportReply; readonly name: string }) {
  const known = report.about.find((one) => one.datastream === name);
  if (!known) {
    return (
      <>
        <span className="font-mono text-sm break-words">{name}</span>{' '}
        <span className="text-ink-2">not in this catalogue</span>
      </>
    );
  }
  return (
    <>
      <a
        className="link font-mono text-sm break-words"
        href={`#/results/datastream::${encodeURIComponent(name)}`}
      >
        {name}
      </a>{' '}
      <span className="text-ink-2">
        {known.title} ·{' '}
        <a className="link" href={thingPage('datastream', name)}>
          citable page<span className="sr-only">: {name}</span>
        </a>
      </span>
    </>
  );
}

const Entry = (props: { readonly term: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-1 border-t border-rule py-3.5 sm:grid-cols-[8.25rem_minmax(0,1fr)]">
    <dt className="font-strong">{props.term}</dt>
    <dd className="min-w-0">{props.children}</dd>
  </div>
);
