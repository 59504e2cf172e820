// The applied filters as removable chips; many of them fold into one button.
import {
  type Crumb,
  clearFilters,
  crumbsOf,
  removeCrumb,
  type Search,
} from '@isobar/contract/search/filter.ts';
import { crumbText, type ResultPage } from '@isobar/contract/search/read-results.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Go } from './search-address.ts';

/** Crumbs expand by themselves up to here (part 1 section 9). */
export const AUTO_EXPAND = 5;

export function Crumbs(props: {
  readonly search: Search;
  readonly labels: ResultPage['labels'];
  readonly go: Go;
}) {
  const { search, labels, go } = props;
  const crumbs = crumbsOf(search);
  const [choice, setChoice] = useState<boolean | null>(null);
  if (crumbs.length === 0) return null;
  const expanded = choice ?? crumbs.length <= AUTO_EXPAND;
  return (
    <section aria-label="Applied filters" className="mt-3 flex flex-wrap items-center gap-2">
      {expanded ? (
        <>
          <ul className="contents">
            {crumbs.map((crumb) => (
              <Chip
                key={`${crumb.field} ${crumb.values}`}
                crumb={crumb}
                text={crumbText(crumb, labels)}
                onRemove={() => go(removeCrumb(search, crumb))}
              />
            ))}
          </ul>
          <Button look="quiet" small onClick={() => setChoice(false)}>
            Collapse Selections
          </Button>
        </>
      ) : (
        <Button small aria-expanded={false} onClick={() => setChoice(true)}>
          ({crumbs.length}) Filters Applied
        </Button>
      )}
      <Button look="quiet" small onClick={() => go(clearFilters(search))}>
        Clear All
      </Button>
    </section>
  );
}

function Chip(props: {
  readonly crumb: Crumb;
  readonly text: string;
  readonly onRemove: () => void;
}) {
  const { crumb, text, onRemove } = props;
  return (
    <li className="chip">
      <span className="text-ink-2">{crumb.label}</span>
      <span className="max-w-[22rem] truncate" title={crumb.values.join(', ')}>
        {text}
      </span>
      <button
        type="button"
        aria-label={`Remove ${crumb.label} ${text}`}
        className="grid size-6 place-items-center rounded-full hover:bg-surface"
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
