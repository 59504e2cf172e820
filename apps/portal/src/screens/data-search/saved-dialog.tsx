// 'Saved searches': the present search under a name, and the list of those that were saved before.

import { LONGEST_NAME } from '@isobar/contract/calls/saved-searches.ts';
import { formatAddress } from '@isobar/contract/search/address.ts';
import { crumbsOf, filtersApplied, type Search, setData } from '@isobar/contract/search/filter.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { useSavedSearches, useSaveSearch } from './saved-calls.ts';
import { SavedItem } from './saved-item.tsx';
import type { Go } from './search-address.ts';

export type SavedProps = {
  readonly search: Search;
  /** Whether only recommended data are shown; saved with the search, whatever is preferred later. */
  readonly recommended: boolean;
  readonly go: Go;
};

export function SavedDialog(props: SavedProps & { readonly onClose: () => void }) {
  const { onClose, go } = props;
  const { data, error, isFetching, refetch } = useSavedSearches();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved searches"
      description="A saved search shows how many datastreams are new, or have newer data, since you last opened it."
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
              onOpen={(search) => {
                onClose();
                go(search, { toTop: true });
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SaveForm({ search, recommended }: SavedProps) {
  const id = useId();
  const [name, setName] = useState(() => suggestedName(search));
  const save = useSaveSearch();
  const input = useRef<HTMLInputElement>(null);
  const empty = filtersApplied(search) === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { path, query } = formatAddress(setData(search, recommended ? 'recommended' : 'all'));
    save.mutate(
      { name: name.trim(), address: { path, query } },
      {
        onSuccess: () => setName(''),
        onError: () => input.current?.focus(),
      },
    );
  };
  if (empty) {
    return (
      <p className="mb-5 text-ink-2">
        Set a filter or search for a word, then this search can be saved here.
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

/** 'Southern Great Plains, ceil': the chosen values, as far as they fit a name. */
function suggestedName(search: Search): string {
  const text = crumbsOf(search)
    .map(({ values }) => values.join(' '))
    .join(', ');
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
}
