// Whether all is well, what waits, the message for visitors, and the search index.

import type { OperateOverview } from '@isobar/contract/calls/admin.ts';
import { overview, rebuildIndex, setMaintenance } from '@isobar/contract/calls/admin-calls.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { EmptyArchive } from '../../parts/empty-archive.tsx';
import { Button } from '../../ui/button.tsx';
import { Asked } from './asked.tsx';
import { operateQuery, useAct } from './operate-calls.ts';
import { moment } from './record-table.tsx';

/** How often it is asked for again while it is open, milliseconds. */
const FRESH_MS = 10_000;

export function OverviewTab() {
  const query = useQuery({
    ...operateQuery(['overview'], (signal) => ask(null, overview, { signal })),
    refetchInterval: FRESH_MS,
  });
  return (
    <Asked query={query} what="The state of the archive">
      {(how) => (
        <div className="grid gap-8">
          <Counts overview={how} />
          {how.counts.files === 0 && <EmptyArchive />}
          <div className="grid gap-x-6 gap-y-8 lg:grid-cols-2">
            <Health overview={how} />
            <SearchIndex overview={how} />
          </div>
          <Maintenance key={how.maintenance} message={how.maintenance} />
        </div>
      )}
    </Asked>
  );
}

function Counts({ overview: { counts } }: { readonly overview: OperateOverview }) {
  const shown: readonly [string, number, string?][] = [
    ['Orders waiting for approval', counts.approvals, '#/operate/approvals'],
    ['Jobs running', counts.running, '#/operate/queue'],
    ['Jobs waiting', counts.waiting, '#/operate/queue'],
    ['Jobs failed', counts.failed, '#/operate/queue'],
    ['Files not indexed', counts.unfiled, '#/operate/harvest'],
    ['Files', counts.files],
    ['Datastreams', counts.datastreams],
    ['People', counts.people, '#/operate/people'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
      {shown.map(([name, count, href]) => (
        <div key={name}>
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="font-serif text-xl">
            {href ? (
              <a className="link" href={href} aria-label={`${formatCount(count)}: ${name}`}>
                {formatCount(count)}
              </a>
            ) : (
              formatCount(count)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Health({ overview }: { readonly overview: OperateOverview }) {
  return (
    <section aria-label="Health">
      <h3 className="font-strong">Health</h3>
      <ul className="mt-1 grid gap-1">
        {overview.health.map(({ what, problem }) => (
          <li key={what} className="flex items-start gap-2">
            {problem === null ? (
              <CircleCheck size={18} aria-label="Well:" className="mt-0.5 shrink-0 text-good" />
            ) : (
              <CircleAlert
                size={18}
                aria-label="Unhealthy:"
                className="mt-0.5 shrink-0 text-danger"
              />
            )}
            <span>
              {what}
              {problem && <span className="block text-danger">{problem}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-ink-2">
        Version {overview.version}
        {overview.simulated && ', over the demonstration archive'}
      </p>
    </section>
  );
}

function Maintenance({ message }: { readonly message: string }) {
  const [text, setText] = useState(message);
  const act = useAct();
  const id = useId();
  const save = (next: string): void =>
    act.mutate({
      does: () => ask(null, setMaintenance, { body: { message: next } }),
      told: next.trim() ? 'The message is now shown to every visitor.' : 'The message is removed.',
    });
  return (
    <section aria-label="Maintenance message">
      <h3 className="font-strong">
        <label htmlFor={id}>Maintenance message</label>
      </h3>
      <p className="text-sm text-ink-2">
        Shown to every visitor above each page until you remove it.
      </p>
      <textarea
        id={id}
        className="mt-1 w-full max-w-[44rem] rounded-md border border-rule-2 bg-surface px-3 py-2"
        rows={2}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={act.isPending}
          disabled={text.trim() === '' || text.trim() === message}
          onClick={() => save(text)}
        >
          Show message
        </Button>
        <Button disabled={message === '' || act.isPending} onClick={() => save('')}>
          Remove message
        </Button>
      </div>
    </section>
  );
}

function SearchIndex({ overview: { index } }: { readonly overview: OperateOverview }) {
  const act = useAct();
  return (
    <section aria-label="Search index">
      <h3 className="font-strong">Search index</h3>
      <p role="status">
        {plural(index.documents, 'document')}
        {index.building && '; being rebuilt, and searched meanwhile'}
        {!index.building && index.builtAt && `; built ${moment(index.builtAt)} UTC`}
      </p>
      {index.failed && (
        <p role="alert" className="text-danger">
          The last attempt failed: {index.failed}
        </p>
      )}
      <Button
        className="mt-2"
        busy={act.isPending || index.building}
        onClick={() =>
          act.mutate({
            does: () => ask(null, rebuildIndex),
            told: 'The search index is being rebuilt.',
          })
        }
      >
        Rebuild index
      </Button>
    </section>
  );
}
