// The name and the address of the account, and forms to change them.

import type { OwnPerson } from '@isobar/contract/calls/own-account.ts';
import { changeEmail, changeNames } from '@isobar/contract/calls/own-account-calls.ts';
import type { emailChange, ownNames } from '@isobar/contract/calls/own-account-requests.ts';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import { useSessionCheck } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, PasswordField, TextField } from '../../ui/field.tsx';
import { useChange } from './own-calls.ts';

export function NamesForm({ person }: { readonly person: OwnPerson }) {
  const change = useChange((config, body: Names) => ask(config, changeNames, { body }), ['person']);
  const askAgain = useSessionCheck();
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={withTexts((text) => {
        const body = { nameFirst: text('given-name'), nameLast: text('family-name') };
        change.mutate(body, { onSuccess: () => void askAgain() });
      })}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="First name"
          name="given-name"
          autoComplete="given-name"
          required
          maxLength={100}
          defaultValue={person.nameFirst}
        />
        <TextField
          label="Last name"
          name="family-name"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={person.nameLast}
        />
      </div>
      <FormFailure text={whyOf(change.error)} />
      <Done when={change.isSuccess}>Saved</Done>
      <Button className="justify-self-start" type="submit" busy={change.isPending}>
        Save name
      </Button>
    </form>
  );
}

type Names = z.input<typeof ownNames>;
type Email = z.input<typeof emailChange>;

export function AddressForm({ person }: { readonly person: OwnPerson }) {
  const change = useChange((config, body: Email) => ask(config, changeEmail, { body }), []);
  return (
    <form
      className="grid gap-3"
      onSubmit={withTexts((text) => {
        const body = { email: text('email'), ...currentOf(person, text) };
        change.mutate(body);
      })}
    >
      <TextField
        label="New email address"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="It takes effect when you open the link in the mail that is sent there."
      />
      <CurrentPassword person={person} />
      <FormFailure text={passwordWhy(change.error)} />
      <Done when={change.isSuccess}>{change.data?.message}</Done>
      <Button className="justify-self-start" type="submit" busy={change.isPending}>
        Change address
      </Button>
    </form>
  );
}

/** Asks for the password only where there is one; others have just signed in elsewhere. */
export const CurrentPassword = ({ person }: { readonly person: OwnPerson }) =>
  person.hasPassword ? (
    <PasswordField
      label="Current password"
      name="current"
      autoComplete="current-password"
      required
    />
  ) : (
    <p className="text-ink-2">
      You sign in through another site, so this works only within ten minutes of signing in.
    </p>
  );

export const currentOf = (person: OwnPerson, text: (name: string) => string) =>
  person.hasPassword ? { current: text('current') } : {};

/** Why a password was refused, in words that fit a form. */
export const passwordWhy = (error: unknown): string | null =>
  whyOf(error)?.replace(/^Invalid Credentials!$/, 'The current password is wrong.') ?? null;

/** A message for screen readers and eyes, shown when `when` is true. */
export const Done = (props: { readonly when: boolean; readonly children: string | undefined }) => (
  <p role="status" className="text-base text-ink-2 empty:hidden">
    {props.when ? props.children : ''}
  </p>
);
