// Order and size of the list, saving and sharing it, and on phones the buttons that unfold the
// rest.
import {
  filtersApplied,
  PAGE_SIZES,
  type Search,
  searchText,
  setRows,
  setSort,
  sortOf,
  viewOf,
} from '@isobar/contract/search/filter.ts';
import { sortOptions } from '@isobar/contract/search/sorts.ts';
import { Text } from 'lucide-react';
import { FiltersButton } from '../../parts/filters-button.tsx';
import { SavedButton } from '../../parts/saved/saved-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import type { Results } from './results-queries.ts';
import type { Go } from './search-address.ts';
import { ShareButton } from './share-button.tsx';

/** The switches that fold on phones. */
export const TOOLBAR_ID = 'display-controls';

type Choice = { readonly search: Search; readonly go: Go };

export const SortChoice = ({ search, go }: Choice) => (
  <Select
    label="Sort by"
    className="[&>label]:max-[1519px]:sr-only [&>select]:max-w-[8rem] [&>select]:max-md:max-w-[5.6rem]"
    choices={sortOptions(viewOf(search), searchText(search) !== '')}
    value={sortOf(search)}
    onChange={(sort) => go(setSort(search, sort))}
  />
);

export const PageSizeChoice = ({ search, go }: Choice) => (
  <Select
    label="Page Size"
    className="[&>label]:md:sr-only"
    choices={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
    value={String(search.rows)}
    onChange={(size) => {
      const rows = PAGE_SIZES.find((one) => String(one) === size);
      if (rows) go(setRows(search, rows));
    }}
  />
);

/** Saved searches, and the menu for sharing the search. */
export const Along = ({ search, results, go }: Choice & { readonly results: Results }) => (
  <span className="flex max-md:ml-[-9px]" data-tour="along">
    <SavedButton
      search={search}
      labels={results.page?.labels ?? null}
      recommended={results.recommended}
      go={go}
    />
    <ShareButton search={search} recommended={results.recommended} />
  </span>
);

/** The controls beside the headline. */
export function ListControls(
  props: Choice & {
    readonly results: Results;
    readonly onFilters: () => void;
    readonly unfolded: boolean;
    readonly onUnfold: (unfolded: boolean) => void;
  },
) {
  const { search, onFilters, unfolded, onUnfold } = props;
  const narrow = useMedia(NARROW);
  return (
    <div className="ml-auto flex shrink-0 items-center gap-x-2">
      <FiltersButton
        count={filtersApplied(search)}
        className="max-md:!px-2.5 lg:!hidden"
        aria-haspopup="dialog"
        data-tour="filters"
        data-skip="filters"
        onClick={onFilters}
      />
      {narrow ? (
        <>
          <SortChoice {...props} />
          <Button
            icon
            aria-label="Display controls"
            aria-expanded={unfolded}
            aria-controls={unfolded ? TOOLBAR_ID : undefined}
            data-tour="display"
            onClick={() => onUnfold(!unfolded)}
          >
            <Text size={17} aria-hidden />
          </Button>
        </>
      ) : (
        <Along {...props} />
      )}
    </div>
  );
}
