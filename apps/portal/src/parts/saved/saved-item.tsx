// One saved search: open, what is new in it, its feeds, rename in place, delete.
import {
  LONGEST_NAME,
  type SavedSearch,
  TELLS,
  type Tell,
} from '@isobar/contract/calls/saved-searches.ts';
import { plural } from '@isobar/contract/count.ts';
import { parseAddress } from '@isobar/contract/search/address.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { feedOfAddress, feedOfDays } from './feed-address.ts';
import { HookFold } from './hook-fold.tsx';
import { useDeleteSearch, useMarkOpened, useRenameSearch, useTellOfSearch } from './saved-calls.ts';
import { describeSaved, hrefOfSaved, type Labels } from './saved-words.ts';

/** `search`: null for one of days. */
type Props = {
  readonly saved: SavedSearch;
  readonly labels: Labels;
  readonly onOpen: (search: Search | null) => void;
};

export function SavedItem({ saved, labels, onOpen }: Props) {
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const opened = useMarkOpened();
  const remove = useDeleteSearch();
  const open = (): void => {
    opened.mutate(saved.searchId, { onError: failed('The search could not be marked as seen.') });
    onOpen(saved.kind === 'days' ? null : parseAddress(saved.address).search);
  };
  const askAndDelete = async (): Promise<void> => {
    const yes = await confirm({
      title: `Delete the saved search “${saved.name}”?`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (yes) remove.mutate(saved.searchId, { onError: failed('It could not be deleted.') });
  };
  const stopRenaming = (): void => {
    setRenaming(false);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2.5 last:border-0">
      {renaming ? (
        <Rename saved={saved} onDone={stopRenaming} />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-60">
            <a
              href={hrefOfSaved(saved)}
              className="link break-words"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                open();
              }}
            >
              {saved.name}
            </a>
            <p className="truncate text-sm text-ink-2">{describeSaved(saved, labels)}</p>
            <Feeds saved={saved} />
            <TellMe saved={saved} />
            <HookFold saved={saved} />
          </div>
          <Fresh saved={saved} />
          <Button
            ref={pencil}
            look="quiet"
            icon
            small
            aria-label={`Rename ${saved.name}`}
            onClick={() => setRenaming(true)}
          >
            <Pencil size={15} aria-hidden />
          </Button>
          <Button
            look="quiet"
            icon
            small
            busy={remove.isPending}
            aria-label={`Delete ${saved.name}`}
            onClick={() => void askAndDelete()}
          >
            <Trash2 size={15} aria-hidden />
          </Button>
        </>
      )}
    </li>
  );
}

function Feeds({ saved }: { readonly saved: SavedSearch }) {
  const config = useConfig();
  const { kind, name, address } = saved;
  return (
    <p className="text-sm text-ink-2">
      Follow it:{' '}
      {kind === 'days' ? (
        <a className="link" href={feedOfDays(config, address.path)}>
          new days<span className="sr-only"> of {name}</span>
        </a>
      ) : (
        <>
          <a className="link" href={feedOfAddress(config, 'data', address)}>
            new data<span className="sr-only"> of {name}</span>
          </a>
          ,{' '}
          <a className="link" href={feedOfAddress(config, 'reports', address)}>
            new quality reports<span className="sr-only"> on {name}</span>
          </a>
        </>
      )}{' '}
      (Atom)
    </p>
  );
}

const TELL_WORDS: Readonly<Record<Tell, string>> = {
  never: 'Never',
  daily: 'Daily',
  weekly: 'Weekly',
};

/** How often new results are mailed; nothing is mailed when there are none. */
function TellMe({ saved }: { readonly saved: SavedSearch }) {
  const tell = useTellOfSearch();
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      Notify me by mail:
      <Select
        quietLabel
        label={`Mails about ${saved.name}`}
        value={saved.tell}
        choices={TELLS.map((value) => ({ value, label: TELL_WORDS[value] }))}
        onChange={(value) =>
          tell.mutate(
            { searchId: saved.searchId, tell: value },
            { onError: failed('This could not be saved.') },
          )
        }
      />
    </p>
  );
}

function Fresh({ saved: { kind, fresh } }: { readonly saved: SavedSearch }) {
  const isDays = kind === 'days';
  if (fresh === null) {
    return (
      <span className="text-sm text-ink-2">
        {isDays ? 'New days cannot be counted yet' : 'New data cannot be counted at the moment'}
      </span>
    );
  }
  if (fresh === 0) return <span className="text-sm text-ink-2">Nothing new</span>;
  return (
    <span className="badge">
      {isDays ? plural(fresh, 'new day') : `${plural(fresh, 'datastream')} with new data`}
    </span>
  );
}

function Rename({ saved, onDone }: { readonly saved: SavedSearch; readonly onDone: () => void }) {
  const [name, setName] = useState(saved.name);
  const rename = useRenameSearch();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === saved.name) onDone();
    else rename.mutate({ searchId: saved.searchId, name: name.trim() }, { onSuccess: onDone });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation(); // the dialog stays open
    onDone();
  };
  return (
    <form className="w-full" onSubmit={submit} onKeyDown={onKeyDown}>
      <div className="flex flex-wrap gap-2">
        <span className="field min-w-0 flex-1 basis-44">
          <input
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename
            autoFocus
            aria-label="New name"
            aria-invalid={Boolean(rename.error)}
            className="w-full bg-transparent"
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setName(event.target.value);
              rename.reset();
            }}
          />
        </span>
        <Button type="submit" look="primary" busy={rename.isPending} disabled={name.trim() === ''}>
          Rename
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      <p role="status" className="text-sm text-danger">
        {rename.error?.message}
      </p>
    </form>
  );
}

const failed = (title: string) => (error: Error) =>
  toast({ kind: 'problem', title, text: error.message });
