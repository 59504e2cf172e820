// Calls about orders over HTTP as somebody makes them, for tests whose house is opened anew before each.
import { type OrderHouse, requestOf } from './order-house.ts';

type Headers = { readonly cookie: string };

/** `house` and `person` are asked at each call. */
export function orderCalls(house: () => OrderHouse, person: () => { readonly headers: Headers }) {
  const call = (
    path: string,
    headers: Headers | Record<string, never> = person().headers,
    method: 'GET' | 'POST' = 'GET',
  ) => house().app.inject({ method, url: `/services/order/${path}`, headers });
  return {
    call,
    /** The number of the order that was placed: without a request, of two days of MET. */
    async order(
      payload: object = requestOf('sgpmetE13.b1', '2019-01-01', '2019-01-02'),
      headers: Headers = person().headers,
    ): Promise<number> {
      const url = '/services/order/orders/create';
      return (await house().app.inject({ method: 'POST', url, headers, payload })).json().orderId;
    },
    status: async (orderId: number) => (await call(`status/${orderId}`)).json(),
  };
}
