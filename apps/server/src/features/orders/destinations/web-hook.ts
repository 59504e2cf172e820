// A web hook: nothing is delivered to it, but it is notified when the order is done.
import { hookProblem } from '@isobar/contract/orders/web-hook.ts';
import { enqueueHook } from '../after-work.ts';
import type { Destination } from './destination.ts';

export const webHook: Destination = {
  refusal: async ({ request, hooks }) => hookProblem(request.webHook?.url ?? '', hooks),
  deliver: async () => [],
  ended: (trx, order, event, round) => enqueueHook(trx, order.orderId, event, round),
};
