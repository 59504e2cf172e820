// What is shown of the results and how: the two switches, sort, page size, data types, timeline legend and zoom.
import { checkedTypes, SOURCE_TYPES, sourceClassesOf } from '@isobar/contract/search/data-types.ts';
import {
  chosen,
  PAGE_SIZES,
  type Search,
  setData,
  setFilter,
  setRows,
  setSort,
  setView,
  viewOf,
} from '@isobar/contract/search/filter.ts';
import { sortOptions } from '@isobar/contract/search/sorts.ts';
import { Settings2, SlidersHorizontal, UserRoundCog } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../lib/plural.ts';
import { TimelineLegend } from '../../parts/timeline/legend.tsx';
import { useTimeline } from '../../parts/timeline/view.tsx';
import { ZoomBar } from '../../parts/timeline/zoom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { Results } from './results-queries.ts';
import { SavedButton } from './saved-button.tsx';
import type { Go } from './search-address.ts';
import { ShareButton } from './share-button.tsx';

const TimelineOptions = lazy(() =>
  import('./timeline-options.tsx').then((module) => ({ default: module.TimelineOptions })),
);

const RecommendationDialog = lazy(() =>
  import('./recommendation-dialog.tsx').then((module) => ({
    default: module.RecommendationDialog,
  })),
);

type Props = {
  readonly search: Search;
  readonly results: Results;
  readonly go: Go;
};

/** `listed`: are there rows, or may they come? */
export function ResultControls({ listed, ...props }: Props & { readonly listed: boolean }) {
  return (
    <div className="mt-5 grid gap-y-3" data-tour="display">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <ViewSwitch {...props} />
        <DataSwitch {...props} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <DataTypes {...props} />
        <TimelineOptionsButton />
      </div>
      {listed && <TimelineControls />}
    </div>
  );
}

/** Order, page size, and the ways to take the results along; it stands beside the headline. */
export function ListControls({
  search,
  results,
  go,
  onFilters,
}: Props & { readonly onFilters: () => void }) {
  return (
    <div className="ml-auto flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 max-sm:ml-0">
      <Button className="lg:!hidden" aria-haspopup="dialog" data-tour="filters" onClick={onFilters}>
        <SlidersHorizontal size={16} aria-hidden />
        Filters
      </Button>
      <Select
        label="Sort by"
        className="[&>select]:max-w-[11rem] [&>select]:max-sm:max-w-[7.5rem] [&>label]:max-sm:sr-only"
        choices={sortOptions(viewOf(search))}
        value={search.sort}
        onChange={(sort) => go(setSort(search, sort))}
      />
      <Select
        label="Page Size"
        className="[&>label]:max-sm:sr-only"
        choices={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(search.rows)}
        onChange={(size) => {
          const rows = PAGE_SIZES.find((one) => String(one) === size);
          if (rows) go(setRows(search, rows));
        }}
      />
      <span className="flex max-sm:ml-[-9px]" data-tour="along">
        <SavedButton search={search} recommended={results.recommended} go={go} />
        <ShareButton search={search} recommended={results.recommended} />
      </span>
    </div>
  );
}

function ViewSwitch({ search, results, go }: Props) {
  const { page } = results;
  return (
    <span className="flex items-center gap-1">
      <Segmented
        label="Result view"
        value={viewOf(search)}
        onChange={(view) => go(setView(search, view))}
        segments={[
          {
            value: 'instrument',
            label: <Counted label="Data Products" count={page?.products} />,
            disabled: page?.measurements === 0,
          },
          {
            value: 'measurement',
            label: <Counted label="Primary Measurements" count={page?.measurements} />,
            disabled: page?.measurements === 0,
          },
        ]}
      />
      <Tooltip label="About the two views">
        Data Products groups the results by instrument, value-added product, IOP and field-campaign
        product. Primary Measurements lists each measurement by itself, like the previous version of
        this search.
      </Tooltip>
    </span>
  );
}

function DataSwitch({ search, results, go }: Props) {
  const { counts, recommended } = results;
  const disabled = counts?.recommended === 0;
  return (
    <span className="flex items-center gap-1">
      <Segmented
        label="Recommendation"
        value={recommended ? 'recommended' : 'all'}
        onChange={(data) => go(setData(search, data))}
        segments={[
          {
            value: 'recommended',
            label: <Counted label="Recommended Data" count={counts?.recommended} />,
            disabled,
          },
          { value: 'all', label: <Counted label="All Data" count={counts?.all} />, disabled },
        ]}
      />
      <Tooltip label="About recommended data">
        Recommended Data are those that the archive's scientists suggest first. With All Data,
        everything is returned regardless of its recommendation level.
      </Tooltip>
      <RecommendationButton />
    </span>
  );
}

function RecommendationButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon
        small
        aria-label="Recommendation Preference"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <UserRoundCog size={16} aria-hidden />
      </Button>
      {open && (
        <Suspense>
          <RecommendationDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const Counted = ({
  label,
  count,
}: {
  readonly label: string;
  readonly count?: number | undefined;
}) => (
  <span>
    {label}{' '}
    {count === undefined ? (
      <span aria-hidden className="invisible">
        (123)
      </span>
    ) : (
      <span>({formatCount(count)})</span>
    )}
  </span>
);

/** All five checked is no filter (decision 1); the last one cannot be unchecked into an empty search. */
function DataTypes({ search, go }: Props) {
  const checked = checkedTypes(chosen(search, 'source_class_code'));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 max-sm:hidden">
      <legend className="float-left mr-5 text-[.9rem] leading-[28px] text-ink-2">Data type</legend>
      {SOURCE_TYPES.map(({ name }) => (
        <Checkbox
          key={name}
          className="text-[.92rem]"
          checked={checked.includes(name)}
          onChange={(on) => {
            const next = on ? [...checked, name] : checked.filter((one) => one !== name);
            go(setFilter(search, 'source_class_code', sourceClassesOf(next) ?? []));
          }}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function TimelineOptionsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        className="ml-auto max-md:ml-[-13px]"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Settings2 size={16} aria-hidden />
        Timeline Options
      </Button>
      {open && (
        <Suspense>
          <TimelineOptions onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function TimelineControls() {
  const shown = useTimeline((view) => view.options.shown);
  if (!shown) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <TimelineLegend />
      <span className="text-[.88rem] text-ink-2 max-[1500px]:sr-only">
        Double-click DQRs to view details
      </span>
      <ZoomBar />
    </div>
  );
}
