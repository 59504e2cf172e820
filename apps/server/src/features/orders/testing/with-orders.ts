// An order fixture with two users and two days in its archive, and calls about orders as they make
// them over HTTP.
import { beforeEach } from 'vitest';
import { type Customer, customerOf } from './customer.ts';
import { openedForEach } from './opened-for-each.ts';
import { requestOf } from './order-fixture.ts';

type Headers = { readonly cookie: string };

/** Opened before each test. Without headers the calls are those of ada. */
export function withOrders() {
  const here = openedForEach(2);
  let bob: Customer;
  beforeEach(async () => {
    bob = await customerOf(here.house, 'bob');
  });
  const call = (
    path: string,
    headers: Headers | Record<string, never> = here.ada.headers,
    method: 'GET' | 'POST' = 'GET',
  ) => here.house.app.inject({ method, url: `/services/order/${path}`, headers });
  return {
    get house() {
      return here.house;
    },
    get ada() {
      return here.ada;
    },
    get bob() {
      return bob;
    },
    call,
    /** Places an order, of both days by default; returns its number. */
    async order(
      payload: object = requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02'),
      headers: Headers = here.ada.headers,
    ): Promise<number> {
      const url = '/services/order/orders/create';
      return (await here.house.app.inject({ method: 'POST', url, headers, payload })).json()
        .orderId;
    },
    status: async (orderId: number) => (await call(`status/${orderId}`)).json(),
  };
}
