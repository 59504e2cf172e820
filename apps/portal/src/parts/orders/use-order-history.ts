// The orders of the signed-in person, newest first.
import { listOrders } from '@isobar/contract/calls/order-calls.ts';
import type { OrderHistoryEntry } from '@isobar/contract/calls/orders.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';
import { oldestDay, type Period } from './order-list.ts';

const REFRESH_MS = 15_000;

export function useOrderHistory(period: Period) {
  const config = useConfig();
  const { person } = useSession();
  const orderDate = oldestDay(period, Date.now() / 1000);
  return useQuery<readonly OrderHistoryEntry[]>({
    queryKey: ['order-history', person?.personId, orderDate],
    enabled: Boolean(person),
    placeholderData: keepPreviousData,
    // The list is kept up to date while an order is under way.
    refetchInterval: (query) =>
      query.state.data?.some((one) => one.curStep !== 'complete' && !one.failure)
        ? REFRESH_MS
        : false,
    queryFn: async ({ signal }) => {
      const answer = await ask(config, listOrders, {
        query: orderDate === null ? {} : { orderDate },
        signal,
      });
      return answer.orderHistoryResponses.toSorted((a, b) => b.orderId - a.orderId);
    },
  });
}
