// Writes an order's progress for the tracking page, at most once a second.
import type { Db, OrderProgress } from '../order.ts';

const INTERVAL_MS = 1000;

export interface ProgressWriter {
  /** Merges and stores it, at most once a second; in between it is not even computed. */
  report(change: () => Partial<OrderProgress>): Promise<void>;
  /**
   * The progress with the time worked since the writer was opened added; for the transaction that
   * ends the step.
   */
  final(change?: Partial<OrderProgress>): OrderProgress;
}

export function openProgress(db: Db, orderId: number, before: OrderProgress): ProgressWriter {
  // users see how long it took, also when the clock is corrected meanwhile
  const began = performance.now();
  let current = before;
  let written = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> = Promise.resolve();
  const worked = () => before.workedSeconds + (performance.now() - began) / 1000;
  return {
    async report(change) {
      if (performance.now() - written < INTERVAL_MS) return;
      written = performance.now();
      current = { ...current, ...change() };
      const progress = JSON.stringify(current);
      const write = () =>
        db.updateTable('orders').set({ progress }).where('order_id', '=', orderId).execute();
      writing = writing.then(write, write); // side by side, an earlier state could come last
      await writing;
    },
    final(change = {}) {
      current = { ...current, ...change, workedSeconds: Math.round(worked() * 10) / 10 };
      return current;
    },
  };
}
