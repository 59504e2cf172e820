// Fetches a report and shows it, or says why it cannot be shown.
import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { reportQuery } from './report-queries.ts';
import { ReportTitle } from './report-title.tsx';
import { ReportView } from './report-view.tsx';

export function Report(props: {
  readonly id: string;
  readonly narrow?: boolean;
  /** Called once, when the report is on the page. */
  readonly onShown?: (report: ReportReply) => void;
}) {
  const { id, narrow = false, onShown } = props;
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery(reportQuery(config, id));
  useEffect(() => {
    if (data) onShown?.(data);
  }, [data, onShown]);
  if (data) {
    return (
      <>
        <ReportTitle report={data} page={!narrow} />
        <ReportView report={data} narrow={narrow} />
      </>
    );
  }
  const title = narrow ? null : <h1 className="title mb-4">Report {id}</h1>;
  if (error instanceof CallError && (error.status === 404 || error.status === 400)) {
    return (
      <>
        {title}
        <EmptyPanel
          title={`There is no report ${id}`}
          text="This archive has no data quality report with that id. It may belong to another archive."
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        {title}
        <FailurePanel
          what={`The report ${id} could not be loaded.`}
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  return (
    <>
      {narrow || <ReportTitle report={{ dqrid: id, subjectTitle: '' }} page />}
      <div
        role="status"
        aria-label="Loading the report"
        className="grid min-h-[24rem] content-start gap-4"
      >
        {narrow && <Skeleton className="h-9 w-2/3" />}
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </>
  );
}
