// When each order of a split one is ready: estimated one by one, since they are made one after the
// other.
import { estimateOrder } from '@isobar/contract/calls/order-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { orderRequestOf } from '../../lib/orders/request-of.ts';
import type { CartEntry } from '../cart/cart-item.ts';
import type { SplitOrder } from './split.ts';
import { partOf } from './split-submission.ts';
import type { Submission } from './submission.ts';

/** More orders than this are not estimated. */
const MOST = 6;

/**
 * Seconds until each is ready, those before it included. null: not known yet, or not to be known:
 * another order is ahead of them, whose time every estimate would contain again.
 */
export function useSplitTimes(
  submission: Submission | null,
  items: readonly CartEntry[],
  orders: readonly SplitOrder[] | null | undefined,
): readonly number[] | null {
  const config = useConfig();
  const bodies =
    submission && orders && orders.length <= MOST
      ? orders.map((order) => {
          const { ordered, options } = partOf(submission, items, order);
          const { idempotencyKey: _, ...body } = orderRequestOf(ordered, options, '');
          return body;
        })
      : [];
  const { data } = useQuery({
    queryKey: ['split-times', bodies],
    enabled: bodies.length > 0,
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const times: number[] = [];
      for (const body of bodies) {
        const { seconds, ahead } = await ask(config, estimateOrder, { body, signal });
        if (ahead > 0) return null;
        times.push(seconds + (times.at(-1) ?? 0));
      }
      return times;
    },
  });
  return data ?? null;
}
