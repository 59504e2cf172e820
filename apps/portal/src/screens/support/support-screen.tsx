// Support as a page: the message form, or, at the address from a mail, the state of a message.
import { type IncidentView, incidentByKey } from '@isobar/contract/calls/support.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/router/provider.tsx';
import { Sent } from '../../parts/support/sent.tsx';
import { SupportForm } from '../../parts/support/support-form.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function SupportScreen() {
  const [number, setNumber] = useState<string | null>(null);
  usePageTitle('Support');
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      <h1 className="title mb-4">Support</h1>
      {number === null ? <SupportForm onSent={setNumber} /> : <Sent number={number} />}
    </main>
  );
}

export function IncidentScreen() {
  const { key = '' } = useParams();
  const config = useConfig();
  usePageTitle('Your message to support');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['incident', key],
    retry: false,
    queryFn: ({ signal }) => ask(config, incidentByKey, { params: { key }, signal }),
  });
  const unknown = error instanceof CallError && error.code === 'not-found';
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      {data && <p className="caps mb-1">Your message to support</p>}
      <h1 className="title mb-4 break-words">{data ? data.subject : 'Your message to support'}</h1>
      {unknown && (
        <EmptyPanel
          title="There is no message at this link"
          text="The link may be incomplete. Mail programs sometimes break long links."
        >
          <a className={buttonClass({ look: 'primary' })} href="#/support">
            Write to support
          </a>
        </EmptyPanel>
      )}
      {error && !unknown && (
        <FailurePanel
          what="Your message could not be looked up."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Spinner label="Loading your message…" />}
      {data && <Incident incident={data} />}
    </main>
  );
}

const STATES: Record<IncidentView['state'], string> = {
  received: 'Received: not answered yet',
  answered: 'Answered',
  closed: 'Closed',
};

function Incident({ incident }: { readonly incident: IncidentView }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Reference number', incident.number],
    ['State', STATES[incident.state]],
    ['Received', when(incident.receivedAt)],
    ...(incident.closedAt ? ([['Closed', when(incident.closedAt)]] as const) : []),
    ...(incident.ticket ? ([['Ticket of the desk', incident.ticket]] as const) : []),
  ];
  return (
    <div className="grid gap-6">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="mb-1 tabular-nums sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2 className="title-2 mb-2">You wrote</h2>
        <p className="rounded-lg border border-rule bg-surface px-4 py-3 break-words whitespace-pre-wrap">
          {incident.message}
        </p>
      </section>
      {incident.state === 'received' && (
        <p className="text-ink-2">
          The answer is sent by email and is also shown here. Keep the address of this page: no
          other link leads to it.
        </p>
      )}
      {incident.answers.map(({ answeredAt, text }) => (
        <section key={answeredAt + text}>
          <h2 className="title-2 mb-2">Answer of {when(answeredAt)}</h2>
          <p className="rounded-lg bg-accent-soft px-4 py-3 break-words whitespace-pre-wrap">
            {text}
          </p>
        </section>
      ))}
      {incident.state !== 'received' && (
        <p>
          <a className={buttonClass()} href="#/support">
            Write another message
          </a>
        </p>
      )}
    </div>
  );
}

const when = (instant: string): string => `${formatDayTime(parseInstant(instant) ?? 0)} UTC`;
