// The jobs: what is at work and by whom, what waits, what failed for good.

import { jobsAtWork } from '@isobar/contract/calls/admin-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Asked } from './asked.tsx';
import { operateQuery } from './operate-calls.ts';
import { moment, RecordTable } from './record-table.tsx';

const FRESH_MS = 5000;

export function QueueTab() {
  const query = useQuery({
    ...operateQuery(['jobs'], (signal) => ask(null, jobsAtWork, { signal })),
    refetchInterval: FRESH_MS,
  });
  return (
    <Asked query={query} what="The queue">
      {({ jobs, more }) =>
        jobs.length === 0 ? (
          <EmptyPanel title="The queue is empty" text="All jobs are done." />
        ) : (
          <RecordTable
            label="Jobs"
            head={[
              'Job',
              'State',
              'Step',
              'Worker',
              'Last heartbeat (UTC)',
              'Tries',
              'Due (UTC)',
              'Last error',
            ]}
            more={more && 'The first 200 are shown.'}
            rows={jobs.map((job) => ({
              key: String(job.jobId),
              cells: [
                `${job.kind} ${job.subject}`,
                job.state,
                job.step,
                job.worker && (
                  <span key="worker" title={job.worker}>
                    {shortWorker(job.worker)}
                  </span>
                ),
                job.worker ? moment(job.heartbeat) : '',
                job.deaths > 0
                  ? `${job.attempts}, its worker ended ${plural(job.deaths, 'time')}`
                  : job.attempts,
                moment(job.runAt),
                job.lastError ?? '',
              ],
            }))}
          />
        )
      }
    </Asked>
  );
}

/** 'host:23681:1795831219/8062c38e-…' -> 'host:23681', the machine and the process. */
const shortWorker = (worker: string): string =>
  worker.split('/')[0]?.split(':').slice(0, 2).join(':') || worker;
