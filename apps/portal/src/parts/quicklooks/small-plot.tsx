// A day as a thumbnail: only the values, on axes that are described beside it.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { heightsOf, rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { placeBetween, round } from '@isobar/contract/quicklooks/trace.ts';
import { memo } from 'react';
import { type Axes, DayDrawing } from './day-drawing.tsx';
import { DayImage } from './day-image.tsx';

export const SMALL = { left: 0, top: 0, width: 240, height: 132 } as const;

const OWN = new WeakMap<DayAnswer, Axes | null>();

/** The axes of a single day, the same object each time; null where there is nothing to draw. */
export function ownAxes(day: DayAnswer): Axes | null {
  const before = OWN.get(day);
  if (before !== undefined) return before;
  const values = rangeOfDay(day);
  const axes = values && { values: withRoom(values, day), heights: heightsOf([day]) };
  OWN.set(day, axes);
  return axes;
}

/** Leaves room at the ends, so that no line runs along the frame. */
export function withRoom(values: Axes['values'], day: DayAnswer): Axes['values'] {
  if (day.samples?.kind === 'image') return values;
  const room = (values.high - values.low) * 0.06 || Math.abs(values.high) * 0.05 || 0.5;
  return { ...values, low: values.low - room, high: values.high + room };
}

/** Redrawn only when its day or its axes change, not whenever another day has come. */
export const SmallPlot = memo(function SmallPlot({
  day,
  axes,
}: {
  readonly day: DayAnswer;
  readonly axes: Axes;
}) {
  const { samples } = day;
  return (
    <span className="relative block aspect-[240/132] w-full overflow-hidden bg-surface">
      {samples?.kind === 'image' && axes.heights && (
        <DayImage image={samples} range={axes.values} heights={axes.heights} />
      )}
      <svg
        viewBox={`0 0 ${SMALL.width} ${SMALL.height}`}
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <Grid day={day} axes={axes} />
        <DayDrawing day={day} axes={axes} area={SMALL} stroke={2} />
      </svg>
    </span>
  );
});

/** Noon, and the round values of the vertical axis. */
function Grid({ day, axes }: { readonly day: DayAnswer; readonly axes: Axes }) {
  const { low, high } = verticalOf(day, axes);
  const place = placeBetween({ low, high });
  const across = niceScale(low, high, 3).ticks.map(
    (tick) => `M0 ${round((1 - place(tick)) * SMALL.height)}h${SMALL.width}`,
  );
  const isImage = day.samples?.kind === 'image';
  return (
    <path
      d={`M120 0v132${across.join('')}`}
      stroke={isImage ? 'var(--ink-2)' : 'var(--rule)'}
      strokeOpacity={isImage ? 0.3 : 1}
      strokeDasharray={isImage ? '1 4' : undefined}
    />
  );
}

/** The ends of the vertical axis. */
export const verticalOf = (
  day: DayAnswer,
  { values, heights }: Axes,
): { readonly low: number; readonly high: number } =>
  heights && day.samples?.kind !== 'line' ? { low: heights.bottom, high: heights.top } : values;
