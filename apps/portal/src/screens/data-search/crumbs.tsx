// The applied filters as removable chips; many of them fold into one button.
import { FACETS } from '@isobar/contract/search/facets.ts';
import {
  type Crumb,
  clearFilters,
  crumbsOf,
  removeCrumb,
  type Search,
} from '@isobar/contract/search/filter.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { crumbText, type ResultPage } from '../../lib/search/read-results.ts';
import { Button } from '../../ui/button.tsx';
import type { Go } from './search-address.ts';

/** Crumbs expand by themselves up to here (part 1 section 9). */
export const AUTO_EXPAND = 5;
/** Fields whose values are codes with a name that comes with the results. */
const WITH_NAMES: ReadonlySet<string | null> = new Set(
  FACETS.flatMap((group) => group.levels)
    .filter((level) => level.labelField !== undefined)
    .map((level) => level.filter),
);

export function Crumbs(props: {
  readonly search: Search;
  /** null: not known yet. */
  readonly labels: ResultPage['labels'] | null;
  readonly go: Go;
}) {
  const { search, labels, go } = props;
  const crumbs = crumbsOf(search);
  const [choice, setChoice] = useState<boolean | null>(null);
  if (crumbs.length === 0) return null;
  const expanded = choice ?? crumbs.length <= AUTO_EXPAND;
  return (
    <section
      aria-label="Applied filters"
      className="flex min-w-0 items-center gap-x-2 gap-y-1.5 max-md:mt-2 max-md:whitespace-nowrap md:flex-wrap"
    >
      {/* On phones the chips scroll by themselves, beside the buttons that fold and clear them. */}
      <div className="flex min-w-0 items-center gap-x-2 max-md:overflow-x-auto max-md:pb-1 md:contents">
        {expanded ? (
          <ul className="contents">
            {crumbs.map((crumb) => (
              <Chip
                key={`${crumb.field} ${crumb.values}`}
                crumb={crumb}
                text={crumbText(crumb, labels ?? {})}
                named={labels !== null}
                onRemove={() => go(removeCrumb(search, crumb))}
              />
            ))}
          </ul>
        ) : (
          <Button small aria-expanded={false} onClick={() => setChoice(true)}>
            ({crumbs.length}) Filters Applied
          </Button>
        )}
      </div>
      {expanded && (
        <Button look="quiet" small className="shrink-0 !px-1.5" onClick={() => setChoice(false)}>
          <span>
            Collapse <span className="max-md:sr-only">Selections</span>
          </span>
        </Button>
      )}
      <Button
        look="quiet"
        small
        className="shrink-0 !px-1.5"
        onClick={() => go(clearFilters(search))}
      >
        Clear All
      </Button>
    </section>
  );
}

function Chip(props: {
  readonly crumb: Crumb;
  readonly text: string;
  /**
   * Whether `text` is the final name. While only its code is known, the chip is as wide as a name
   * would be.
   */
  readonly named: boolean;
  readonly onRemove: () => void;
}) {
  const { crumb, text, named, onRemove } = props;
  const waits = !named && WITH_NAMES.has(crumb.field);
  return (
    <li className="chip">
      <span className="text-ink-2">{crumb.label}</span>
      <span
        className={`max-w-[22rem] truncate ${waits ? 'min-w-[9rem]' : ''}`}
        title={crumb.values.join(', ')}
      >
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
