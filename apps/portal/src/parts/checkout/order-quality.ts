// What quality reports mask of the order as it is chosen now, by the same count as its README; the
// last answer stays until the next is there.
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { orderRequestOf } from '../../lib/orders/request-of.ts';
import type { Submission } from './submission.ts';

/**
 * By the selections of the submission, in their order; none while it is not known, and where
 * nothing is masked.
 */
export function useOrderQuality(submission: Submission | null): readonly DataQuality[] {
  const config = useConfig();
  const asked = useDeferredValue(submission);
  const masks = asked?.ordered.some(({ dqrFilter }) => dqrFilter.length > 0) ?? false;
  const isCounted = asked?.order.selections.every(({ dates }) => dates.length > 0) ?? false;
  const body =
    asked && masks && isCounted ? orderRequestOf(asked.ordered, asked.options, '') : null;
  const request = body && withoutKey(body);
  const { data, isError } = useQuery({
    queryKey: ['flagged', request],
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { optional: true },
    queryFn: request
      ? ({ signal }) => ask(config, flaggedOfOrder, { body: request, signal })
      : skipToken,
  });
  return request === null || isError || !data ? NONE : data.quality;
}

const NONE: readonly DataQuality[] = [];

/** A count places nothing, so the key is left out and the same question is asked only once. */
function withoutKey({ idempotencyKey: _, ...request }: ReturnType<typeof orderRequestOf>) {
  return request;
}

/** The submission with the share of each selection that is masked, for the rules of the order. */
export function withQuality(
  submission: Submission | null,
  quality: readonly DataQuality[],
): Submission | null {
  if (!submission || quality.length === 0) return submission;
  return {
    ...submission,
    order: {
      ...submission.order,
      selections: submission.order.selections.map((selected, at) => {
        const own = quality[at];
        if (own?.datastream !== selected.datastream || own.values === 0) return selected;
        return { ...selected, masked: own.masked / own.values };
      }),
    },
  };
}
