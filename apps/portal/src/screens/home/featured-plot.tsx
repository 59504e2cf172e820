// A day of the archive beside what is featured: small as a picture, or with its axes.
import { BigPlot } from '../../parts/quicklooks/big-plot.tsx';
import { dashed } from '../../parts/quicklooks/month.ts';
import { plotsPath } from '../../parts/quicklooks/plots-address.ts';
import { SmallPlot } from '../../parts/quicklooks/small-plot.tsx';
import { plotParts } from './plot-parts.ts';
import { useDay } from './use-day.ts';

/** Pixels of the plot with axes. */
const HEIGHT = 220;

/** Nothing where the archive lacks the day. */
export function FeaturedPlot(props: {
  /** datastream/variable/YYYYMMDD. */
  readonly plot: string;
  readonly size: 'small' | 'full';
}) {
  const parts = plotParts(props.plot);
  const { day, axes, isPending } = useDay(parts, props.size);
  if (isPending) return <div className={`home-featured-room home-featured-${props.size}`} />;
  if (!day || !axes) return null;
  const name = `${day.longName || parts.vn}, ${dashed(parts.date)} UTC`;
  return (
    <figure className={`home-featured-${props.size}`}>
      <a
        className="block"
        href={`#${plotsPath('', parts)}`}
        aria-label={`${name}. Opens the quicklooks of its month.`}
      >
        {props.size === 'small' ? (
          <SmallPlot day={day} axes={axes} />
        ) : (
          <BigPlot day={day} axes={axes} label={name} height={HEIGHT} />
        )}
      </a>
      <figcaption className="mt-1 text-sm text-ink-2">{name}</figcaption>
    </figure>
  );
}
