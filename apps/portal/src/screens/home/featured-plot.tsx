// A day of the archive beside what is featured: small as a picture, or with its axes.
import { plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { BigPlot } from '../../parts/quicklooks/big-plot.tsx';
import { dashed } from '../../parts/quicklooks/month.ts';
import { plotsPath } from '../../parts/quicklooks/plots-address.ts';
import { dayQuery } from '../../parts/quicklooks/plots-queries.ts';
import { ownAxes, SmallPlot } from '../../parts/quicklooks/small-plot.tsx';

/** Pixels of the plot with axes. */
const HEIGHT = 220;

/** The parts of what an operator wrote: datastream/variable/YYYYMMDD. */
function partsOf(plot: string) {
  const [ds = '', vn = '', date = ''] = plot.split('/');
  return { ds, vn, date };
}

/** Nothing where the archive lacks the day. */
export function FeaturedPlot(props: {
  /** datastream/variable/YYYYMMDD. */
  readonly plot: string;
  readonly size: 'small' | 'full';
}) {
  const { ds, vn, date } = partsOf(props.plot);
  const config = useConfig();
  const url = addressOf(config, plotOfDay, { params: { ds, vn, file: `${date}.svg` } });
  const query = dayQuery({ url, vn, dated: date }, props.size);
  const { data: day, isPending } = useQuery({ ...query, meta: { optional: true } });
  if (isPending) return <div className={`home-featured-room home-featured-${props.size}`} />;
  const axes = day && ownAxes(day);
  if (!day || !axes) return null;
  const name = `${day.longName || vn}, ${dashed(date)} UTC`;
  return (
    <figure className={`home-featured-${props.size}`}>
      <a
        className="block"
        href={`#${plotsPath('', { ds, vn, date })}`}
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
