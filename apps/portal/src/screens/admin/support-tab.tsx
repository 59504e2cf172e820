// The support inbox: messages to the desk, read, answered by mail and closed.
import type { OperateInbox } from '@isobar/contract/calls/admin.ts';
import { answerMessage, supportInbox } from '@isobar/contract/calls/admin-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Asked } from './asked.tsx';
import { operateQuery, useAct } from './operate-calls.ts';
import { moment } from './record-table.tsx';

type Message = OperateInbox['messages'][number];
type State = 'open' | 'all';

const STATES = { received: 'New', answered: 'Answered', closed: 'Closed' } as const;

export function SupportTab() {
  const [state, setState] = useState<State>('open');
  const query = useQuery(
    operateQuery(['support', state], (signal) =>
      ask(null, supportInbox, { query: { state }, signal }),
    ),
  );
  return (
    <>
      <Segmented
        label="Which messages"
        segments={[
          { value: 'open', label: 'Open' },
          { value: 'all', label: 'All' },
        ]}
        value={state}
        onChange={setState}
      />
      <div className="mt-3">
        <Asked query={query} what="The messages">
          {({ messages, more }) =>
            messages.length === 0 ? (
              <EmptyPanel
                title={state === 'open' ? 'No open messages' : 'No messages yet'}
                text="Messages that visitors send to the support desk are listed here."
              />
            ) : (
              <>
                <ul>
                  {messages.map((message) => (
                    <Entry key={message.number} message={message} />
                  ))}
                </ul>
                {more && (
                  <p className="mt-2 text-sm text-ink-2">
                    The latest 100 are shown; “isobar support list” has more.
                  </p>
                )}
              </>
            )
          }
        </Asked>
      </div>
    </>
  );
}

function Entry({ message }: { readonly message: Message }) {
  const { number, subject, senderName, senderEmail, state, receivedAt, ticket } = message;
  return (
    <li className="border-b border-rule py-3">
      <details>
        <summary className="cursor-pointer">
          <strong className="font-strong">{subject}</strong>{' '}
          <span className="text-ink-2">
            {number}, {STATES[state]}, {senderName || senderEmail}, {moment(receivedAt)} UTC
            {ticket !== null && `, ticket ${ticket}`}
          </span>
        </summary>
        <div className="mt-2 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-3 pl-4">
          <p className="break-words">
            <a className="link" href={`mailto:${senderEmail}`}>
              {senderEmail}
            </a>
          </p>
          <p className="break-words whitespace-pre-line">{message.message}</p>
          {message.context.length > 0 && (
            <ul className="text-sm text-ink-2">
              {message.context.map((line) => (
                <li key={line} className="break-words">
                  {line}
                </li>
              ))}
            </ul>
          )}
          {message.answers.map(({ answeredAt, text }) => (
            <blockquote key={answeredAt + text} className="border-l-2 border-rule-2 pl-3">
              <p className="break-words whitespace-pre-line">{text}</p>
              <p className="text-sm text-ink-2">Answered {moment(answeredAt)} UTC</p>
            </blockquote>
          ))}
          {state !== 'closed' && <Answer number={number} />}
        </div>
      </details>
    </li>
  );
}

function Answer({ number }: { readonly number: string }) {
  const [text, setText] = useState('');
  const act = useAct();
  const isEmpty = text.trim() === '';
  const send = (close: boolean): void =>
    act.mutate(
      {
        does: () => ask(null, answerMessage, { body: { number, text, close } }),
        told: close ? `${number} is closed.` : `${number} is answered.`,
      },
      { onSuccess: () => setText('') },
    );
  return (
    <div className="grid gap-2">
      <label className="grid gap-1">
        Answer
        <textarea
          className="rounded-md border border-rule-2 bg-surface px-3 py-2"
          rows={4}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={act.isPending} disabled={isEmpty} onClick={() => send(false)}>
          Send answer
        </Button>
        <Button disabled={act.isPending} onClick={() => send(true)}>
          {isEmpty ? 'Close without an answer' : 'Send and close'}
        </Button>
      </div>
    </div>
  );
}
