// The web hook of a saved search: an address that is notified of what is new. Offered where the
// operator allows servers for it.
import type { SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { hookProblem } from '@isobar/contract/orders/web-hook.ts';
import { type FormEvent, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useHookOfSearch } from './saved-calls.ts';

export function HookFold({ saved }: { readonly saved: SavedSearch }) {
  const rules = useConfig().orders?.webHooks;
  const hook = useHookOfSearch();
  const [url, setUrl] = useState(saved.hook ?? '');
  const [tried, setTried] = useState(false);
  if (!rules || (rules.hosts.length === 0 && saved.hook === null)) return null;
  const problem = hookProblem(url, rules);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem === null) hook.mutate({ searchId: saved.searchId, url });
  };
  const secret = hook.data?.secret;
  return (
    <details className="mt-1 text-sm">
      <summary className="link w-fit cursor-pointer">
        Web hook<span className="sr-only"> of {saved.name}</span>
        {saved.hook !== null && `: ${new URL(saved.hook).host}`}
      </summary>
      <form className="mt-1 grid gap-2" onSubmit={submit}>
        <TextField
          label={`Address of the web hook of ${saved.name}`}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            hook.reset();
          }}
          hint={`It receives a signed POST with what is new, once an hour at most. Allowed: ${rules.hosts.join(', ')}.`}
          problem={tried ? (problem ?? hook.error?.message) : undefined}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" small busy={hook.isPending} disabled={url.trim() === ''}>
            {saved.hook === null ? 'Set' : 'Change'}
          </Button>
          {saved.hook !== null && (
            <Button
              small
              look="quiet"
              busy={hook.isPending}
              onClick={() => {
                setUrl('');
                setTried(false);
                hook.mutate({ searchId: saved.searchId, url: null });
              }}
            >
              Remove
            </Button>
          )}
        </div>
        {secret && (
          <p role="status" className="flex flex-wrap items-center gap-2">
            Signed with <code className="min-w-0 break-all">{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
          </p>
        )}
      </form>
    </details>
  );
}
