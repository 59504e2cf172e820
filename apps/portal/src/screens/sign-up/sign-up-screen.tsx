// Making an account, a forgotten password, and the pages behind the links of their mails. One
// chunk: each leads to the next.
import type { registration } from '@isobar/contract/calls/own-account-requests.ts';
import { forgotPassword, signUp } from '@isobar/contract/calls/sign-up-calls.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useScreenName } from '../../lib/router/provider.tsx';
import { askToSignIn } from '../../parts/login/ask.ts';
import { SignInSites } from '../../parts/login/sign-in-sites.tsx';
import { Button } from '../../ui/button.tsx';
import {
  AccountField,
  EmailField,
  FormFailure,
  NewPasswordFields,
  TextField,
  UserNameField,
} from '../../ui/field.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Confirm } from './confirm.tsx';
import { Connect } from './connect.tsx';

/** One screen for the four addresses. */
export function SignUpScreen() {
  const { key } = useParams(); // of the link of a mail
  const name = useScreenName();
  if (key !== undefined)
    return (
      <Page title="Confirm">
        <Confirm key={key} linkKey={key} />
      </Page>
    );
  if (name === 'connect')
    return (
      <Page title="Connect your account">
        <Connect />
      </Page>
    );
  return name === 'register' ? <RegisterPage /> : <ForgottenPage />;
}

function RegisterPage() {
  const { signIn, contact, services } = useConfig();
  const elsewhere = services.userRegistration;
  return (
    <Page title="Create an account">
      {signIn?.registration ? (
        <Register />
      ) : (
        <EmptyPanel
          title="Accounts are created by the archive"
          text={`Write to ${contact.email} to get one.`}
        >
          {elsewhere && (
            <a className="btn btn-primary" href={elsewhere} target="_blank" rel="noreferrer">
              Register
            </a>
          )}
        </EmptyPanel>
      )}
    </Page>
  );
}

type Registration = z.input<typeof registration>;

function Register() {
  const config = useConfig();
  const [again, setAgain] = useState<string | undefined>();
  const send = useMutation({
    mutationFn: (body: Registration) => ask(config, signUp, { body }),
  });
  const submit = withTexts((text) => {
    const slip = text('password') !== text('again');
    setAgain(slip ? 'The two passwords differ.' : undefined);
    if (slip) return;
    send.mutate({
      userName: text('username'),
      email: text('email'),
      nameFirst: text('given-name'),
      nameLast: text('family-name'),
      password: text('password'),
    });
  });
  if (send.isSuccess) return <Sent text={send.data.message} />;
  return (
    <>
      <SignInSites />
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-ink-2">
          Searching needs no account. Orders, saved searches and preferences are kept with one.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" name="given-name" autoComplete="given-name" required />
          <TextField label="Last name" name="family-name" autoComplete="family-name" />
        </div>
        <EmailField hint="A link is mailed there; the account is made when you open it." />
        <UserNameField
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          hint="Letters, digits, dots, dashes and underscores."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NewPasswordFields label="Password" name="password" again={again} />
        </div>
        <FormFailure text={whyOf(send.error)} />
        <Button className="justify-self-start" look="primary" type="submit" busy={send.isPending}>
          Create account
        </Button>
      </form>
    </>
  );
}

function ForgottenPage() {
  const config = useConfig();
  const send = useMutation({
    mutationFn: (name: string) => ask(config, forgotPassword, { body: { name } }),
  });
  return (
    <Page title="Set a new password">
      {send.isSuccess ? (
        <Sent text={send.data.message} />
      ) : (
        <form className="grid gap-4" onSubmit={withTexts((text) => send.mutate(text('username')))}>
          <p className="text-ink-2">
            A link to set a new password will be mailed to the address of the account. It is valid
            for an hour.
          </p>
          <AccountField label="User name or email address" />
          <FormFailure text={whyOf(send.error)} />
          <Button className="justify-self-start" look="primary" type="submit" busy={send.isPending}>
            Send the link
          </Button>
        </form>
      )}
    </Page>
  );
}

function Page(props: { readonly title: string; readonly children: ReactNode }) {
  usePageTitle(props.title);
  return (
    <main id="main" tabIndex={-1} className="page max-w-4xl py-8 outline-none">
      <h1 className="title mb-4">{props.title}</h1>
      <div className="grid max-w-xl gap-6">{props.children}</div>
    </main>
  );
}

function Sent({ text }: { readonly text: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <p>{text}</p>
      <p className="text-ink-2">
        No mail? Check your spam folder, and whether the address is correct.
      </p>
      <Button onClick={() => void askToSignIn()}>Sign in</Button>
    </div>
  );
}
