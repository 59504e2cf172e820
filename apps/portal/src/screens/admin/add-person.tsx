// Adding a person: an account whose owner chooses the password by the link of a mail.
import { addAccount } from '@isobar/contract/calls/admin-calls.ts';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure, TextField, UserNameField } from '../../ui/field.tsx';
import { useAct } from './operate-calls.ts';

const FORM = 'add-person';

export function AddPerson() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Add a person
      </Button>
      {open && <PersonDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function PersonDialog({ onClose }: { readonly onClose: () => void }) {
  const act = useAct();
  const [failure, setFailure] = useState<string | null>(null);
  const add = (form: FormData): void => {
    const of = (name: string) => String(form.get(name) ?? '').trim();
    const [userName, email] = [of('username'), of('email')];
    const body = { userName, email, nameFirst: of('first'), nameLast: of('last') };
    setFailure(null);
    act.mutate(
      {
        does: () => ask(null, addAccount, { body }),
        told: `${userName} was added; the link to choose a password was mailed to ${email}.`,
      },
      { onSuccess: onClose, onError: (error) => setFailure(error.message) },
    );
  };
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title="Add a person"
      description="A mail with a link to choose a password is sent. The link is good for an hour; “Forgotten password” sends another."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={FORM} busy={act.isPending}>
            Add person
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add(new FormData(event.currentTarget));
        }}
      >
        <UserNameField autoComplete="off" />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
        />
        <TextField label="First name" name="first" required maxLength={100} autoComplete="off" />
        <TextField label="Last name" name="last" maxLength={100} autoComplete="off" />
        <FormFailure text={failure} />
      </form>
    </Dialog>
  );
}
