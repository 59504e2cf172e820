// 'Your data': everything that is kept, as a file; and deleting the account.

import type { OwnPerson } from '@isobar/contract/calls/own-account.ts';
import { exportOwnData, leave } from '@isobar/contract/calls/own-account-calls.ts';
import type { leaving as leavingBody } from '@isobar/contract/calls/own-account-requests.ts';
import { Download } from 'lucide-react';
import type * as z from 'zod/mini';
import { addressOf, ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { withTexts } from '../../lib/forms.ts';
import { useSessionReset } from '../../lib/session.ts';
import { EMPTY, useCart } from '../../parts/cart/cart-store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormFailure, TextField } from '../../ui/field.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange, useOwnPerson } from './own-calls.ts';
import { CurrentPassword, currentOf, passwordWhy } from './person-forms.tsx';
import { SharedNote } from './security-tab.tsx';

type Leaving = z.input<typeof leavingBody>;

export function DataTab() {
  const config = useConfig();
  const { data, error, isPending, refetch } = useOwnPerson();
  return (
    <div className="grid max-w-[44rem] gap-8">
      <section aria-labelledby="export-title">
        <h3 id="export-title" className="mb-2 font-strong">
          Export your data
        </h3>
        <p className="mb-3 text-ink-2">
          Profile, preferences, saved searches, cart, orders, sessions and tokens, as one JSON file.
        </p>
        <a className={buttonClass()} href={addressOf(config, exportOwnData)} download>
          <Download size={16} aria-hidden />
          Download everything
        </a>
      </section>
      <section aria-labelledby="leave-title" className="border-t border-rule pt-6">
        <h3 id="leave-title" className="mb-2 font-strong">
          Delete your account
        </h3>
        {error && (
          <FailurePanel
            what="Your account could not be loaded."
            why={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {isPending && <Spinner label="Loading your account…" />}
        {data && (data.shared ? <SharedNote /> : <Leave person={data} />)}
      </section>
    </div>
  );
}

function Leave({ person }: { readonly person: OwnPerson }) {
  const leaving = useChange((config, body: Leaving) => ask(config, leave, { body }), []);
  const forget = useSessionReset();
  return (
    <form
      className="grid gap-3"
      onSubmit={withTexts((text) => {
        const body = { userName: text('confirm-name'), ...currentOf(person, text) };
        leaving.mutate(body, {
          onSuccess: () => {
            useCart.setState(EMPTY);
            window.location.hash = '#/';
            forget();
            toast({ title: 'Your account is deleted' });
          },
        });
      })}
    >
      <p className="text-ink-2">
        Preferences, saved searches, cart, tokens and deliveries are deleted immediately and
        permanently, and orders in progress are cancelled. Orders that were made citable keep their
        pages, without your name.
      </p>
      <TextField
        label={`Type your user name, ${person.userName}`}
        name="confirm-name"
        autoComplete="off"
        autoCapitalize="none"
        required
      />
      <CurrentPassword person={person} />
      <FormFailure text={passwordWhy(leaving.error)} />
      <Button className="justify-self-start" look="danger" type="submit" busy={leaving.isPending}>
        Delete my account
      </Button>
    </form>
  );
}
