// The side bar: order of the facets, date range, facet groups, advanced ones behind a toggle. A
// drawer on narrow windows.
import { FACETS, facetFields } from '@isobar/contract/search/facets.ts';
import {
  chosen,
  clearFilters,
  type FacetSort,
  filtersApplied,
  type Search,
  setFacetSort,
} from '@isobar/contract/search/filter.ts';
import { PanelLeftClose } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { type Segment, Segmented } from '../../ui/segmented.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { DateFilter } from './date-filter.tsx';
import { FacetSection } from './facet-section.tsx';
import type { useFacets } from './results-queries.ts';
import type { Go } from './search-address.ts';

const Drawer = lazyPart(
  'The filters',
  () => import('../../ui/drawer.tsx').then((module) => module.Drawer),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

type Facets = ReturnType<typeof useFacets>;

type Props = {
  readonly search: Search;
  readonly go: Go;
  readonly facets: Facets;
  readonly shown: boolean;
  readonly drawer: boolean;
  readonly onDrawer: (open: boolean) => void;
  readonly onHide: () => void;
  /** '78 data products'; null: not known yet. */
  readonly found: string | null;
};

const SORTS: readonly Segment<FacetSort>[] = [
  { value: 'az', label: 'A-Z' },
  { value: 'za', label: 'Z-A' },
  { value: 'count', label: 'Count' },
];

/**
 * Drawn again only when the search, its counts or its own position change, not for rows or the open
 * record.
 */
export const Sidebar = memo(function Sidebar(props: Props) {
  const narrow = useMedia('(max-width: 991px)');
  const { shown, drawer, onDrawer, onHide, found, search, go } = props;
  if (narrow) {
    return (
      <Suspense>
        <Drawer
          open={drawer}
          title="Filters"
          onClose={() => onDrawer(false)}
          footer={
            <>
              <Button
                disabled={filtersApplied(search) === 0}
                onClick={() => go(clearFilters(search))}
              >
                Clear All
              </Button>
              <Button look="primary" className="min-w-0 flex-1" onClick={() => onDrawer(false)}>
                <span className="truncate">Show {found ?? 'the results'}</span>
              </Button>
            </>
          }
        >
          <Refine {...props} />
        </Drawer>
      </Suspense>
    );
  }
  if (!shown) return null;
  return (
    <aside
      aria-label="Refine results"
      data-tour="filters"
      data-skip="filters"
      className="pt-3 pb-12"
    >
      <Refine
        {...props}
        hide={
          <Button look="quiet" icon small aria-label="Hide filters" onClick={onHide}>
            <PanelLeftClose size={16} aria-hidden />
          </Button>
        }
      />
    </aside>
  );
});

function Refine(props: Props & { readonly hide?: React.ReactNode }) {
  const { search, go, facets, hide } = props;
  const plain = FACETS.filter((group) => !group.advanced);
  const visible = plain.filter((group) => !group.externalOnly || search.external);
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <h2 className="caps mr-auto">Refine</h2>
        <span data-tour="sort">
          <Segmented
            small
            label="Sort filter values"
            segments={SORTS}
            value={search.facetSort}
            onChange={(sort) => go(setFacetSort(search, sort), { replace: true })}
          />
        </span>
        {hide}
      </div>
      <DateFilter search={search} go={go} />
      <div className="mt-4">
        {visible.map((group) => (
          <FacetSection key={group.key} group={group} facets={facets} search={search} go={go} />
        ))}
        <Advanced {...props} />
      </div>
      {facets.failure && (
        <div className="mt-3">
          <FailurePanel
            what={facets.failure.what}
            why={facets.failure.why}
            onRetry={facets.failure.retry}
          />
        </div>
      )}
    </>
  );
}

/**
 * Opens by itself when an advanced filter is applied, closes when none remains; otherwise the
 * person decides.
 */
function Advanced({ search, go, facets }: Props) {
  const groups = FACETS.filter((group) => group.advanced);
  const applied = groups.some((group) =>
    facetFields(group).some((field) => chosen(search, field).length > 0),
  );
  const [choice, setChoice] = useState<{ applied: boolean; open: boolean }>({
    applied,
    open: applied,
  });
  const open = choice.applied === applied ? choice.open : applied;
  return (
    <section className="border-t border-rule pt-3" data-tour="advanced">
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-center justify-between py-1 text-sm text-accent"
        onClick={() => setChoice({ applied, open: !open })}
      >
        <span className="font-strong">Advanced Filters</span>
        <span>{open ? 'Hide' : 'Show'}</span>
      </button>
      {open && (
        <div className="mt-2">
          {groups.map((group) => (
            <FacetSection key={group.key} group={group} facets={facets} search={search} go={go} />
          ))}
        </div>
      )}
    </section>
  );
}
