// How many files an order may have, and the size from which it is held for review: as the server
// says, or the default until that is known.
import { largestOrder } from '@isobar/contract/calls/order-calls.ts';
import type { CheckedOrder } from '@isobar/contract/orders/check.ts';
import { DEFAULT_HOLD_BYTES } from '@isobar/contract/orders/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

export function useOrderLimits(): Pick<CheckedOrder, 'maxFiles' | 'maxOrderBytes'> {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['max-order-size'],
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => ask(config, largestOrder, { signal }),
  });
  return { maxFiles: config.maximumFiles, maxOrderBytes: data?.value ?? DEFAULT_HOLD_BYTES };
}
