// The newest full plot of a variable, small, as a link to its month. Nothing where there is none.
import { formatCompactDay, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { dashed } from './month.ts';
import { plotsPath } from './plots-address.ts';
import { dayQuery, hasDay, openingQuery } from './plots-queries.ts';
import { ownAxes, SmallPlot } from './small-plot.tsx';

export function LatestPlot(props: {
  readonly ds: string;
  readonly vn: string;
  /** Its last sample, as in the catalogue. */
  readonly until: string;
}) {
  const { ds, vn } = props;
  const config = useConfig();
  const now = Date.now() / 1000;
  const until = formatCompactDay(Math.min(parseInstant(props.until) ?? now, now));
  const { data: last } = useQuery(openingQuery(config, { ds, vn, until }));
  const day = useQuery({
    ...dayQuery(last ?? { url: '', dated: '', vn }, 'small'),
    enabled: !!last && hasDay(last.url),
  });
  const axes = day.data ? ownAxes(day.data) : null;
  if (!last || !day.data || !axes) return null;
  const date = dashed(last.dated);
  return (
    <figure className="w-full max-w-[17rem] shrink-0">
      <a
        className="block border border-rule hover:border-rule-2"
        href={`#${plotsPath('', { ds, vn, date: last.dated })}`}
        aria-label={`Latest plot: ${vn} on ${date}. Opens the quicklooks of its month.`}
      >
        <SmallPlot day={day.data} axes={axes} />
      </a>
      <figcaption className="mt-1 text-sm text-ink-2">
        Latest plot: <span className="font-mono">{vn}</span>
        {day.data.units && ` in ${day.data.units}`}, {date}
      </figcaption>
    </figure>
  );
}
