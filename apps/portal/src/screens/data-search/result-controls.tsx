// Which results are shown, and how: the two switches, data types, sort, page size, timeline legend
// and zoom.

import { formatCount } from '@isobar/contract/count.ts';
import {
  checkedTypes,
  SOURCE_TYPES,
  shownTypes,
  sourceClassesOf,
} from '@isobar/contract/search/data-types.ts';
import {
  chosen,
  type Search,
  setData,
  setFilter,
  setView,
  viewOf,
} from '@isobar/contract/search/filter.ts';
import { Info, Settings2, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { TimelineLegend } from '../../parts/timeline/legend.tsx';
import { useTimeline } from '../../parts/timeline/view.tsx';
import { ZoomBar } from '../../parts/timeline/zoom-bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { Along, PageSizeChoice, SortChoice, TOOLBAR_ID } from './list-controls.tsx';
import type { Results } from './results-queries.ts';
import type { Go } from './search-address.ts';
import { MoreOfTheBar } from './search-bar.tsx';

const TimelineOptions = lazyPart(
  'The timeline options',
  () => import('./timeline-options.tsx').then((module) => module.TimelineOptions),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

const RecommendationDialog = lazyPart(
  'The explanation of recommended data',
  () => import('./recommendation-dialog.tsx').then((module) => module.RecommendationDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

type Props = {
  readonly search: Search;
  readonly results: Results;
  readonly go: Go;
};

/**
 * `listed`: whether there are rows, or may still be. `unfolded`: on phones the switches show only
 * on demand.
 */
export function ResultControls(
  props: Props & { readonly listed: boolean; readonly unfolded: boolean },
) {
  const { listed, unfolded, search, results, go } = props;
  const narrow = useMedia(NARROW);
  return (
    <>
      {(!narrow || unfolded) && (
        <section
          id={TOOLBAR_ID}
          aria-label="Display"
          data-tour="display"
          className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 max-md:border-y max-md:border-rule max-md:py-3"
        >
          <ViewSwitch {...props} />
          <DataSwitch {...props} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2 md:ml-auto">
            {narrow ? (
              <DataTypes {...props} />
            ) : (
              <Fold label={<TypesLabel search={search} />}>
                <DataTypes {...props} />
              </Fold>
            )}
            {!narrow && <SortChoice search={search} go={go} />}
            <PageSizeChoice search={search} go={go} />
          </span>
          {narrow && (
            <span className="flex flex-wrap items-center gap-x-3">
              <Along search={search} results={results} go={go} />
              <MoreOfTheBar search={search} go={go} />
              <TimelineOptionsButton />
            </span>
          )}
        </section>
      )}
      {listed && <TimelineControls />}
    </>
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
        Recommended Data are those that the archive suggests for most purposes. With All Data,
        everything is returned regardless of its recommendation level.
      </Tooltip>
      <RecommendationButton />
    </span>
  );
}

const RecommendationButton = () => (
  <DialogButton
    className={buttonClass({ look: 'quiet', icon: true, small: true })}
    dialog={(onClose) => <RecommendationDialog onClose={onClose} />}
  >
    <UserRoundCog size={16} aria-hidden />
    <span className="sr-only">Recommendation Preference</span>
  </DialogButton>
);

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

/**
 * All five checked is no filter (decision 1001); the last one cannot be unchecked into an empty
 * search.
 */
function DataTypes({ search, go }: Props) {
  const checked = checkedTypes(chosen(search, 'source_class_code'));
  const shown = shownTypes(chosen(search, 'source_class_code'));
  return (
    <fieldset className="grid gap-x-5 max-md:flex max-md:flex-wrap">
      <legend className="text-sm leading-[28px] text-ink-2 max-md:float-left max-md:mr-4">
        Data type
      </legend>
      {SOURCE_TYPES.map(({ name }) => (
        <Checkbox
          key={name}
          className="min-h-[30px] text-sm whitespace-nowrap"
          checked={checked.includes(name)}
          indeterminate={shown.includes(name) && !checked.includes(name)}
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

const TypesLabel = ({ search }: { readonly search: Search }) => (
  <span>
    <span className="text-ink-2">Type</span>{' '}
    {shownTypes(chosen(search, 'source_class_code')).length} of {SOURCE_TYPES.length}
  </span>
);

const TimelineOptionsButton = () => (
  <DialogButton
    className={buttonClass({ look: 'quiet', small: true })}
    dialog={(onClose) => <TimelineOptions onClose={onClose} />}
  >
    <Settings2 size={16} aria-hidden />
    Timeline Options
  </DialogButton>
);

function TimelineControls() {
  const shown = useTimeline((view) => view.options.shown);
  const narrow = useMedia(NARROW);
  const [legend, setLegend] = useState(false);
  if (!shown) {
    return (
      <div className="mt-2 flex justify-end">
        <TimelineOptionsButton />
      </div>
    );
  }
  return (
    <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-1 gap-y-1 md:gap-x-4">
      {narrow && (
        <Button
          look="quiet"
          small
          className="!px-0 !text-xs"
          aria-expanded={legend}
          onClick={() => setLegend(!legend)}
        >
          <Info size={15} aria-hidden />
          What the marks mean
        </Button>
      )}
      {!narrow && <TimelineLegend />}
      <span className="text-sm text-ink-2 max-[1700px]:sr-only">
        Double-click DQRs to view details
      </span>
      <span className="flex flex-1 items-center justify-end gap-2">
        {!narrow && <TimelineOptionsButton />}
        <ZoomBar small />
      </span>
      {narrow && legend && (
        <div className="basis-full pb-1">
          <TimelineLegend />
        </div>
      )}
    </div>
  );
}
