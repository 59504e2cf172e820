// The full quality timeline of a datastream: options, drawing, the selected report, and the reports
// as a table.
import {
  HIDE_ALL,
  hoursOf,
  openingWindow,
  type QualityRange,
  qualityRanges,
  RESOLUTIONS,
  type Span,
} from '@isobar/contract/quality/timeline.ts';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { usePreference, ZOOM_PREFERENCE } from '../../lib/preferences.ts';
import type { TimelineDatastream } from '../../lib/quality/timeline-object.ts';
import { useSetPreference } from '../../lib/set-preference.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useTimelineGestures } from './gestures.ts';
import { useTimelineKeys } from './keys.ts';
import { TimelineLegend } from './legend.tsx';
import { listedCount } from './report-count.ts';
import { useReportFacts } from './report-facts.ts';
import { reportKey } from './report-key.ts';
import { type PlotsOf, ReportSummary } from './report-summary.tsx';
import { ReportTable } from './report-table.tsx';
import { Timeline, TimelineAxis } from './timeline.tsx';
import { minDaysOf, TimelineViewProvider, useTimeline, useTimelineView } from './view.tsx';
import { windowShowing } from './window-showing.ts';
import { ZoomBar } from './zoom-bar.tsx';

const ShareStrip = lazyPart('Share of valid data', () =>
  import('./share-strip.tsx').then((module) => module.ShareStrip),
);

export type QualityTimelineProps = {
  /**
   * The datastream with its reports, and the chosen dates where they are narrower than its data.
   */
  readonly object: TimelineDatastream;
  /** Report key of the selected item. */
  readonly selected: string | undefined;
  readonly onSelect: (range: QualityRange | null) => void;
  /** The plots of the variable that is looked at; null or absent: there are none. */
  readonly plots?: PlotsOf | null;
  /** Further choices in the options bar, such as the primary measurement. */
  readonly options?: ReactNode;
};

export function QualityTimeline(props: QualityTimelineProps) {
  const { selected: about, monitorStart, monitorEnd } = props.object;
  const start = hoursOf(about.minStartDate);
  const end = hoursOf(about.maxEndDate);
  const ranges = useMemo(() => qualityRanges(about.dqrDates), [about.dqrDates]);
  if (start === null || end === null) return null;
  const data: Span = [start, end];
  const margin = (data[1] - data[0]) * 0.02 + 24;
  const full: Span = [data[0] - margin, data[1] + margin];
  return (
    <TimelineViewProvider full={full} opening={openingWindow(full, monitorStart, monitorEnd)}>
      <Inner {...props} data={data} ranges={ranges} full={full} />
    </TimelineViewProvider>
  );
}

type InnerProps = QualityTimelineProps & {
  /** First and last data, hours since 1970 UTC. */
  readonly data: Span;
  readonly ranges: readonly QualityRange[];
  readonly full: Span;
};

