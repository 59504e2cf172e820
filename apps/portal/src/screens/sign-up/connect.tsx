// After a sign-in at another site that no account here is connected with: by the password of an
// account, or by a mailed link.
import { connectByMail, lookAtPending } from '@isobar/contract/calls/connect-calls.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import { useConnect } from '../../lib/sign-in.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { refusal } from '../../parts/login/login-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { AccountField, EmailField, FormFailure, PasswordField } from '../../ui/field.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';

export function Connect() {
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['connect'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => ask(config, lookAtPending, { signal }),
  });
  if (data) return <Ways {...data} />;
  if (!error) return <Spinner label="Looking up your sign-in…" />;
  if (error instanceof CallError && error.code === 'gone')
    return (
      <EmptyPanel title="No sign-in in progress" text={error.message}>
        <Button look="primary" onClick={() => void askToSignIn()}>
          Sign in
        </Button>
      </EmptyPanel>
    );
  return (
    <FailurePanel
      what="Your sign-in could not be looked up."
      why={error.message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function Ways({ label, email }: { readonly label: string; readonly email: string }) {
  return (
    <>
      <p className="text-ink-2">
        You signed in at {label}. Show once which account is yours; from then on {label} signs you
        in.
      </p>
      <ByPassword label={label} email={email} />
      <ByMail email={email} />
    </>
  );
}

function ByPassword({ label, email }: { readonly label: string; readonly email: string }) {
  const act = useConnect();
  const submit = withTexts((text) =>
    act.mutate({ name: text('username'), password: text('password') }),
  );
  if (act.isSuccess)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p>Your account is connected with {label}, and you are signed in.</p>
        <a className={buttonClass()} href="#/account/profile">
          To your account
        </a>
      </div>
    );
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <h2 className="font-strong">I have an account with a password</h2>
      <AccountField label="User name or email address" defaultValue={email} />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <FormFailure text={act.error ? refusal(act.error) : null} />
      <Button className="justify-self-start" look="primary" type="submit" busy={act.isPending}>
        Connect and sign in
      </Button>
    </form>
  );
}

function ByMail({ email }: { readonly email: string }) {
  const config = useConfig();
  const act = useMutation({
    mutationFn: (address: string) => ask(config, connectByMail, { body: { email: address } }),
  });
  if (act.isSuccess)
    return (
      <div role="status">
        <p>{act.data.message}</p>
      </div>
    );
  return (
    <form className="grid gap-4" onSubmit={withTexts((text) => act.mutate(text('email')))}>
      <h2 className="font-strong">I am new here, or have no password</h2>
      <EmailField defaultValue={email} hint="A link is mailed there. Open it in this browser." />
      <FormFailure text={whyOf(act.error)} />
      <Button className="justify-self-start" type="submit" busy={act.isPending}>
        Send the link
      </Button>
    </form>
  );
}
