// The day with a plot before or after another one: in the same month, or in the nearest that has
// one.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Quicklook } from '../../lib/search/plan-quicklooks.ts';
import { addMonths, monthOf } from './month.ts';
import { monthQuery } from './plots-queries.ts';

/** How many months further the search for a plot goes. */
const FARTHEST = 24;

export type Way = -1 | 1;

/** Null where there is none within `bounds` (YYYYMMDD). */
export async function neighbourDay(
  client: QueryClient,
  config: PortalConfig,
  from: { readonly ds: string; readonly vn: string; readonly date: string },
  way: Way,
  bounds: { readonly first: string; readonly last: string },
): Promise<Quicklook | null> {
  const { ds, vn, date } = from;
  for (let step = 0; step <= FARTHEST; step++) {
    const month = monthOf(addMonths(`${monthOf(date)}01`, way * step));
    if (month < monthOf(bounds.first) || month > monthOf(bounds.last)) return null;
    const plots = await client.fetchQuery(monthQuery(config, { ds, vn, month }));
    const found =
      way < 0
        ? plots.findLast((plot) => plot.dated < date)
        : plots.find((plot) => plot.dated > date);
    if (found) return found;
  }
  return null;
}
