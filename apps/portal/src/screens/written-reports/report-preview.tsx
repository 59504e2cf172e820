// How a draft will read when it is published, as the page of the report shows it.
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { ReportTitle } from '../../parts/report/report-title.tsx';
import { ReportWords } from '../../parts/report/report-view.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { previewQuery } from './written-calls.ts';

export function ReportPreview(props: { readonly dqrid: string; readonly draft: ReportDraft }) {
  const { dqrid, draft } = props;
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    ...previewQuery(config, dqrid, draft),
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-label="Preview"
      className="mt-5 min-w-0 rounded-lg border border-rule bg-surface p-5"
    >
      <h2 className="caps mb-2">Preview</h2>
      {error && (
        <FailurePanel
          what="The preview could not be made."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          {draft.withdraw && (
            <p
              role="note"
              className="mb-3 rounded-lg border border-warn/50 bg-warn-soft px-4 py-2.5"
            >
              <strong>The report is to be withdrawn.</strong> {draft.withdraw}
            </p>
          )}
          <ReportTitle report={data.report} page={false} />
          <ReportWords report={data.report} />
        </>
      )}
    </section>
  );
}
