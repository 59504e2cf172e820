// An order again, through the cart or at once: what is added, what was there, and what is gone.
import { portalConfig } from '@isobar/contract/calls/config.ts';
import type { SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ConfigProvider } from '../../lib/config.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { config, servedPortal, server } from '../../testing/open-portal.tsx';
import { orderEntry } from '../../testing/order-fixtures.ts';
import { made, metadataService } from '../../testing/small-archive.ts';
import { useCart } from '../cart/cart-store.ts';
import { useAddAgain, useReorder } from './reorder.ts';

servedPortal();
const entry = (datastream: string) => ({
  ...{ datastream, dataLevel: datastream.split('.')[1], dqrDates: '[]' },
  ...{ startDate: '2000-01-01T00:00:00Z', endDate: '2020-12-31T23:59:59Z' },
});
const datastreams = JSON.stringify(['sgpmetE13.a1', 'sgpmetE13.b1'].map(entry));
const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', { datastreams }),
  made('met', 'sgp', 'E13', 'temp', { datastreams, dataLevel: 'a1' }),
  made('aos', 'sgp', 'E13', 'wind', { datastreams: JSON.stringify([entry('sgpaosE13.b1')]) }),
];
const ordered = (datastream: string, more: Partial<SelectedDatastream> = {}) => ({
  ...{ datastream, scanNames: [], files: [], variables: [], dqrFilter: [], qcFilter: false },
  ...{ dates: [{ startDate: '2019-01-01', endDate: '2019-01-02' }], ...more },
});

const client = createQueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <ConfigProvider value={z.parse(portalConfig, config)}>{children}</ConfigProvider>
  </QueryClientProvider>
);

async function addAgain(...selectedDatastreams: readonly object[]) {
  const asked: string[] = [];
  server.use(
    metadataService(DOCUMENTS).handler,
    http.get('*/services/order/orders/shared', ({ request }) => {
      asked.push(new URL(request.url).search);
      const selectedData = {
        selectedDatastreams,
        mergedOutput: false,
        maxMb: null,
        outputFormat: ['ANDR'],
      };
      return HttpResponse.json({ order: orderEntry(), selectedData, shareKey: 'k' });
    }),
  );
  const { result } = renderHook(useAddAgain, { wrapper });
  const done = await result.current.mutateAsync({ orderId: 7, key: 'a key' });
  expect(asked).toEqual(['?orderId=7&key=a+key']);
  return done;
}
const inCart = () =>
  useCart
    .getState()
    .items.map(({ selection }) => selection.datastream)
    .toSorted();

it('each datastream of an order is added with what was ordered of it, also two of one instrument and facility', async () => {
  const all = ['sgpmetE13.b1', 'sgpmetE13.a1', 'sgpaosE13.b1'];
  const [first, ...others] = all.map((name) => ordered(name));
  const done = await addAgain({ ...first, variables: ['temp'] }, ...others);
  expect(done).toEqual({ added: 3, there: 0, gone: [] });
  expect(inCart()).toEqual(all.toSorted());
  const met = useCart.getState().items.find((one) => one.selection.datastream === all[0]);
  expect(met?.selection.variables).toEqual(['temp']);
  expect(met?.selection.dates).toHaveLength(1);
});

it('what is in the cart already stays as it is, and what the catalogue has no more is named', async () => {
  await addAgain(ordered('sgpmetE13.b1'));
  const before = useCart.getState().items;
  const done = await addAgain(ordered('sgpmetE13.b1', { dates: [] }), ordered('nsametC1.b1'));
  expect(done).toEqual({ added: 0, there: 1, gone: ['nsametC1.b1'] });
  expect(useCart.getState().items).toEqual(before);
  expect(await addAgain(ordered('sgpmetE13.a1'))).toEqual({ added: 1, there: 0, gone: [] });
  expect(inCart()).toEqual(['sgpmetE13.a1', 'sgpmetE13.b1']);
});

it('an order is placed again at once, and the list of orders is fetched again', async () => {
  const asked: string[] = [];
  server.use(
    http.post('*/services/order/orders/reorder', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ orderId: 8, message: 'placed' });
    }),
  );
  const renewed = vi.spyOn(client, 'invalidateQueries');
  const { result } = renderHook(useReorder, { wrapper });
  await result.current.mutateAsync({ orderId: 7 });
  expect(asked).toEqual(['?orderId=7']);
  expect(renewed).toHaveBeenCalledWith({ queryKey: ['order-history'] });
});
