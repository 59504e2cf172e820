// A thousand mixed orders by twenty users while server and worker are killed at random and backups
// are made: nothing may be lost.
import { openOrderFixture } from '../apps/server/src/features/orders/testing/order-fixture.ts';
import { soak } from '../apps/server/src/features/orders/testing/soak.ts';
import { backupsOf } from './order-backups.ts';

/** ISOBAR_BENCH_ORDERS makes a shorter run. */
const ORDERS = Number(process.env.ISOBAR_BENCH_ORDERS ?? 1000);

export async function run(): Promise<void> {
  const house = await openOrderFixture();
  const backups = backupsOf(house);
  try {
    const began = performance.now();
    const size = { orders: ORDERS, people: 20, kills: ORDERS / 5 };
    const result = await soak(house, size, Math.random, backups.begin);
    console.log(`${ORDERS} orders in ${((performance.now() - began) / 1000).toFixed(0)} s`, result);
    const { made, problems } = await backups.end();
    console.log(`${made} backups restored`, problems);
    const { lost, doubled, corrupt, unexplained } = result;
    const wrong = lost + doubled + corrupt.length + unexplained.length + problems.length;
    if (wrong > 0 || made === 0) process.exitCode = 1;
  } finally {
    await house.close();
  }
}
