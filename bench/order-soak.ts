// A thousand mixed orders by twenty people while server and worker are killed at random: what is lost must be nothing.
import { openOrderHouse } from '../apps/server/src/features/orders/testing/order-house.ts';
import { soak } from '../apps/server/src/features/orders/testing/soak.ts';

/** ISOBAR_BENCH_ORDERS makes a shorter run. */
const ORDERS = Number(process.env.ISOBAR_BENCH_ORDERS ?? 1000);

export async function run(): Promise<void> {
  const house = await openOrderHouse();
  try {
    const began = performance.now();
    const result = await soak(
      house,
      { orders: ORDERS, people: 20, kills: ORDERS / 5 },
      Math.random,
    );
    console.log(`${ORDERS} orders in ${((performance.now() - began) / 1000).toFixed(0)} s`, result);
    const { lost, doubled, corrupt, unexplained } = result;
    if (lost + doubled + corrupt.length + unexplained.length > 0) process.exitCode = 1;
  } finally {
    await house.close();
  }
}
