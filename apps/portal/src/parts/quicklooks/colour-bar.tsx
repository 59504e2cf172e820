// What the colours of images mean: a bar with round values and their unit, below the images that
// share it.
import type { ImageDay, ValueRange } from '@isobar/contract/quicklooks/day.ts';
import { paletteOf } from '@isobar/contract/quicklooks/palette.ts';
import { axisText, barTicks } from '@isobar/contract/quicklooks/scale.ts';
import { useTheme } from '../../lib/theme.ts';

/** Colours of the palette between which the bar is drawn, its first and its last among them. */
const STOPS = 12;

/** `brief`: below a thumbnail, as wide as it. */
export function ColourBar(props: {
  readonly range: ValueRange;
  readonly units: string;
  readonly image: ImageDay;
  readonly brief?: boolean;
}) {
  const { range, units, image, brief = false } = props;
  const [theme] = useTheme();
  const palette = paletteOf(image, theme);
  const stops = Array.from({ length: STOPS }, (_, i) => {
    const rgb = palette[Math.round((i * (palette.length - 1)) / (STOPS - 1))];
    return `rgb(${rgb?.join()})`;
  });
  const unit = units || 'no units';
  return (
    <figure className={brief ? '' : 'mt-3 w-full max-w-[26rem] pr-4'}>
      <div
        className={`border border-rule-2 ${brief ? 'h-2' : 'h-3'}`}
        style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }}
      />
      <div className={`relative text-xs text-ink-2 ${brief ? 'h-4' : 'h-5'}`}>
        {barTicks(range)
          .filter(({ share }) => share >= 0 && share <= 1)
          .map(({ value, share }) => (
            <span
              key={value}
              className="absolute"
              style={{ left: `${100 * share}%`, transform: `translateX(${-100 * share}%)` }}
            >
              {axisText(value)}
            </span>
          ))}
      </div>
      <figcaption className={brief ? 'text-xs text-ink-2' : 'text-sm text-ink-2'}>
        Unit: {unit}
        {range.logarithmic && ', logarithmic scale'}
        {!brief && '. Blank: no data.'}
      </figcaption>
    </figure>
  );
}
