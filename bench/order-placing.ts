// How benches place an order, see it completed, and what memory its worker took.
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderFixture } from '../apps/server/src/features/orders/testing/order-fixture.ts';

/** The most memory of a worker. */
export const MOST_RSS_MB = 600;

/** Resolves to the order's number. */
export async function place(
  house: OrderFixture,
  headers: { cookie: string },
  payload: object,
): Promise<number> {
  const url = '/services/order/orders/create';
  const reply = await house.app.inject({ method: 'POST', url, headers, payload });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json().orderId;
}

/** Throws when the order failed. */
export async function isComplete(house: OrderFixture, orderId: number): Promise<boolean> {
  const row = await house.store.db
    .selectFrom('orders')
    .select(['step', 'failure'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (row.failure) throw new Error(row.failure);
  return row.step === 'complete';
}

/** Resolves when the order is complete; looks every `pollMs` milliseconds. */
export async function completed(
  house: OrderFixture,
  orderId: number,
  pollMs: number,
): Promise<void> {
  while (!(await isComplete(house, orderId))) await sleep(pollMs);
}

/** Most memory that the process ever had, MB. */
export async function peakMegabytes(worker: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${worker.pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
