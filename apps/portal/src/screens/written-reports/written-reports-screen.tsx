// The operators' desk: reports that are being written, wait for a second person, or were published.
import { ANY_REPORT_ID } from '@isobar/contract/quality/report.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useRouter } from '../../lib/router/provider.tsx';
import { OperatorTabs } from '../../parts/operators/operator-tabs.tsx';
import { Operators } from '../../parts/operators/operators.tsx';
import { day } from '../../parts/report/report-words.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { STATE_WORDS } from './state-words.ts';
import { useBegin, writtenListQuery } from './written-calls.ts';

export function WrittenReportsScreen() {
  usePageTitle('Write quality reports');
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <h1 className="title">Operate the archive</h1>
      <Operators why="Quality reports are written by operators of the archive.">
        <OperatorTabs current="reports" />
        <h2 className="title-2 mt-5">Write quality reports</h2>
        <Begin />
        <List />
      </Operators>
    </main>
  );
}

function Begin() {
  const router = useRouter();
  const begin = useBegin();
  const [from, setFrom] = useState('');
  const open = (id: string | undefined): void =>
    begin.mutate(id, {
      onSuccess: ({ dqrid }) =>
        void router.navigate({ href: `/reports/${encodeURIComponent(dqrid)}` }),
    });
  const given = from.trim();
  return (
    <div className="mt-4 grid gap-3 border-b border-rule pb-5">
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (ANY_REPORT_ID.test(given)) open(given);
        }}
      >
        <Button look="primary" busy={begin.isPending} onClick={() => open(undefined)}>
          <Plus size={16} aria-hidden />
          New report
        </Button>
        <label className="field ml-auto max-sm:ml-0">
          <span className="text-ink-2">Change report</span>
          <input
            className="w-28 bg-transparent font-mono"
            value={from}
            placeholder="D200115.1"
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={!ANY_REPORT_ID.test(given) || begin.isPending}>
          Change
        </Button>
      </form>
      {begin.error && (
        <p role="alert" className="text-danger">
          {begin.error.message}
        </p>
      )}
    </div>
  );
}

function List() {
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery(writtenListQuery(config));
  if (error && !data)
    return (
      <FailurePanel
        what="The reports could not be listed."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="mt-5 h-24 w-full" />;
  if (data.length === 0)
    return (
      <EmptyPanel
        title="No report was written here yet"
        text="Published reports of the curated table are not listed here. Write a new report, or change one by its id."
      />
    );
  return (
    <ul>
      {data.map((report) => (
        <li
          key={report.dqrid}
          className="grid items-baseline gap-x-5 gap-y-0.5 border-b border-rule py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
        >
          <a className="link font-mono" href={`#/reports/${report.dqrid}`}>
            {report.dqrid}
          </a>
          <span className="min-w-0 break-words">{report.subject || 'No subject yet'}</span>
          <span className="text-ink-2">
            {report.forMe ? (
              <strong className="text-ink">Waits for your review</strong>
            ) : (
              STATE_WORDS[report.state]
            )}
            {report.author && `, ${report.author}`}, {day(report.changedAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}
