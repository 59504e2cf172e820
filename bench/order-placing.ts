// How benches place an order and see it completed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderHouse } from '../apps/server/src/features/orders/testing/order-house.ts';

/** Answers the number of the order. */
export async function place(
  house: OrderHouse,
  headers: { cookie: string },
  payload: object,
): Promise<number> {
  const url = '/services/order/orders/create';
  const reply = await house.app.inject({ method: 'POST', url, headers, payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().orderId;
}

/** Throws when the order failed. */
export async function isComplete(house: OrderHouse, orderId: number): Promise<boolean> {
  const row = await house.store.db
    .selectFrom('orders')
    .select(['step', 'failure'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (row.failure) throw new Error(row.failure);
  return row.step === 'complete';
}

/** Resolves when the order is complete; looks every `pollMs` milliseconds. */
export async function completed(house: OrderHouse, orderId: number, pollMs: number): Promise<void> {
  while (!(await isComplete(house, orderId))) await sleep(pollMs);
}
