// The day of a plot that home shows, from its values.
import { plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { dayQuery } from '../../parts/quicklooks/plots-queries.ts';
import { ownAxes } from '../../parts/quicklooks/small-plot.tsx';
import type { PlotParts } from './plot-parts.ts';

/**
 * `axes`: null where there is nothing to draw. A day that fails concerns nothing else of the
 * screen.
 */
export function useDay({ ds, vn, date }: PlotParts, size: 'small' | 'full') {
  const config = useConfig();
  const url = addressOf(config, plotOfDay, { params: { ds, vn, file: `${date}.svg` } });
  const query = dayQuery({ url, vn, dated: date }, size);
  const { data: day, isPending } = useQuery({ ...query, meta: { optional: true } });
  return { day, axes: day ? ownAxes(day) : null, isPending };
}
