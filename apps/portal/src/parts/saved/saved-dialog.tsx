// 'Saved searches': the present search under a name, and the list of those that were saved before.

import type { EventSearch } from '@isobar/contract/calls/facts.ts';
import { LONGEST_NAME, type SavedSearch } from '@isobar/contract/calls/saved-searches.ts';
import { formatDays } from '@isobar/contract/facts/days-address.ts';
import { formatAddress } from '@isobar/contract/search/address.ts';
import { filtersApplied, type Search, setData } from '@isobar/contract/search/filter.ts';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { askToSignIn } from '../../parts/login/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { useSavedSearches, useSaveSearch } from './saved-calls.ts';
import { SavedItem } from './saved-item.tsx';
import { useSavedLabels } from './saved-labels.ts';
import { hrefOfSaved, type Labels, nameOfDays, nameOfSearch } from './saved-words.ts';

export type SavedProps =
  | {
      readonly search: Search;
      /** As on the chips of the search; null while its results are on their way. */
      readonly labels: Labels | null;
      /**
       * Whether only recommended data are shown; saved with the search, whatever is preferred
       * later.
       */
      readonly recommended: boolean;
      readonly go: (search: Search, options: { readonly toTop: boolean }) => void;
    }
  | { readonly days: EventSearch };

type DialogProps = SavedProps & { readonly onClose: () => void };

/** Opened before the session is known it waits for that; a visitor is asked to sign in. */
export function SavedDialog(props: DialogProps) {
  const { person } = useSession();
  const askFirst = useEffectEvent(async () => {
    if (!(await askToSignIn('Sign in to save searches.'))) props.onClose();
  });
  useEffect(() => {
    if (person === null) void askFirst();
  }, [person]);
  return person ? <List {...props} /> : null;
}

function List(props: DialogProps) {
  const { onClose } = props;
  const { data, error, isFetching, refetch } = useSavedSearches();
  const labels = useSavedLabels(data ?? [], labelsOf(props));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved searches"
      description="A saved search shows what is new since you last opened it: datastreams with new data, or days. You can follow it by mail, by a feed or by a web hook."
      width="620px"
    >
      <SaveForm {...props} />
      {error && (
        <FailurePanel
          what="Your saved searches could not be loaded."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton className="h-24" />}
      {data?.length === 0 && <p className="text-ink-2">You have not saved a search yet.</p>}
      {data && data.length > 0 && (
        <ul aria-label="Saved searches">
          {data.map((saved) => (
            <SavedItem
              key={saved.searchId}
              saved={saved}
              labels={labels}
              onOpen={(search) => {
                onClose();
                if (search && 'go' in props) props.go(search, { toTop: true });
                else location.hash = hrefOfSaved(saved);
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SaveForm(props: SavedProps) {
  const id = useId();
  /**
   * Null until the user changes it: the name follows the search, whose chips may get their names
   * later.
   */
  const [typed, setName] = useState<string | null>(null);
  const name =
    typed ??
    ('days' in props ? nameOfDays(props.days) : nameOfSearch(props.search, labelsOf(props)));
  const save = useSaveSearch();
  const input = useRef<HTMLInputElement>(null);
  const present = presentOf(props);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!present) return;
    save.mutate(
      { name: name.trim(), ...present },
      {
        onSuccess: () => setName(''),
        onError: () => input.current?.focus(),
      },
    );
  };
  if (!present) {
    return (
      <p className="mb-5 text-ink-2">
        {'days' in props
          ? 'Add a condition to save these days here.'
          : 'Set a filter or search for a word, then this search can be saved here.'}
      </p>
    );
  }
  return (
    <form className="mb-5 border-b border-rule pb-5" onSubmit={submit}>
      <label htmlFor={id} className="mb-1 block font-strong">
        Save this search as
      </label>
      <div className="flex flex-wrap gap-2">
        <span className="field min-w-0 flex-1 basis-52">
          <input
            ref={input}
            id={id}
            className="w-full bg-transparent"
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            aria-describedby={save.error ? `${id}-failed` : undefined}
            aria-invalid={Boolean(save.error)}
            onChange={(event) => {
              setName(event.target.value);
              save.reset();
            }}
          />
        </span>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={name.trim() === '' || save.isPending}
        >
          Save
        </Button>
      </div>
      <p role="status" id={`${id}-failed`} className="mt-1 min-h-[1.4em] text-sm">
        {save.error && <span className="text-danger">{save.error.message}</span>}
        {save.data && name === '' && `Saved as “${save.data.name}”.`}
      </p>
    </form>
  );
}

const labelsOf = (props: SavedProps): Labels => ('days' in props ? {} : (props.labels ?? {}));

/** What would be saved; null: nothing is searched. */
function presentOf(props: SavedProps): Pick<SavedSearch, 'kind' | 'address'> | null {
  if ('days' in props) {
    const { clauses, variables } = props.days;
    if (clauses.length + variables.length === 0) return null;
    return { kind: 'days', address: { path: formatDays(props.days), query: {} } };
  }
  if (filtersApplied(props.search) === 0) return null;
  const { path, query } = formatAddress(
    setData(props.search, props.recommended ? 'recommended' : 'all'),
  );
  return { kind: 'data', address: { path, query } };
}
