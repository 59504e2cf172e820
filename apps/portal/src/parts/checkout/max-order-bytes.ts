// The size from which an order is held for review: the server's word, or the default until it is known.
import { maxOrderSize } from '@isobar/contract/calls/orders.ts';
import { DEFAULT_HOLD_BYTES } from '@isobar/contract/orders/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useService } from '../../lib/config.ts';

export function useMaxOrderBytes(): number {
  const order = useService('order');
  const { data } = useQuery({
    queryKey: ['max-order-size'],
    staleTime: 10 * 60_000,
    queryFn: ({ signal }) => call({ url: `${order}/maxOrderSize`, schema: maxOrderSize, signal }),
  });
  return data?.value ?? DEFAULT_HOLD_BYTES;
}
