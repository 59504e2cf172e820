// isobar orders list | approve | deny | pause | resume | cancel | retry | verify: what an operator
// does about orders.
import { join } from 'node:path';
import { Problem } from '@isobar/contract/problem.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { COMMAND_LINE, noteAct } from '../core/audit/audit.ts';
import { expiryOf } from '../core/orders/expiry.ts';
import {
  approveOrder,
  cancelOrder,
  denyOrder,
  pauseOrder,
  resumeOrder,
  retryOrder,
} from '../features/orders/control.ts';
import { toOrder } from '../features/orders/order.ts';
import { verifyOrder } from '../features/orders/verify.ts';
import type { Adapters } from '../main.ts';
import type { Store } from '../store/open.ts';
import { type Command, withAdapters } from './command.ts';
import { latestFirst } from './latest-first.ts';
import { USAGE } from './usage.ts';

type Action = (db: Store['db'], orderId: number, words: string) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = {
  approve: (db, orderId) => approveOrder(db, orderId),
  deny: denyOrder,
  pause: (db, orderId) => pauseOrder(db, orderId),
  resume: (db, orderId) => resumeOrder(db, orderId),
  cancel: (db, orderId) => cancelOrder(db, orderId),
  retry: (db, orderId) => retryOrder(db, orderId, () => null),
};

export const orders: Command = {
  options: {},
  run: ({ positionals: [action = 'list', number, words = ''] }) =>
    withAdapters(async ({ adapters, configuration }) => {
      const { db } = adapters.store;
      if (action === 'list') return list(db);
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      const orderId = Number(number);
      if (action === 'verify' && Number.isSafeInteger(orderId))
        return verify(adapters, join(configuration.home, 'work'), orderId);
      if (!act || !Number.isSafeInteger(orderId))
        throw new Problem(
          'bad-request',
          `isobar orders ${USAGE.orders.arguments} — which, and what?`,
        );
      await act(db, orderId, words.trim());
      const subject = `order ${orderId}`;
      await noteAct(db, COMMAND_LINE, { action: `order.${action}`, subject, note: words });
      console.log(`Order ${orderId}: ${action} is done.`);
      return 0;
    }),
};

async function list(db: Store['db']): Promise<number> {
  const rows = latestFirst(
    (before, limit) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('order_id', '<', before)
        .orderBy('order_id', 'desc')
        .limit(limit)
        .execute(),
    (row) => Number(row.order_id),
  );
  for await (const row of rows) {
    const order = toOrder(row);
    const step = expiryOf(order).expired ? 'expired' : row.step;
    const state = row.failure ? `failed: ${row.failure}` : (order.suspension ?? step);
    const size = `${row.file_count} files, ${formatBytes(row.bytes)}`;
    console.log(
      `${row.order_id}\t${formatDayTime(row.order_date)}\t${row.person_id}\t${size}\t${state}`,
    );
  }
  return 0;
}

/** Makes a delivery again from its recipe; 1 when anything differs. */
async function verify(adapters: Adapters, folder: string, orderId: number): Promise<number> {
  const { files, differences } = await verifyOrder({ ...adapters, folder }, orderId);
  for (const difference of differences) console.log(difference);
  if (differences.length === 0)
    console.log(`Order ${orderId}: ${files} files recreated, byte for byte the same.`);
  return differences.length === 0 ? 0 : 1;
}
