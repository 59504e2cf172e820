// Links to the screen that finds days.
import { MOST_FACT_DATASTREAMS } from '@isobar/contract/calls/facts.ts';
import { EMPTY_DAYS, formatDays } from '@isobar/contract/facts/days-address.ts';

/** Days on which these have good data; those without a variable are left out. */
export function daysHref(
  of: readonly { readonly datastream: string; readonly variable: string }[],
): string {
  const variables = of.filter(({ variable }) => variable !== '').slice(0, MOST_FACT_DATASTREAMS);
  const query = formatDays({ ...EMPTY_DAYS, variables });
  return query === '' ? '#/days' : `#/days?${query}`;
}
