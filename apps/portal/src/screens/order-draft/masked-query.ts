// How many values of a prepared order quality reports mask; one question to the server, however
// many parts show it.
import type { OrderDraft } from '@isobar/contract/calls/draft-calls.ts';
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';

export function useMaskedValues({ selectedData }: Pick<OrderDraft, 'selectedData'>) {
  const config = useConfig();
  const body = { selectedData };
  return useQuery({
    queryKey: ['order-flagged', body],
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) => ask(config, flaggedOfOrder, { body, signal }),
  });
}
