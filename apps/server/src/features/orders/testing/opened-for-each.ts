// An order fixture with a user who orders, opened before each test and closed after it.
import { afterEach, beforeEach } from 'vitest';
import { type Customer, customerOf } from './customer.ts';
import { addMetDays, type OrderFixture, openOrderFixture } from './order-fixture.ts';

/**
 * The archive holds `days` days of sgpmetE13.b1 from 2019-01-01 on, the files `names`. Read inside
 * a test: before, nothing is open.
 */
export function openedForEach(days = 0) {
  let house: OrderFixture;
  let ada: Customer;
  let names: readonly string[];
  beforeEach(async () => {
    house = await openOrderFixture();
    ada = await customerOf(house);
    names = days > 0 ? await addMetDays(house, 'sgpmetE13.b1', days) : [];
  });
  afterEach(() => house.close());
  return {
    get house() {
      return house;
    },
    get ada() {
      return ada;
    },
    get names() {
      return names;
    },
  };
}
