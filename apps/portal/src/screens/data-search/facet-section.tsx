// One facet group: a heading that opens, values to tick, and Apply and Clear.

import { formatCount } from '@isobar/contract/count.ts';
import type { FacetGroup } from '@isobar/contract/search/facets.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { sortFacets } from '../../lib/search/read-facets.ts';
import { load } from '../../loading/load.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  appliedOf,
  applyPending,
  countPending,
  type Pending,
  samePending,
} from './facet-selection.ts';
import { FacetValues } from './facet-values.tsx';
import type { useFacets } from './results-queries.ts';
import type { Go } from './search-address.ts';

/** A filter box stands over longer lists (part 1 section 4). */
const FILTER_BOX_OVER = 50;

export function FacetSection(props: {
  readonly group: FacetGroup;
  readonly facets: ReturnType<typeof useFacets>;
  readonly search: Search;
  readonly go: Go;
}) {
  const { group, facets, search, go } = props;
  const id = useId();
  const values = facets.groups.get(group.key) ?? null;
  const applied = useMemo(() => appliedOf(search, group), [search, group]);
  const [draft, setDraft] = useState<{ base: Pending; pending: Pending } | null>(null);
  const pending = draft && samePending(draft.base, applied) ? draft.pending : applied;
  const count = countPending(applied);
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? (Boolean(group.startsOpen) || count > 0);
  const [text, setText] = useState('');
  const sorted = useMemo(
    () => (values ? sortFacets(values, search.facetSort) : null),
    [values, search.facetSort],
  );
  const dirty = !samePending(pending, applied);
  const apply = async (next: Pending): Promise<void> => {
    const cleared = next.epoch_codes?.length ? await withEpoch(search, next.epoch_codes) : search;
    if (!cleared) return;
    setDraft(null);
    go(applyPending(cleared, group, next));
  };
  return (
    <section className="border-t border-rule py-1">
      <Heading
        label={group.label}
        chosen={count}
        values={values?.length}
        controls={id}
        open={open}
        onOpen={() => setChoice(!open)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold a scrolling list with its own legend outside */}
      <div id={id} hidden={!open} role="group" aria-label={group.label} className="pb-2">
        {open && !sorted && facets.failed && (
          <p className="px-1 text-sm text-ink-2">The values could not be loaded.</p>
        )}
        {open && !sorted && !facets.failed && (
          <Loading lines={search.terms.id?.length ?? (group.startsOpen ? FEW_LINES : MANY_LINES)} />
        )}
        {open && sorted && (
          <>
            {sorted.length > FILTER_BOX_OVER && (
              <input
                type="search"
                aria-label={`Filter ${group.label}`}
                placeholder={`Filter ${formatCount(sorted.length)} values`}
                className="field mb-1.5 w-full"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
            <FacetValues
              group={group}
              facets={sorted}
              text={sorted.length > FILTER_BOX_OVER ? text : ''}
              pending={pending}
              onChange={(next) => setDraft({ base: applied, pending: next })}
            />
          </>
        )}
        {open && (dirty || count > 0) && (
          <div className="mt-2 flex gap-2">
            {dirty && (
              <Button small look="primary" onClick={() => void apply(pending)}>
                Apply <span className="sr-only">{group.label}</span>
              </Button>
            )}
            <Button small onClick={() => (count > 0 ? void apply({}) : setDraft(null))}>
              Clear <span className="sr-only">{group.label}</span>
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Heading(props: {
  readonly label: string;
  /** How many values are applied, and how many there are once that is known. */
  readonly chosen: number;
  readonly values: number | undefined;
  readonly controls: string;
  readonly open: boolean;
  readonly onOpen: () => void;
}) {
  const { chosen, values } = props;
  return (
    <h3>
      <button
        type="button"
        aria-expanded={props.open}
        aria-controls={props.controls}
        className="group flex w-full items-center gap-2 py-2 text-left text-base font-strong"
        onClick={props.onOpen}
      >
        <ChevronRight
          size={15}
          aria-hidden
          className="text-ink-2 transition-transform group-aria-expanded:rotate-90"
        />
        {props.label}
        {chosen > 0 ? (
          <span className="badge ml-auto text-xs">
            {chosen}
            <span className="sr-only"> chosen</span>
          </span>
        ) : (
          values !== undefined && (
            <span className="ml-auto text-xs font-normal text-ink-2">
              {formatCount(values)}
              <span className="sr-only"> values</span>
            </span>
          )
        )}
      </button>
    </h3>
  );
}

/** Asks the questions of epoch-questions.ts, which is loaded only when an epoch is applied. */
async function withEpoch(search: Search, epochs: readonly string[]): Promise<Search | null> {
  try {
    const questions = await load(() => import('./epoch-questions.ts'));
    return await questions.withEpoch(search, epochs);
  } catch {
    const text = 'The connection may have been interrupted. Choose Apply again.';
    toast({ kind: 'problem', title: 'The epoch could not be applied.', text });
    return null;
  }
}

/**
 * Placeholder lines, about as many as there will be values, so that nothing below jumps: for
 * categories, and for a full-height list.
 */
const FEW_LINES = 6;
const MANY_LINES = 11;

const Loading = ({ lines }: { readonly lines: number }) => (
  <div>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines to come have no name yet
      <div key={line} className="flex h-[30px] items-center px-1">
        <Skeleton className={line % 2 === 0 ? 'h-4 w-3/5' : 'h-4 w-1/2'} />
      </div>
    ))}
  </div>
);
