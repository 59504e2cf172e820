// An order house with somebody who orders, opened anew before each test and closed after it.
import { afterEach, beforeEach } from 'vitest';
import { type Customer, customerOf } from './customer.ts';
import { addMetDays, type OrderHouse, openOrderHouse } from './order-house.ts';

/** The archive holds `days` days of sgpmetE13.b1 from 2019-01-01 on, the files `names`. Read inside a test: before, nothing is open. */
export function openedForEach(days = 0) {
  let house: OrderHouse;
  let ada: Customer;
  let names: readonly string[];
  beforeEach(async () => {
    house = await openOrderHouse();
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
