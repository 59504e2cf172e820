// What the plots of a month have in common: their axes in words, and for images the colours with their units.
import type { ImageDay } from '@isobar/contract/quicklooks/day.ts';
import { paletteOf } from '@isobar/contract/quicklooks/palette.ts';
import { barTicks, tickText } from '@isobar/contract/quicklooks/scale.ts';
import { useTheme } from '../../lib/theme.ts';
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
      {axes && image && !image.classes && <Colours range={axes.values} {...{ units, image }} />}
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

function Colours(props: {
  readonly range: Axes['values'];
  readonly units: string;
  readonly image: ImageDay;
}) {
  const { range, units, image } = props;
  const [theme] = useTheme();
  const stops = paletteOf(image, theme)
    .filter((_, i) => i % 24 === 0)
    .map((rgb) => `rgb(${rgb.join()})`);
  return (
    <figure className="mt-3 w-full max-w-[26rem] pr-4">
      <div
        className="h-3 border border-rule-2"
        style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }}
      />
      <div className="relative h-5 text-xs text-ink-2">
        {barTicks(range)
          .filter(({ share }) => share >= 0 && share <= 1)
          .map(({ value, share }) => (
            <span
              key={value}
              className="absolute -translate-x-1/2"
              style={{ left: `${100 * share}%` }}
            >
              {tickText(value)}
            </span>
          ))}
      </div>
      <figcaption className="text-sm text-ink-2">
        Unit: {units}
        {range.logarithmic && ', logarithmic scale'}. Blank: no data.
      </figcaption>
    </figure>
  );
}
