// What the plots of a month have in common: their axes in words, and for images the colours with
// their units.
import { ColourBar } from './colour-bar.tsx';
import type { Axes } from './day-drawing.tsx';
import { short } from './day-note.ts';
import { imageOf } from './day-values.ts';
import type { MonthDay } from './month-days.ts';

export function AxesNote(props: {
  readonly days: readonly MonthDay[];
  /** Null: each day has axes of its own. */
  readonly axes: Axes | null;
}) {
  const { days, axes } = props;
  const first = days.find(({ day }) => day?.samples)?.day;
  const kind = first?.samples?.kind;
  const image = imageOf(first);
  const units = first?.units || 'no units';
  return (
    <>
      {axes && image && !image.classes && <ColourBar range={axes.values} {...{ units, image }} />}
      <p className="mt-2 text-sm text-ink-2">
        {axes
          ? 'All days of the month share their axes, so that they can be compared.'
          : 'Each day has axes of its own.'}{' '}
        {kind !== 'profile' && 'Hours run from 00 to 24 UTC.'}
        {kind === 'profile' &&
          axes &&
          `Values run from ${short(axes.values.low)} to ${short(axes.values.high)} ${units}.`}
      </p>
    </>
  );
}
