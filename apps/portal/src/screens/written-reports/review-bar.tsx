// What can be done with a report that is not being written: review it, or begin its next version.
import type { WrittenReport } from '@isobar/contract/calls/quality.ts';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { type ReportAction, useBegin, useChange } from './written-calls.ts';

export function ReviewBar({ report }: { readonly report: WrittenReport }) {
  if (report.state === 'review') return <Review report={report} />;
  return <NextVersion report={report} />;
}

function Review({ report }: { readonly report: WrittenReport }) {
  const [note, setNote] = useState('');
  const change = useChange(report.dqrid);
  const field = useId();
  const act = (action: ReportAction, done: string): void =>
    change.mutate(
      { action, note, revision: report.revision },
      { onSuccess: () => toast({ title: `${report.dqrid} ${done}` }) },
    );
  if (!report.mayApprove)
    return (
      <div className="mt-4 grid justify-items-start gap-2">
        <p>Waiting for a second person: no one may approve a report that they worked on.</p>
        <Button busy={change.isPending} onClick={() => act('discard', 'is discarded')}>
          Discard this draft
        </Button>
        {change.error && (
          <p role="alert" className="text-danger">
            {change.error.message}
          </p>
        )}
      </div>
    );
  return (
    <div className="mt-4 grid gap-2">
      <label htmlFor={field} className="font-strong">
        Note for the author and the history
      </label>
      <textarea
        id={field}
        rows={2}
        className="field block w-full py-2"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          busy={change.isPending}
          onClick={() => act('approve', report.draft.withdraw ? 'is withdrawn' : 'is in force')}
        >
          Approve and publish
        </Button>
        <Button
          disabled={note.trim() === '' || change.isPending}
          onClick={() => act('return', 'is sent back')}
        >
          Send back
        </Button>
        <span className="text-sm text-ink-2">To return it, state what has to be changed.</span>
      </div>
      {change.error && (
        <p role="alert" className="text-danger">
          {change.error.message}
        </p>
      )}
    </div>
  );
}

function NextVersion({ report }: { readonly report: WrittenReport }) {
  const begin = useBegin();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {report.version > 0 && report.state === 'published' && (
        <a className="btn" href={`#/report/${report.dqrid}`}>
          Read the report
        </a>
      )}
      {report.state === 'published' && report.version > 0 && (
        <Button busy={begin.isPending} onClick={() => begin.mutate(report.dqrid)}>
          Start a new version
        </Button>
      )}
      {begin.error && (
        <p role="alert" className="text-danger">
          {begin.error.message}
        </p>
      )}
    </div>
  );
}
