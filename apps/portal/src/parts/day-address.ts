// The address at which a variable of a day is seen.
import { DAY_SECONDS, parseDay } from '@isobar/contract/time.ts';
import { type LookOf, lookHref } from './look-address.ts';

/** `day`: YYYY-MM-DD. */
export function dayHref(of: LookOf, day: string): string {
  const from = parseDay(day);
  return lookHref(of, from === null ? {} : { from, to: from + DAY_SECONDS });
}
