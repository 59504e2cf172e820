// The estimate of an order, asked again after every choice; the last answer stays until the next is
// there.
import type { OrderEstimate } from '@isobar/contract/calls/estimate.ts';
import { estimateOrder } from '@isobar/contract/calls/order-calls.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { orderRequestOf } from '../../lib/orders/request-of.ts';
import type { Submission } from './submission.ts';

export type Estimated = {
  /** Null: the order cannot be estimated. Undefined: not yet known. */
  readonly estimate: OrderEstimate | null | undefined;
  /** True while the shown estimate is that of earlier choices. */
  readonly stale: boolean;
  /** False: no estimate is requested. */
  readonly wanted: boolean;
};

/** `wanted`: false while the order could not be placed; then no estimate is requested. */
export function useEstimate(submission: Submission | null, wanted: boolean): Estimated {
  const config = useConfig();
  const asked = useDeferredValue(submission);
  const selections = asked?.order.selections ?? [];
  const ordered = (asked?.ordered ?? []).filter((_, i) => (selections[i]?.fileCount ?? 0) > 0);
  const body =
    asked && wanted && ordered.length > 0 ? orderRequestOf(ordered, asked.options, '') : null;
  const request = body && withoutKey(body);
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['order-estimate', request],
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: request
      ? ({ signal }) => ask(config, estimateOrder, { body: request, signal })
      : skipToken,
  });
  return { estimate: isError ? null : data, stale: isPlaceholderData || isFetching, wanted };
}

/** An estimate places nothing, so the key is left out and the same question is asked only once. */
function withoutKey({ idempotencyKey: _, ...request }: ReturnType<typeof orderRequestOf>) {
  return request;
}
