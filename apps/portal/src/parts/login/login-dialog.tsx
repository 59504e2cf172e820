// Signing in with user name or ID and password (specification part 2 sections 2 and 8).
import { LOGIN_MESSAGES } from '@isobar/contract/calls/accounts.ts';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { isExpired } from '../../lib/session.ts';
import { useSignIn } from '../../lib/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AccountField, PasswordField } from '../../ui/field.tsx';
import type { SignInReason } from './ask.ts';
import { SignInSites } from './sign-in-sites.tsx';

type Ends = { readonly onSignedIn: () => void; readonly onExpired: () => void };

export function LoginDialog(
  props: Ends & { readonly reason: SignInReason; readonly onClose: () => void },
) {
  const form = useId();
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [remember, setRemember] = useState(false);
  const { submit, busy, error } = useSubmission(props, remember, password);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Sign in"
      description={sentenceOf(props.reason)}
      width="420px"
      keepOpen
      initialFocus={userName}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            Sign in
          </Button>
        </>
      }
    >
      <SignInSites />
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <AccountField label="User name, ID or email address" ref={userName} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          ref={password}
        />
        <Checkbox checked={remember} onChange={setRemember}>
          Keep me signed in on this device
        </Checkbox>
        <div role="alert">{error && <Refused error={error} />}</div>
        <DemoHint />
        <OtherWays onLeave={props.onClose} />
      </form>
    </Dialog>
  );
}

const sentenceOf = (reason: SignInReason): string | null => {
  if (reason === 'ended') return 'Your session has ended. Sign in to continue.';
  return reason === 'none' ? 'Sign in to continue.' : reason;
};

type InputRef = RefObject<HTMLInputElement | null>;

/**
 * Signs in with what the form holds; a password that was refused is selected, to be typed again.
 */
function useSubmission({ onSignedIn, onExpired }: Ends, remember: boolean, password: InputRef) {
  const signIn = useSignIn();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const userName = String(values.get('username') ?? '').trim();
    signIn.mutate(
      { userName, password: String(values.get('password') ?? ''), remember },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          if (isExpired(error)) onExpired();
          else password.current?.select();
        },
      },
    );
  };
  return { submit, busy: signIn.isPending, error: signIn.error };
}

/** What to say of a refused sign-in. */
export function refusal(error: unknown): string {
  if (!(error instanceof CallError)) return NOT_NOW;
  if (error.code === 'account-expired') return LOGIN_MESSAGES['account-expired'];
  if (error.status === 401) return LOGIN_MESSAGES['invalid-credentials'];
  if (error.status === 403) return LOGIN_MESSAGES['invalid-session'];
  if (error.code === 'too-many-requests') return error.message;
  return NOT_NOW;
}

const NOT_NOW = 'Signing in is not possible just now. Please try again in a moment.';

const Refused = ({ error }: { readonly error: unknown }) => (
  <p className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2">
    <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
    {refusal(error)}
  </p>
);

/** Pages that the dialog links to; it closes when one is opened. */
const PLACES = { forgotten: '#/forgotten', register: '#/register' } as const;

function OtherWays({ onLeave }: { readonly onLeave: () => void }) {
  const { signIn, services } = useConfig();
  const elsewhere = services.userRegistration;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-base">
      <a className="link" href={PLACES.forgotten} onClick={onLeave}>
        Forgotten password?
      </a>
      {signIn?.registration && (
        <a className="link" href={PLACES.register} onClick={onLeave}>
          Create an account
        </a>
      )}
      {!signIn?.registration && elsewhere && (
        <a className="link" href={elsewhere} target="_blank" rel="noreferrer">
          Create an account
        </a>
      )}
    </p>
  );
}

function DemoHint() {
  const { demoLogin } = useConfig();
  if (!demoLogin) return null;
  return (
    <p className="rounded-lg bg-sunk px-3 py-2 text-sm text-ink-2">
      This is a demonstration archive. Sign in as{' '}
      <span className="font-mono text-ink">{demoLogin.userName}</span> with the password{' '}
      <span className="font-mono text-ink">{demoLogin.password}</span>.
    </p>
  );
}
