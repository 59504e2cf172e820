// One report as operators see it: the form with its preview, submission, the second person's
// review, the history.
import type { WrittenReport } from '@isobar/contract/calls/quality.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/router/provider.tsx';
import { Operators } from '../../parts/operators/operators.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { ReportEvents } from './report-events.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportPreview } from './report-preview.tsx';
import { ReviewBar } from './review-bar.tsx';
import { STATE_WORDS } from './state-words.ts';
import { writtenQuery } from './written-calls.ts';

export function WrittenReportScreen() {
  const { id = '' } = useParams();
  usePageTitle(`Write ${id}`);
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <a className="btn btn-quiet btn-small -ml-2" href="#/reports">
        <ArrowLeft size={15} aria-hidden />
        All written reports
      </a>
      <h1 className="title mt-2">
        <span className="font-mono text-within">{id}</span>
      </h1>
      <Operators why="Quality reports are written by operators of the archive.">
        <Loaded id={id} />
      </Operators>
    </main>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery(writtenQuery(config, id));
  if (data) return <Opened report={data} />;
  if (error)
    return (
      <FailurePanel
        what={`${id} could not be opened.`}
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return <Skeleton className="mt-5 h-80 w-full" />;
}

function Opened({ report }: { readonly report: WrittenReport }) {
  const writing = report.state === 'draft' || report.state === 'returned';
  return (
    <>
      <p className="mt-1 text-ink-2">
        {STATE_WORDS[report.state]}
        {report.version > 0 &&
          `; ${report.version === 1 ? '1 version was' : `${report.version} versions were`} published`}
      </p>
      {writing ? (
        // The key makes a new form after each event, since another person may have changed the
        // draft.
        <ReportForm key={`${report.dqrid} ${report.events.length}`} report={report} />
      ) : (
        <>
          <ReviewBar report={report} />
          <ReportPreview dqrid={report.dqrid} draft={report.draft} />
        </>
      )}
      <ReportEvents events={report.events} />
    </>
  );
}
