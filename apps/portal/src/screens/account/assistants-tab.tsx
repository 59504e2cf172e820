// 'Assistants': the address that assistants are given, what they may do, their tokens, and what
// they prepared.
import { type ListedDraft, listDrafts } from '@isobar/contract/calls/draft-calls.ts';
import type { TokenScope } from '@isobar/contract/calls/own-account.ts';
import { makeTokenCall } from '@isobar/contract/calls/own-account-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { whyOf, withTexts } from '../../lib/forms.ts';
import { serviceAddress } from '../../lib/service-address.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormFailure, TextField } from '../../ui/field.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useChange } from './own-calls.ts';
import { Made, TokenList } from './tokens-tab.tsx';

/** What an assistant needs, and no right to place an order. */
const SCOPES: readonly TokenScope[] = ['data', 'orders:read', 'profile'];
const DAYS = 90;

export function AssistantsTab() {
  return (
    <div className="grid max-w-[44rem] gap-8">
      <Address />
      <Rights />
      <Tokens />
      <Prepared />
    </div>
  );
}

function Address() {
  const config = useConfig();
  const address = new URL(serviceAddress(config, 'mcp'), window.location.origin).href;
  const settings = JSON.stringify(
    {
      mcpServers: {
        isobar: { type: 'http', url: address, headers: { Authorization: 'Bearer TOKEN' } },
      },
    },
    null,
    2,
  );
  return (
    <section aria-labelledby="address-title">
      <h3 id="address-title" className="mb-2 font-strong">
        Address
      </h3>
      <p className="text-ink-2">
        Give this address to an assistant that speaks the Model Context Protocol. Without a token it
        searches and describes data.
      </p>
      <Copied text={address} label="Copy the address" />
      <p className="mt-3 text-ink-2">With a token, as most clients take it:</p>
      <Copied text={settings} label="Copy the settings" />
    </section>
  );
}

const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className="mt-1 flex items-start gap-2">
    <pre className="min-w-0 flex-1 rounded-lg bg-sunk px-3 py-2 font-mono text-sm break-all whitespace-pre-wrap">
      {text}
    </pre>
    <CopyButton text={text} label={label} />
  </div>
);

const Rights = () => (
  <section aria-labelledby="rights-title">
    <h3 id="rights-title" className="mb-2 font-strong">
      What an assistant may do
    </h3>
    <ul className="grid list-disc gap-1 pl-5">
      <li>
        Without a token: search, describe data, find days, cite, estimate orders, check files.
      </li>
      <li>
        With a token: also prepare orders, and check the status of your orders. You place a prepared
        order yourself, on its own page, within a day.
      </li>
      <li>Never: place, cancel or repeat an order, change your account, see another account.</li>
    </ul>
  </section>
);

function Tokens() {
  const make = useChange(
    (config, name: string) =>
      ask(config, makeTokenCall, { body: { name, scopes: [...SCOPES], days: DAYS } }),
    ['tokens'],
  );
  return (
    <section aria-labelledby="assistant-tokens-title" className="border-t border-rule pt-6">
      <h3 id="assistant-tokens-title" className="mb-2 font-strong">
        Tokens
      </h3>
      <form
        className="grid gap-3"
        onSubmit={withTexts((text, form) => {
          make.mutate(text('name'), { onSuccess: () => form.reset() });
        })}
      >
        <TextField
          label="Name of the assistant"
          name="name"
          required
          maxLength={60}
          hint={`Its token can read data and orders, and prepare orders, for ${DAYS} days.`}
        />
        <FormFailure text={whyOf(make.error)} />
        <Button className="justify-self-start" look="primary" type="submit" busy={make.isPending}>
          Create token
        </Button>
      </form>
      {make.data && <Made name={make.data.name} token={make.data.token} />}
      <div className="mt-4">
        <TokenList />
      </div>
    </section>
  );
}

function Prepared() {
  const config = useConfig();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['order-drafts'],
    queryFn: ({ signal }) => ask(config, listDrafts, { signal }),
  });
  return (
    <section aria-labelledby="prepared-title" className="border-t border-rule pt-6">
      <h3 id="prepared-title" className="mb-2 font-strong">
        Prepared orders
      </h3>
      {isPending && <Spinner label="Loading prepared orders…" />}
      {error && (
        <FailurePanel
          what="Prepared orders could not be loaded."
          why={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data?.drafts.length === 0 && <p className="text-ink-2">No order was prepared.</p>}
      {data && data.drafts.length > 0 && (
        <ul className="divide-y divide-rule">
          {data.drafts.map((draft) => (
            <PreparedRow key={draft.draftId} draft={draft} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PreparedRow({ draft }: { readonly draft: ListedDraft }) {
  const { state, orderId, client, token, files, bytes, madeAt } = draft;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0">
        <span className="font-strong">
          {plural(files, 'file')}, {formatBytes(bytes)}
        </span>
        <span className="block text-sm break-words text-ink-2">
          {formatDayTime(parseInstant(madeAt) ?? 0)} UTC by {client || 'a program'}
          {token && `, token ${token}`}
        </span>
      </span>
      {state === 'open' && (
        <a className="link" href={`#/orders/drafts/${draft.draftId}`}>
          Review
        </a>
      )}
      {state === 'placed' && orderId !== null && (
        <a className="link" href={`#/account/order?orderId=${orderId}`}>
          Order {orderId}
        </a>
      )}
      {state === 'discarded' && <span className="badge">discarded</span>}
      {state === 'expired' && <span className="badge">expired</span>}
    </li>
  );
}
