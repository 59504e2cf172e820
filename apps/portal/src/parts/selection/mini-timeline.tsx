// The quality of one data level over its whole time, with the chosen dates below and the reports
// that touch them.
import type { Level } from '@isobar/contract/orders/levels.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { within } from '@isobar/contract/quality/affected.ts';
import { type QualityRange, qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConfig } from '../../lib/config.ts';
import { dqrSearch, type ReportsOf, readDqrs } from '../../lib/search/plan-details.ts';
import { postSearch } from '../../lib/search-call.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { HEIGHT } from '../timeline/geometry.ts';
import { countText } from '../timeline/report-count.ts';
import { Timeline, TimelineAxis } from '../timeline/timeline.tsx';
import { TimelineViewProvider } from '../timeline/view.tsx';

const HOUR = 3600;
const WIDTH = 1000;

export function MiniTimeline(props: {
  readonly level: Level;
  readonly dates: readonly Span[];
  /** The measurement that the item was added by, its code; absent or empty: all of them. */
  readonly measurement?: string;
}) {
  const { level, dates, measurement = '' } = props;
  const known = useReports(level.datastream, measurement);
  const ranges = known ?? NO_REPORTS;
  const full = useMemo(
    () => [level.start / HOUR, Math.max(level.end / HOUR, level.start / HOUR + 72)] as const,
    [level.start, level.end],
  );
  return (
    <div className="min-w-0">
      <TimelineViewProvider key={level.datastream} full={full}>
        <div className="max-sm:hidden">
          <TimelineAxis />
        </div>
        {known ? <Timeline data={full} ranges={known} /> : <NotKnown level={level} />}
      </TimelineViewProvider>
      <ChosenDates dates={dates} full={full} ranges={ranges} />
      <SeveralRanges dates={mergeSpans(dates)} />
      <p className="mt-0.5 flex justify-between gap-3 text-xs text-ink-2">
        <span className="whitespace-nowrap">{formatDay(level.start)}</span>
        <span className="text-center">{concerning(ranges, dates)}</span>
        <span className="whitespace-nowrap">{formatDay(level.end)}</span>
      </p>
    </div>
  );
}

/**
 * A thin line instead of bars while the reports are unknown: bars without marks would mean that
 * there are no reports.
 */
const NotKnown = ({ level }: { readonly level: Level }) => (
  <svg
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    width="100%"
    height={HEIGHT}
    preserveAspectRatio="none"
    role="img"
    className="timeline block"
    aria-label={`Data from ${formatDay(level.start)} to ${formatDay(level.end)}; their quality reports are not known yet.`}
  >
    <path
      d={`M0 ${HEIGHT / 2}h${WIDTH}`}
      stroke="var(--q-missing-line)"
      strokeWidth="2"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);

/** How many chosen ranges are named one by one. */
const MOST_NAMED = 8;

function SeveralRanges({ dates }: { readonly dates: readonly Span[] }) {
  if (dates.length < 2) return null;
  const named = dates
    .slice(0, MOST_NAMED)
    .map(({ start, end }) => `${formatDay(start)} to ${formatDay(end)}`);
  const more = dates.length > MOST_NAMED ? ` and ${dates.length - MOST_NAMED} more` : '';
  return (
    <p className="mt-0.5 flex items-center gap-1 text-xs text-ink-2">
      Multiple date ranges selected
      <Tooltip label="About the date ranges">{named.join(', ') + more}</Tooltip>
    </p>
  );
}

/** The chosen dates, marked where data are wrong or doubtful. */
function ChosenDates(props: {
  readonly dates: readonly Span[];
  readonly full: readonly [number, number];
  readonly ranges: readonly QualityRange[];
}) {
  const { dates, full, ranges } = props;
  const scale = WIDTH / Math.max(1, full[1] - full[0]);
  const draw = (spans: readonly Span[], top: number, height: number): string =>
    mergeSpans(spans)
      .map(({ start, end }) => {
        const left = (start / HOUR - full[0]) * scale;
        const width = Math.max(3, ((end - start) / HOUR) * scale);
        return `M${left.toFixed(1)} ${top}h${width.toFixed(1)}v${height}h-${width.toFixed(1)}z`;
      })
      .join('');
  const touched = (name: QualityRange['name']): readonly Span[] =>
    within(
      ranges
        .filter((range) => range.name === name)
        .map(({ start, end }) => ({ start: start * HOUR, end: end * HOUR - 1 })),
      mergeSpans(dates),
    );
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 8`}
      width="100%"
      height="8"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="timeline block bg-track"
    >
      <path d={draw(dates, 2, 4)} fill="var(--accent)" />
      <path d={draw(touched('suspect'), 1, 6)} fill="var(--q-suspect)" />
      <path d={draw(touched('incorrect'), 0, 8)} fill="var(--q-incorrect)" />
    </svg>
  );
}

/** '1 incorrect, 2 suspect in your dates' */
export function concerning(ranges: readonly QualityRange[], dates: readonly Span[]): string {
  const met = ranges.filter((range) =>
    dates.some((date) => range.start * HOUR <= date.end && range.end * HOUR > date.start),
  );
  const told = countText(met);
  return told && `${told} in your dates`;
}

/**
 * The reports on the measurement that the item was added by; without one, or if this level does not
 * have it, those on the whole datastream. undefined: still loading, or the call failed.
 */
function useReports(datastream: string, measurement: string): readonly QualityRange[] | undefined {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['dqr-dates', datastream, measurement],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const ask = async (of: ReportsOf) =>
        readDqrs(await postSearch(config, 'metadata', dqrSearch(of), signal), of);
      const own =
        measurement === '' ? null : await ask({ measurementId: `${datastream}_${measurement}` });
      return qualityRanges(own ?? (await ask({ datastream })) ?? []);
    },
  });
  return data;
}

const NO_REPORTS: readonly QualityRange[] = [];
