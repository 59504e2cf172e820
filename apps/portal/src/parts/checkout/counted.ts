// What an order over the limit of files may become is found by counting: from the amounts that are
// known, and others on demand.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import type { CartEntry } from '../cart/cart-item.ts';
import { type CartMetrics, metricsQuery } from '../cart/metrics.ts';
import type { Amount, Count, Counted } from './split.ts';

const NOTHING: Amount = { fileCount: 0, bytes: 0 };

/**
 * A query for what `find` makes of the items, kept under `name`; asked once all amounts are known.
 * `most`: files of one order.
 */
export function useCounted<T>(
  name: string,
  { items, metrics }: { readonly items: readonly CartEntry[]; readonly metrics: CartMetrics },
  find: (items: readonly Counted[], count: Count, most: number) => Promise<T>,
) {
  const config = useConfig();
  const client = useQueryClient();
  return queryOptions({
    queryKey: [name, items.map((item) => item.selection)],
    enabled: metrics.complete,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      find(
        items.map(({ selection }, index) => ({ selection, ...(metrics.each[index] ?? NOTHING) })),
        (selection) => client.fetchQuery(metricsQuery(config, selection)),
        config.maximumFiles,
      ),
  });
}
