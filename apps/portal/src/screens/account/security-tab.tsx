// 'Password and sessions': a new password, and the browsers in which the person is signed in.

import type { OwnPerson, OwnSession } from '@isobar/contract/calls/own-account.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
} from '@isobar/contract/calls/own-account-calls.ts';
import type { passwordChange } from '@isobar/contract/calls/own-account-requests.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { withTexts } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, NewPasswordFields } from '../../ui/field.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange, useOwnPerson, useOwnSessions } from './own-calls.ts';
import { CurrentPassword, currentOf, Done, passwordWhy } from './person-forms.tsx';

type PasswordChange = z.input<typeof passwordChange>;

export function SecurityTab() {
  const person = useOwnPerson();
  return (
    <div className="grid max-w-[44rem] gap-8">
      <section aria-labelledby="password-title">
        <h3 id="password-title" className="mb-2 font-strong">
          Password
        </h3>
        {person.isPending && <Spinner label="Loading your account…" />}
        {person.error && (
          <FailurePanel
            what="Your account could not be loaded."
            why={person.error.message}
            onRetry={() => void person.refetch()}
          />
        )}
        {person.data &&
          (person.data.shared ? <SharedNote /> : <PasswordForm person={person.data} />)}
      </section>
      <Sessions />
    </div>
  );
}

/** Says that the demo account is shared by everybody. */
export const SharedNote = () => (
  <p className="text-ink-2">
    This demonstration account is shared by all visitors and cannot be changed. Create your own
    account to try this.
  </p>
);

function PasswordForm({ person }: { readonly person: OwnPerson }) {
  const change = useChange(
    (config, body: PasswordChange) => ask(config, changePassword, { body }),
    ['sessions', 'person'],
  );
  const [again, setAgain] = useState<string | undefined>();
  return (
    <form
      className="grid gap-3"
      onSubmit={withTexts((text, form) => {
        const slip = text('next') !== text('again');
        setAgain(slip ? 'The two passwords differ.' : undefined);
        if (slip) return;
        const body = { next: text('next'), ...currentOf(person, text) };
        change.mutate(body, { onSuccess: () => form.reset() });
      })}
    >
      <p className="text-ink-2">You will be signed out of every other browser.</p>
      <CurrentPassword person={person} />
      <div className="grid gap-3 lg:grid-cols-2">
        <NewPasswordFields label="New password" name="next" again={again} />
      </div>
      <FormFailure text={passwordWhy(change.error)} />
      <Done when={change.isSuccess}>Your new password is in effect.</Done>
      <Button className="justify-self-start" type="submit" busy={change.isPending}>
        Change password
      </Button>
    </form>
  );
}

function Sessions() {
  const { data, error, isPending, refetch, isFetching } = useOwnSessions();
  const end = useChange(
    (config, sessionId: string) => ask(config, endSession, { params: { sessionId } }),
    ['sessions'],
  );
  const endAll = useChange((config) => ask(config, endOtherSessions), ['sessions']);
  const endOne = (session: OwnSession): void =>
    end.mutate(session.sessionId, {
      onSuccess: () => toast({ title: `${session.device} is signed out` }),
      onError: (why) => toast({ title: 'That did not work', text: why.message, kind: 'problem' }),
    });
  const endOthers = (): void =>
    endAll.mutate(undefined, {
      onSuccess: () => toast({ title: 'All other sessions are signed out' }),
      onError: (why) => toast({ title: 'That did not work', text: why.message, kind: 'problem' }),
    });
  return (
    <section aria-labelledby="sessions-title" className="border-t border-rule pt-6">
      <h3 id="sessions-title" className="mb-2 font-strong">
        Where you are signed in
      </h3>
      {isPending && <Spinner label="Loading your sessions…" />}
      {error && (
        <FailurePanel
          what="Your sessions could not be loaded."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <ul className="divide-y divide-rule">
            {data.sessions.map((session) => (
              <li
                key={session.sessionId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
              >
                <span>
                  <span className="font-strong">{session.device}</span>{' '}
                  {session.current && <span className="badge">this browser</span>}
                  <span className="block text-sm text-ink-2">
                    {session.provider && `by ${session.provider}, `}since{' '}
                    {readable(session.startedAt)}, last used {readable(session.lastUsedAt)} UTC
                  </span>
                </span>
                {!session.current && (
                  <Button
                    small
                    aria-label={`Sign out ${session.device}, since ${readable(session.startedAt)}`}
                    onClick={() => endOne(session)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.sessions.length > 1 && (
            <Button className="mt-3" busy={end.isPending} onClick={endOthers}>
              Sign out everywhere else
            </Button>
          )}
        </>
      )}
    </section>
  );
}

const readable = (instant: string): string => formatDayTime(parseInstant(instant) ?? 0);
