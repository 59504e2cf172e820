// The latest plot of a variable, small, as a link to its month. Nothing where there is none.
import { formatCompactDay, parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { dashed, monthOf } from './month.ts';
import { plotsPath } from './plots-address.ts';
import { dayQuery, hasDay, monthQuery } from './plots-queries.ts';
import { ownAxes, SmallPlot } from './small-plot.tsx';

export function LatestPlot(props: {
  readonly ds: string;
  readonly vn: string;
  /** Its last sample, as in the catalogue. */
  readonly until: string;
}) {
  const { ds, vn, until } = props;
  const config = useConfig();
  const now = Date.now() / 1000;
  const month = monthOf(formatCompactDay(Math.min(parseInstant(until) ?? now, now)));
  const plots = useQuery(monthQuery(config, { ds, vn, month }));
  const last = plots.data?.at(-1);
  const day = useQuery({
    ...dayQuery(last ?? { url: '', dated: '', vn }, 'small'),
    enabled: last !== undefined && hasDay(last.url),
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
