// POST orders/flagged: how many samples masking would take and how many are missing, before an
// order is placed.
import { flaggedOfOrder } from '@isobar/contract/calls/order-calls.ts';
import type { Http } from '../../platform/http/http.ts';
import type { EstimateInput } from './estimate-route.ts';
import { ORDER_BYTES, readOrderForm } from './form.ts';
import { orderJob } from './order-work.ts';

export function registerFlagged<S>(
  http: Http<S>,
  { tables, work, settings }: Pick<EstimateInput, 'tables' | 'work' | 'settings'>,
): void {
  http.route(
    flaggedOfOrder,
    async ({ request, signal }) => {
      const { order } = await readOrderForm(request);
      const { selections, quality } = await work.flagged(
        orderJob(order, await tables(), settings),
        signal,
      );
      return { selections: [...selections], quality: [...quality] };
    },
    { bodyLimit: ORDER_BYTES },
  );
}
