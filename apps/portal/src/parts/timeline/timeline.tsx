// A quality timeline as a small drawing: base bar, reports, grid. The reports are told in words beside it.
import {
  QUALITY_CLASSES,
  type QualityName,
  type QualityRange,
  type Span,
  visibleRanges,
} from '@isobar/contract/quality/timeline.ts';
import { memo, useMemo } from 'react';
import { HEIGHT, PAINT_ORDER, SHAPES, timelinePaths, WIDTH } from './geometry.ts';
import { formatHourDay } from './hours.ts';
import { timeTicks } from './ticks.ts';
import { minDaysOf, useTimeline } from './view.tsx';

const FILLS: Readonly<Record<QualityName, string>> = {
  routine: 'var(--q-routine)',
  limited: 'url(#limited-hatch)',
  missing: 'var(--q-missing)',
  note: 'var(--q-note)',
  suspect: 'var(--q-suspect)',
  incorrect: 'var(--q-incorrect)',
};

const strokeOf = (name: QualityName) =>
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
  readonly height?: number;
  /** Most lines of the grid, and of the axis above it. */
  readonly ticks?: number;
}) {
  const { data, ranges, height = HEIGHT, ticks = MOST_TICKS } = props;
  const window = useTimeline((view) => view.window);
  const minDays = useTimeline(minDaysOf);
  const visible = useMemo(() => visibleRanges(ranges, minDays), [ranges, minDays]);
  const paths = useMemo(() => timelinePaths(data, visible, window), [data, visible, window]);
  const grid = useMemo(() => gridPath(window, ticks), [window, ticks]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      className="timeline block"
      aria-label={describe(data, ranges)}
    >
      <line
        x2={WIDTH}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        stroke="var(--track)"
        vectorEffect="non-scaling-stroke"
      />
      <path d={grid} stroke="var(--rule)" vectorEffect="non-scaling-stroke" />
      {PAINT_ORDER.map(
        (name) =>
          paths[name] && (
            <path
              key={name}
              d={paths[name]}
              fill={FILLS[name]}
              {...strokeOf(name)}
              vectorEffect="non-scaling-stroke"
            />
          ),
      )}
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
          className="absolute -translate-x-1/2 text-[.78rem] font-normal whitespace-nowrap text-ink-2"
          style={{ left: `${percent(hour, window)}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

/** What the shapes mean. */
export const TimelineLegend = () => (
  <ul aria-label="Timeline legend" className="flex flex-wrap items-center gap-x-5 gap-y-1">
    {QUALITY_CLASSES.map(({ name, legend, description }) => (
      <li
        key={name}
        className="flex items-center gap-2 text-[.88rem] text-ink-2"
        title={description}
      >
        <svg width="16" height="24" aria-hidden="true" className="timeline">
          <rect
            x=".5"
            y={12 - SHAPES[name].height / 2}
            width="15"
            height={SHAPES[name].height}
            fill={FILLS[name]}
            {...strokeOf(name)}
          />
        </svg>
        <span className="calm">{legend}</span>
      </li>
    ))}
  </ul>
);

function gridPath(window: Span, ticks: number): string {
  const scale = WIDTH / Math.max(1, window[1] - window[0]);
  return timeTicks(window, ticks)
    .map(({ hour }) => `M${((hour - window[0]) * scale).toFixed(1)} 0V${HEIGHT}`)
    .join('');
}

function describe(data: Span | null, ranges: readonly QualityRange[]): string {
  if (!data) return 'No data';
  const counts = QUALITY_CLASSES.filter(({ name }) => name !== 'routine').flatMap(
    ({ name, legend }) => {
      const count = ranges.filter((range) => range.name === name).length;
      return count > 0 ? [`${count} ${legend.toLowerCase()}`] : [];
    },
  );
  const reports = counts.length > 0 ? `Reports: ${counts.join(', ')}.` : 'No quality reports.';
  return `Data from ${formatHourDay(data[0])} to ${formatHourDay(data[1])}. ${reports}`;
}

const percent = (hour: number, window: Span): number =>
  ((hour - window[0]) / (window[1] - window[0])) * 100;
