// Links to the screen that finds days.
import { MOST_FACT_DATASTREAMS } from '@isobar/contract/calls/facts.ts';
import { EMPTY_DAYS, formatDays } from '@isobar/contract/facts/days-address.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { formatDay } from '@isobar/contract/time.ts';

/**
 * Days on which these have good data; those without a variable are left out. `dates`: only days
 * within; seconds UTC.
 */
export function daysHref(
  of: readonly { readonly datastream: string; readonly variable: string }[],
  dates: readonly Span[] = [],
): string {
  const variables = of.filter(({ variable }) => variable !== '').slice(0, MOST_FACT_DATASTREAMS);
  const span =
    dates.length === 0
      ? {}
      : {
          start: formatDay(Math.min(...dates.map(({ start }) => start))),
          end: formatDay(Math.max(...dates.map(({ end }) => end))),
        };
  const query = formatDays({ ...EMPTY_DAYS, variables, ...span });
  return query === '' ? '#/days' : `#/days?${query}`;
}
