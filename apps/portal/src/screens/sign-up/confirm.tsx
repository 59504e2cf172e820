// The page behind the link of a mail: makes the account, asks for the new password, or confirms the
// new address.
import type { PendingRequest } from '@isobar/contract/calls/own-account.ts';
import { confirmLink, lookAtLink } from '@isobar/contract/calls/sign-up-calls.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormFailure, NewPasswordFields, PasswordField, UserNameField } from '../../ui/field.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function Confirm({ linkKey }: { readonly linkKey: string }) {
  const config = useConfig();
  const [spent, setSpent] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['confirm', linkKey],
    retry: false,
    enabled: !spent, // signing in afterwards repeats every call except this one
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => ask(config, lookAtLink, { body: { key: linkKey }, signal }),
  });
  if (data) return <Asked linkKey={linkKey} request={data} onDone={() => setSpent(true)} />;
  if (!error) return <Spinner label="Looking up the link…" />;
  if (error instanceof CallError && (error.status === 410 || error.status === 400))
    return (
      <EmptyPanel
        title="This link is no longer valid"
        text="It has been used, has expired, or is incomplete. Mail programs sometimes break long links."
      >
        <a className={buttonClass({ look: 'primary' })} href="#/forgotten">
          Set a new password
        </a>
        <Button onClick={() => void askToSignIn()}>Sign in</Button>
      </EmptyPanel>
    );
  return (
    <FailurePanel
      what="The link could not be looked up."
      why={error.message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

const WORDS: Readonly<
  Record<
    PendingRequest['kind'],
    { readonly text: (email: string) => string; readonly act: string; readonly done: string }
  >
> = {
  register: {
    text: (email) => `An account will be created for ${email}.`,
    act: 'Create account',
    done: 'Your account is ready. Sign in with your password.',
  },
  password: {
    text: () => 'Choose a new password. You will be signed out of every browser.',
    act: 'Set password',
    done: 'Your new password is in effect.',
  },
  connect: {
    text: (email) => `Your sign-in at the other site is connected with the account of ${email}.`,
    act: 'Connect account',
    done: 'Your account is connected. Sign in at the other site again.',
  },
  email: {
    text: (email) => `Mails about your account go to ${email} from now on.`,
    act: 'Confirm address',
    done: 'Your new address is confirmed.',
  },
};

function Asked(props: {
  readonly linkKey: string;
  readonly request: PendingRequest;
  readonly onDone: () => void;
}) {
  const { kind, email, userName } = props.request;
  const config = useConfig();
  const [again, setAgain] = useState<string | undefined>();
  const words = WORDS[kind];
  const act = useMutation({
    mutationFn: (more: { readonly userName?: string; readonly password?: string }) =>
      ask(config, confirmLink, { body: { key: props.linkKey, ...more } }),
    onSuccess: props.onDone,
  });
  const code = act.error instanceof CallError ? act.error.code : null;
  const taken = code === 'conflict';
  const wrong = code === 'invalid-credentials';
  const submit = withTexts((text) => {
    const slip = kind === 'password' && text('password') !== text('again');
    setAgain(slip ? 'The two passwords differ.' : undefined);
    if (slip) return;
    if (kind === 'password') act.mutate({ password: text('password') });
    else if (kind === 'register')
      act.mutate({ userName: text('username'), password: text('password') });
    else act.mutate({});
  });
  if (act.isSuccess)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p>
          {words.done} {kind === 'register' && <>Your user name is {act.data.userName}.</>}
        </p>
        {kind === 'email' ? (
          <a className={buttonClass()} href="#/account/profile">
            To your account
          </a>
        ) : (
          <Button look="primary" onClick={() => void askToSignIn()}>
            Sign in
          </Button>
        )}
      </div>
    );
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>{words.text(email)}</p>
      {kind === 'register' && (
        <>
          <UserNameField
            defaultValue={userName}
            problem={taken ? (whyOf(act.error) ?? undefined) : undefined}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            hint="The one that you chose when you signed up."
            problem={wrong ? 'This is not the password that you signed up with.' : undefined}
            required
          />
        </>
      )}
      {kind === 'password' && (
        <>
          {/* For password managers: whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={userName} />
          <NewPasswordFields label="New password" name="password" again={again} />
        </>
      )}
      <FormFailure text={taken || wrong ? null : whyOf(act.error)} />
      <Button className="justify-self-start" look="primary" type="submit" busy={act.isPending}>
        {words.act}
      </Button>
    </form>
  );
}
