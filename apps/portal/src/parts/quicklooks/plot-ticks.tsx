// The numbers of a thumbnail's axes, beside it and below it; hidden from screen readers, which read
// the table of values.
import type { DayAnswer } from '@isobar/contract/quicklooks/day.ts';
import { axisText, niceScale } from '@isobar/contract/quicklooks/scale.ts';
import { placeBetween } from '@isobar/contract/quicklooks/trace.ts';
import type { Axes } from './day-drawing.tsx';
import { ticksAcross, verticalOf } from './small-plot.tsx';

type Of = { readonly day: DayAnswer; readonly axes: Axes };

/** As high as what is around it. */
export function TicksUp({ day, axes }: Of) {
  const { low, high } = verticalOf(day, axes);
  const place = placeBetween({ low, high });
  return (
    <span aria-hidden="true" className="relative block h-full w-full">
      {niceScale(low, high, 4).ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-1 translate-y-1/2 text-xs leading-none text-ink-2"
          style={{ bottom: `${Math.min(97, Math.max(3, 100 * place(tick)))}%` }}
        >
          {axisText(tick)}
        </span>
      ))}
    </span>
  );
}

/** The unit of the numbers beside a thumbnail, in the corner between both axes. */
export function UnitUp({ day }: Pick<Of, 'day'>) {
  const { samples } = day;
  const unit = samples && samples.kind !== 'line' ? samples.axis.units : day.units;
  return (
    <span className="block truncate pr-1 text-right text-xs leading-none text-ink-2" title={unit}>
      {unit}
    </span>
  );
}

/** Hours, or the values of launches. */
export function TicksAcross({ day, axes }: Of) {
  const ticks =
    day.samples?.kind === 'profile'
      ? ticksAcross(axes).map(({ share, value }) => ({ share, text: axisText(value) }))
      : [0, 12, 24].map((hour) => ({ share: hour / 24, text: String(hour).padStart(2, '0') }));
  return (
    <span aria-hidden="true" className="relative block h-4">
      {ticks
        .filter(({ share }) => share >= 0 && share <= 1)
        .map(({ share, text }) => (
          <span
            key={text}
            className="absolute text-xs leading-none text-ink-2"
            style={{ left: `${100 * share}%`, transform: `translateX(${-100 * share}%)` }}
          >
            {text}
          </span>
        ))}
    </span>
  );
}
