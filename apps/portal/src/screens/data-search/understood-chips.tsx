// Under the search box: what was understood of the words, each as a chip that can be taken away.
import { type Search, searchText, setAsTyped, setText } from '@isobar/contract/search/filter.ts';
import type { Understood, UnderstoodFilter } from '@isobar/contract/words/understood.ts';
import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Go } from './search-address.ts';
import { withoutTyped } from './typed-parts.ts';

export function UnderstoodChips(props: {
  readonly search: Search;
  readonly understood: Understood | null;
  readonly go: Go;
}) {
  const { search, understood, go } = props;
  const text = searchText(search);
  if (search.asTyped && text !== '')
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        Searched as typed.
        <Button look="quiet" small onClick={() => go(setAsTyped(search, false))}>
          Interpret the words
        </Button>
      </p>
    );
  const filters = understood?.filters.filter(({ dropped }) => !dropped) ?? [];
  if (filters.length === 0) return null;
  return (
    <section
      aria-label="Understood from your words"
      className="mt-2 flex flex-wrap items-center gap-2 text-sm"
    >
      <span className="text-ink-2">Understood:</span>
      <ul className="contents">
        {filters.map((filter) => (
          <UnderstoodChip
            key={`${filter.kind} ${filter.typed}`}
            filter={filter}
            onRemove={() => go(setText(search, withoutTyped(text, filter.typed)))}
          />
        ))}
      </ul>
      <Button look="quiet" small onClick={() => go(setAsTyped(search, true))}>
        Search as typed
      </Button>
    </section>
  );
}

const KINDS = {
  place: 'Place',
  time: 'Time',
  level: 'Level',
  datastream: 'Datastream',
  product: 'Data product',
} as const;

function UnderstoodChip(props: {
  readonly filter: UnderstoodFilter;
  readonly onRemove: () => void;
}) {
  const { kind, typed, meaning } = props.filter;
  return (
    <li className="chip max-w-full border border-rule-2 !bg-transparent">
      <span className="text-ink-2">{KINDS[kind]}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{meaning}</span>
      <button
        type="button"
        aria-label={`Remove ${KINDS[kind].toLowerCase()} ${meaning}, typed as ${typed}`}
        className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-surface"
        onClick={props.onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
