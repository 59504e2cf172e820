// Whether the files of an order are still kept: the one reader of it for tracking, the list of
// orders and downloads.
import { formatInstant } from '@isobar/contract/time.ts';
import { COMPLETE } from './machine.ts';

interface Kept {
  /** Until when the files are kept, seconds UTC; null: for no known time. */
  readonly expiresAt: number | null;
}

interface Delivered extends Kept {
  readonly step: string;
  readonly progress: { readonly delivered: object | null };
}

/**
 * The time until which the files are kept has come, whatever became of the order; `now` in seconds
 * UTC.
 */
export const isPastKeeping = ({ expiresAt }: Kept, now = Date.now() / 1000): boolean =>
  expiresAt !== null && expiresAt <= now;

/** Until when what was delivered is kept (seconds UTC); null: nothing can be fetched. */
export function keptUntil(order: Delivered, now = Date.now() / 1000): number | null {
  if (order.step !== COMPLETE || !order.progress.delivered) return null;
  return isPastKeeping(order, now) ? null : order.expiresAt;
}

/**
 * As the list of orders and the status state it: a complete order of which nothing can be fetched
 * has expired.
 */
export function expiryOf(
  order: Delivered,
  now = Date.now() / 1000,
): { readonly expires: string | null; readonly expired: boolean } {
  if (order.step !== COMPLETE) return { expires: null, expired: false };
  return {
    expires: order.expiresAt === null ? null : formatInstant(order.expiresAt),
    expired: keptUntil(order, now) === null,
  };
}
