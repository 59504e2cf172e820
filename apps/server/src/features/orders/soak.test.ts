// Fifty orders and twenty kills: nothing lost, nothing duplicated, nothing corrupt, every failure
// explained.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OrderFixture, openOrderFixture } from './testing/order-fixture.ts';
import { soak } from './testing/soak.ts';

let house: OrderFixture;
beforeEach(async () => {
  house = await openOrderFixture();
});
afterEach(() => house.close());

it('fifty orders survive twenty kills, a full disk and a vanished source file', async () => {
  const result = await soak(house, { orders: 50, people: 5, kills: 20 }, Math.random);
  expect(result).toMatchObject({
    acknowledged: 50,
    kills: 20,
    lost: 0,
    doubled: 0,
    corrupt: [],
    unexplained: [],
    mails: 50,
  });
  expect(result.withMissing).toBeGreaterThan(0);
}, 240_000);