function Inner(props: InnerProps) {
  const { object, data, ranges, onSelect } = props;
  const label = object.selected.datastream;
  const selected = ranges.find((range) => reportKey(range) === props.selected) ?? null;
  const region = useRef<HTMLElement>(null);
  const view = useTimelineView();
  const factsOf = useReportFacts(label);
  const [table, setTable] = useState(false);
  const [shaded, setShaded] = useState(false);
  useTimelineKeys(region);
  useTimelineGestures(region, {
    rangesOf: () => ranges,
    onClick: ({ report }) => onSelect(report),
    plainWheel: true,
  });
  useEffect(() => {
    const { window, full, show } = view.getState();
    const moved = selected && windowShowing(selected, window, full);
    if (moved) show(moved);
  }, [selected, view]);
  return (
    <div className="grid gap-3">
      <OptionsBar {...props} shaded={shaded} onShade={setShaded} />
      <section
        ref={region}
        aria-label={`Quality timeline of ${label}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the timeline takes keys
        tabIndex={0}
      >
        <TimelineAxis most={9} />
        <div data-timeline="full" className="relative cursor-ew-resize touch-pan-y">
          <Timeline data={data} ranges={ranges} height={72} ticks={9} />
          {selected && <Marker range={selected} />}
        </div>
        {shaded && (
          <Suspense>
            <ShareStrip datastream={label} variable={props.plots?.vn} data={data} />
          </Suspense>
        )}
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <TimelineLegend />
        <ZoomBar />
      </div>
      <Instruction />
      <ReportSummary
        ranges={ranges}
        selected={selected}
        onSelect={onSelect}
        factsOf={factsOf}
        plots={props.plots ?? null}
      />
      {ranges.length > 0 && (
        <div>
          <Button look="quiet" small aria-expanded={table} onClick={() => setTable(!table)}>
            {table ? 'Hide the list' : `List all ${listedCount(ranges)}`}
          </Button>
          {table && (
            <div className="mt-2">
              <ReportTable
                caption={`Quality reports of ${label}`}
                ranges={ranges}
                factsOf={factsOf}
                onOpen={onSelect}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function Instruction() {
  const ignored = useTimeline((state) => minDaysOf(state) === HIDE_ALL);
  return (
    <p className="text-sm text-ink-2">
      {ignored
        ? 'Scroll to zoom in/out'
        : 'Click to view data quality reports, scroll to zoom in/out'}
      . Data availability and date range vary by data level.
    </p>
  );
}

function OptionsBar(
  props: InnerProps & { readonly shaded: boolean; readonly onShade: (shaded: boolean) => void },
) {
  const { options, full, object } = props;

  const display = useTimeline((state) => state.options);
  const setOptions = useTimeline((state) => state.setOptions);
  const glide = useTimeline((state) => state.glide);
  const preferred = usePreference(ZOOM_PREFERENCE);
  const save = useSetPreference(ZOOM_PREFERENCE);
  const view = useTimelineView();
  useEffect(() => {
    const { options: now } = view.getState();
    if (now.byZoom !== preferred) view.getState().setOptions({ ...now, byZoom: preferred });
  }, [preferred, view]);
  const chosen = openingWindow(full, object.monitorStart, object.monitorEnd);
  const narrower = chosen[0] !== full[0] || chosen[1] !== full[1];
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Checkbox
        className="text-sm"
        checked={display.byZoom}
        onChange={(byZoom) => {
          setOptions({ ...display, byZoom });
          save.mutate(byZoom);
        }}
      >
        Filter DQRs based on zoom
      </Checkbox>
      <Select
        label="Resolution"
        disabled={display.byZoom}
        choices={RESOLUTION_CHOICES}
        value={String(display.resolution)}
        onChange={(value) => setOptions({ ...display, resolution: Number(value) })}
      />
      <Checkbox className="text-sm" checked={props.shaded} onChange={props.onShade}>
        Share of valid data
      </Checkbox>
      {options}
      <Tooltip label="About this timeline">
        Coloured periods are data quality reports. The further you zoom out, the longer a report has
        to be to show; choose a resolution to see others. Missing data show when absent for more
        than 24 hours.
      </Tooltip>
      <span className="ml-auto flex gap-1">
        {narrower && (
          <Button look="quiet" small onClick={() => glide(chosen)}>
            View Selected Date
          </Button>
        )}
        <Button look="quiet" small onClick={() => glide(full)}>
          {narrower ? 'View All Dates' : 'Reset timeline view'}
        </Button>
      </span>
    </div>
  );
}

const RESOLUTION_CHOICES = [
  ...RESOLUTIONS.map(({ label, minDays }) => ({ value: String(minDays), label })),
  { value: '-1', label: 'Hide all' },
];

/** A frame around the selected report. */
function Marker({ range }: { readonly range: QualityRange }) {
  const window = useTimeline((state) => state.window);
  const length = window[1] - window[0];
  const left = ((range.start - window[0]) / length) * 100;
  const width = ((range.end - range.start) / length) * 100;
  if (left > 100 || left + width < 0) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 border-2 border-ink"
      style={{ left: `calc(${Math.max(0, left)}% - 2px)`, width: `calc(${width}% + 4px)` }}
    />
  );
}
