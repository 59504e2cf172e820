// A day as a thumbnail: only the values, on axes that are described beside it.
import type { DayAnswer, ProfileDay } from '@isobar/contract/quicklooks/day.ts';
import { heightsOf, rangeOfDay } from '@isobar/contract/quicklooks/ranges.ts';
import { niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { placeBetween, round } from '@isobar/contract/quicklooks/trace.ts';
import { memo } from 'react';
import { type Axes, DayDrawing } from './day-drawing.tsx';
import { DayImage } from './day-image.tsx';

/**
 * `isTall`: as high as wide, as a month of launches is drawn, so that layers of the air are
 * distinct.
 */
export const smallBox = (isTall: boolean) =>
  ({ left: 0, top: 0, width: 240, height: isTall ? 240 : 132 }) as const;

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
  beside,
  isTall = false,
}: {
  readonly day: DayAnswer;
  readonly axes: Axes;
  /** The dew point of launches whose temperature is shown. */
  readonly beside?: ProfileDay | null | undefined;
  readonly isTall?: boolean;
}) {
  const { samples } = day;
  const box = smallBox(isTall);
  return (
    <span
      className="relative block w-full overflow-hidden bg-surface"
      style={{ aspectRatio: `${box.width}/${box.height}` }}
    >
      {samples?.kind === 'image' && axes.heights && (
        <DayImage image={samples} range={axes.values} heights={axes.heights} />
      )}
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <Grid day={day} axes={axes} box={box} />
        <DayDrawing {...{ day, axes, beside }} area={box} stroke={2} />
      </svg>
    </span>
  );
});

/** Units of temperature in which water freezes at 0. */
export const isCelsius = (units: string): boolean =>
  /^(deg ?|°)?c(elsius)?$|^celsius$/i.test(units);

/** The ticks of the lower axis of launches: shares of the width, with their values. */
export const ticksAcross = ({ values }: Axes) => {
  const place = placeBetween({ ...values, logarithmic: false });
  return niceScale(values.low, values.high, 3).ticks.map((value) => ({
    value,
    share: place(value),
  }));
};

/** Noon or values of launches, and the round values of the vertical axis. */
function Grid(props: {
  readonly day: DayAnswer;
  readonly axes: Axes;
  readonly box: ReturnType<typeof smallBox>;
}) {
  const { day, axes, box } = props;
  const { low, high } = verticalOf(day, axes);
  const place = placeBetween({ low, high });
  const across = niceScale(low, high, 4).ticks.map(
    (tick) => `M0 ${round((1 - place(tick)) * box.height)}h${box.width}`,
  );
  const isImage = day.samples?.kind === 'image';
  const isProfile = day.samples?.kind === 'profile';
  const down = isProfile ? ticksAcross(axes) : [{ value: Number.NaN, share: 0.5 }];
  const lines = down.map(({ share }) => `M${round(share * box.width)} 0v${box.height}`);
  const zero = isProfile && isCelsius(day.units) && down.find(({ value }) => value === 0);
  return (
    <>
      <path
        d={lines.join('') + across.join('')}
        stroke={isImage ? 'var(--ink-2)' : 'var(--rule)'}
        strokeOpacity={isImage ? 0.3 : 1}
        strokeDasharray={isImage ? '1 4' : undefined}
      />
      {zero && (
        <path
          d={`M${round(zero.share * box.width)} 0v${box.height}`}
          stroke="var(--ink-2)"
          strokeDasharray="3 4"
        />
      )}
    </>
  );
}

/** The ends of the vertical axis. */
export const verticalOf = (
  day: DayAnswer,
  { values, heights }: Axes,
): { readonly low: number; readonly high: number } =>
  heights && day.samples?.kind !== 'line' ? { low: heights.bottom, high: heights.top } : values;
