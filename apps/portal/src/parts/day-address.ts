// The address at which a variable of some days is seen.
import type { Span } from '@isobar/contract/orders/span.ts';
import { DAY_SECONDS, parseDay } from '@isobar/contract/time.ts';
import { type LookOf, lookHref } from './look-address.ts';

/** `day`: YYYY-MM-DD. */
export function dayHref(of: LookOf, day: string): string {
  const from = parseDay(day);
  return spanHref(of, from === null ? null : { start: from, end: from + DAY_SECONDS - 1 });
}

/** `span`: null for what the screen chooses. */
export const spanHref = (of: LookOf, span: Span | null): string =>
  lookHref(of, span ? { from: span.start, to: span.end + 1 } : {});
