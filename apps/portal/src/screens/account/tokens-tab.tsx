// 'Access tokens': made with a name, scopes and an end, shown once, revoked.

import {
  type OwnToken,
  SCOPE_NAMES,
  TOKEN_SCOPES,
  type TokenScope,
} from '@isobar/contract/calls/own-account.ts';
import { makeTokenCall, revokeTokenCall } from '@isobar/contract/calls/own-account-calls.ts';
import type { tokenToMake } from '@isobar/contract/calls/own-account-requests.ts';
import { formatDay, parseInstant } from '@isobar/contract/time.ts';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import type { Person } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormFailure, TextField } from '../../ui/field.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { useChange, useOwnTokens } from './own-calls.ts';

type TokenToMake = z.input<typeof tokenToMake>;

export function TokensTab({ person }: { readonly person: Person }) {
  return (
    <div className="grid max-w-[44rem] gap-8">
      <p className="text-ink-2">
        Programs sign in with a token instead of your password: as{' '}
        <code className="font-mono text-within text-ink">Authorization: Bearer TOKEN</code>, and to
        live data also as{' '}
        <code className="font-mono text-within text-ink">user={person.userName}:TOKEN</code>. A
        token allows only what you choose; it can never change this account.
      </p>
      <MakeToken person={person} />
      <section aria-labelledby="tokens-title" className="border-t border-rule pt-6">
        <h3 id="tokens-title" className="mb-2 font-strong">
          Your tokens
        </h3>
        <TokenList />
      </section>
    </div>
  );
}

/** All tokens of the account, each with what it may do. */
export function TokenList() {
  const { data, error, isPending, refetch } = useOwnTokens();
  return (
    <>
      {isPending && <Spinner label="Loading your tokens…" />}
      {error && (
        <FailurePanel
          what="Your tokens could not be loaded."
          why={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data?.tokens.length === 0 && <p className="text-ink-2">You have no tokens.</p>}
      {data && data.tokens.length > 0 && (
        <ul className="divide-y divide-rule">
          {data.tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} />
          ))}
        </ul>
      )}
    </>
  );
}

const DAYS = ['7', '30', '90', '366'] as const;

function MakeToken({ person }: { readonly person: Person }) {
  const make = useChange(
    (config, body: TokenToMake) => ask(config, makeTokenCall, { body }),
    ['tokens'],
  );
  const [days, setDays] = useState<(typeof DAYS)[number]>('90');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['data']);
  const offered = SCOPE_NAMES.filter((scope) => scope !== 'operator' || person.roles.length > 0);
  return (
    <section aria-labelledby="make-title">
      <h3 id="make-title" className="mb-2 font-strong">
        Create a token
      </h3>
      <form
        className="grid gap-3"
        onSubmit={withTexts((text, form) => {
          const body = { name: text('name'), scopes: [...scopes], days: Number(days) };
          make.mutate(body, { onSuccess: () => form.reset() });
        })}
      >
        <TextField
          label="Name"
          name="name"
          required
          maxLength={60}
          hint="Purpose, such as 'notebook' or 'nightly download'."
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 font-strong">Permissions</legend>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChange={(on) =>
                setScopes(on ? [...scopes, scope] : scopes.filter((other) => other !== scope))
              }
            >
              {TOKEN_SCOPES[scope]}
            </Checkbox>
          ))}
        </fieldset>
        <Select
          label="Expires in"
          value={days}
          onChange={setDays}
          choices={DAYS.map((value) => ({
            value,
            label: value === '366' ? 'a year' : `${value} days`,
          }))}
        />
        <FormFailure text={whyOf(make.error)} />
        <Button
          className="justify-self-start"
          look="primary"
          type="submit"
          disabled={scopes.length === 0}
          busy={make.isPending}
        >
          Create token
        </Button>
      </form>
      {make.data && <Made name={make.data.name} token={make.data.token} />}
    </section>
  );
}

export function Made({ name, token }: { readonly name: string; readonly token: string }) {
  return (
    <div role="status" className="mt-4 rounded-lg bg-accent-soft px-4 py-3">
      <p className="font-strong">
        The token {name}. Copy it now: it is shown only once, and cannot be looked up later.
      </p>
      <p className="mt-1 flex items-center gap-2">
        <code className="min-w-0 font-mono text-sm break-all">{token}</code>
        <CopyButton text={token} label="Copy the token" />
      </p>
    </div>
  );
}

function TokenRow({ token }: { readonly token: OwnToken }) {
  const revoke = useChange(
    (config, tokenId: string) => ask(config, revokeTokenCall, { params: { tokenId } }),
    ['tokens'],
  );
  const askFirst = async (): Promise<void> => {
    const yes = await confirm({
      title: `Revoke ${token.name}?`,
      text: 'Programs that use it will be refused.',
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (!yes) return;
    revoke.mutate(token.tokenId, {
      onSuccess: () => toast({ title: `${token.name} is revoked` }),
      onError: (why) => toast({ title: 'That did not work', text: why.message, kind: 'problem' }),
    });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0">
        <span className="font-strong break-words">{token.name}</span>{' '}
        {token.expired && <span className="badge">ran out</span>}
        <span className="block text-sm text-ink-2">
          {token.scopes.join(', ')}; until {day(token.expiresAt)};{' '}
          {token.lastUsedAt ? `last used ${day(token.lastUsedAt)}` : 'never used'}
        </span>
      </span>
      <Button
        small
        aria-label={`Revoke ${token.name}`}
        busy={revoke.isPending}
        onClick={() => void askFirst()}
      >
        Revoke
      </Button>
    </li>
  );
}

const day = (instant: string): string => formatDay(parseInstant(instant) ?? 0);
