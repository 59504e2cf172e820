// A quality timeline as a small drawing: bars, reports, ticks, grid. The reports are also listed in
// words beside it.
import {
  hiddenRanges,
  type QualityName,
  type QualityRange,
  type Span,
  visibleRanges,
} from '@isobar/contract/quality/timeline.ts';
import { memo, useMemo } from 'react';
import {
  bandPath,
  HEIGHT,
  PAINT_ORDER,
  tickPaths,
  timelinePaths,
  unionPath,
  WIDTH,
} from './geometry.ts';
import { formatHourDay } from './hours.ts';
import { countText } from './report-count.ts';
import { timeTicks } from './ticks.ts';
import { minDaysOf, useTimeline } from './view.tsx';

export const FILLS: Readonly<Record<QualityName, string>> = {
  routine: 'var(--q-routine)',
  limited: 'url(#limited-hatch)',
  missing: 'var(--q-missing)',
  note: 'var(--q-note)',
  suspect: 'var(--q-suspect)',
  incorrect: 'var(--q-incorrect)',
};

export const strokeOf = (name: QualityName) =>
  name === 'missing' ? { stroke: 'var(--q-missing-line)', strokeWidth: 1 } : {};

const MOST_TICKS = 7;

/** The hatching of limited periods, once per page. */
export const TimelineDefs = () => (
  <svg width="0" height="0" className="absolute" aria-hidden="true">
    <defs>
      <pattern
        id="limited-hatch"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="2" height="5" fill="var(--q-limited)" />
      </pattern>
    </defs>
  </svg>
);

export const Timeline = memo(function Timeline(props: {
  /** First and last data; null when there are none. */
  readonly data: Span | null;
  readonly ranges: readonly QualityRange[];
  /**
   * The spans with data at any facility; given when the bars show only one of several facilities.
   */
  readonly union?: readonly Span[];
  readonly height?: number;
  /** Most lines of the grid, and of the axis above it. */
  readonly ticks?: number;
}) {
  const { data, ranges, union = NO_SPANS, height = HEIGHT, ticks = MOST_TICKS } = props;
  const window = useTimeline((view) => view.window);
  const band = useTimeline((view) => view.band);
  const minDays = useTimeline(minDaysOf);
  const paths = useMemo(
    () => timelinePaths(data, visibleRanges(ranges, minDays), window),
    [data, ranges, minDays, window],
  );
  const small = useMemo(
    () => tickPaths(hiddenRanges(ranges, minDays), window),
    [ranges, minDays, window],
  );
  const grid = useMemo(() => gridPath(window, ticks), [window, ticks]);
  const thin = useMemo(() => unionPath(union, window), [union, window]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      className="timeline block"
      aria-label={describe(data, ranges, union)}
    >
      {band && <path d={bandPath(band, window)} fill="var(--q-band)" />}
      <path d={grid} stroke="var(--rule)" vectorEffect="non-scaling-stroke" />
      {thin && <path d={thin} fill="var(--q-routine)" />}
      {PAINT_ORDER.map((name) => {
        const marks = (paths[name] ?? '') + (small[name] ?? '');
        return (
          marks !== '' && (
            <path
              key={name}
              d={marks}
              fill={FILLS[name]}
              {...strokeOf(name)}
              vectorEffect="non-scaling-stroke"
            />
          )
        );
      })}
    </svg>
  );
});

/** The years or months over the timelines; the axis is the same for all of them. */
export function TimelineAxis({ most = MOST_TICKS }: { readonly most?: number }) {
  const window = useTimeline((view) => view.window);
  const ticks = timeTicks(window, most);
  return (
    <div className="relative h-5" aria-hidden="true">
      {ticks.map(({ hour, label }) => (
        <span
          key={hour}
          className="absolute -translate-x-1/2 text-xs font-normal whitespace-nowrap text-ink-2"
          style={{ left: `${percent(hour, window)}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

function gridPath(window: Span, ticks: number): string {
  const scale = WIDTH / Math.max(1, window[1] - window[0]);
  return timeTicks(window, ticks)
    .map(({ hour }) => `M${((hour - window[0]) * scale).toFixed(1)} 0V${HEIGHT}`)
    .join('');
}

function describe(
  data: Span | null,
  ranges: readonly QualityRange[],
  union: readonly Span[],
): string {
  if (!data) return 'No data';
  const counts = countText(ranges);
  const reports = counts ? `Reports: ${counts}.` : 'No quality reports.';
  const [first, last] = [union[0]?.[0] ?? data[0], union.at(-1)?.[1] ?? data[1]];
  const wider = first < data[0] || last > data[1];
  const all = wider ? ` All facilities: ${formatHourDay(first)} to ${formatHourDay(last)}.` : '';
  return `Data from ${formatHourDay(data[0])} to ${formatHourDay(data[1])}.${all} ${reports}`;
}

const percent = (hour: number, window: Span): number =>
  ((hour - window[0]) / (window[1] - window[0])) * 100;

const NO_SPANS: readonly Span[] = [];
