// What is shown before an order is placed: masked values, data of limited access, and files that
// were to be picked.
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { openCheckout, short, sizes, takeOrders } from '../../testing/open-checkout.ts';
import { servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { useCart } from '../cart/cart-store.ts';
import { useExtracting } from '../selection/extracting.ts';

servedPortal();

/** Reports mask `masked` of 4,320 values of each selection that has a filter. */
const masking = (masked: number) =>
  http.post('*/services/order/orders/flagged', async ({ request }) => {
    const { selectedData } = (await request.json()) as {
      selectedData: { selectedDatastreams: { datastream: string; dqrFilter: string[] }[] };
    }; // what the portal sends
    const selected = selectedData.selectedDatastreams;
    const quality = selected.map(({ datastream, dqrFilter }): DataQuality => {
      const own = dqrFilter.length > 0 ? masked : 0;
      const wholly = [{ variable: 'temp_mean', by: ['D200318.4'], masked: true }];
      const isAll = own === 4320;
      return {
        ...{ datastream, values: 4320, masked: own, reports: [], more: 0 },
        wholly: isAll ? wholly : [],
      };
    });
    const counts = {
      ...{ samples: 4320, incorrect: 0, suspect: masked, either: masked },
      ...{ isCounted: false, variables: [], hours: 0, hoursWithout: 0 },
    };
    return HttpResponse.json({ selections: selected.map(() => counts), quality });
  });

const record = (id: string, dqrDates: unknown[]) => ({
  _id: id,
  _source: {
    id,
    datastream: id,
    instrument_name: `Instrument ${id}`,
    facility_code: 'C1',
    dqr_dates: JSON.stringify(dqrDates),
  },
});
/** One product with a suspect report in the days of the order, one without. */
const others = http.post('*/services/metadata/_search', async ({ request }) => {
  // what the portal sends
  const body = (await request.json()) as { collapse?: { field: string }; aggs?: object };
  const hits = body.collapse
    ? [
        record('sgpbadC1.b1', [['2019123100', '2020010200', 'D1', 3]]),
        record('sgpgoodC1.b1', [['2018010100', '2018020100', 'D2', 4]]),
      ]
    : [];
  const aggregations = { measurements: { buckets: [{ key: 'atmtemp', doc_count: 1 }] } };
  return HttpResponse.json({ hits: { total: { value: hits.length }, hits }, aggregations });
});

it('values that reports mask are a warning beside Submit above half of them, with other days and another instrument', async () => {
  server.use(masking(3000), others);
  const { user, dialog } = await openCheckout();
  expect(within(dialog).queryByText(/^Reports mask 69/)).toBeNull();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Suspect' }));
  const warning = await within(dialog).findByText(
    'Reports mask 69.4 % of the values of sgpmetE13.b1.',
  );
  expect(warning.className).toContain('text-danger');
  const link = await within(dialog).findByRole('link', { name: 'Instrument sgpgoodC1.b1 C1' });
  expect(link.getAttribute('href')).toContain('datastream::sgpgoodC1.b1');
  expect(link.getAttribute('href')).toContain('start_date::2020-01-01');
  expect(within(dialog).queryByRole('link', { name: /sgpbadC1/ })).toBeNull();
});

it('values that reports mask are no warning up to half of them', async () => {
  server.use(masking(2160));
  const { user, dialog } = await openCheckout();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Suspect' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(within(dialog).queryByText(/^Reports mask 50/)).toBeNull();
});

it('values that reports mask are asked about before an order of nothing else is placed', async () => {
  signedIn();
  server.use(masking(4320), others);
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Suspect' }));
  await within(dialog).findByText('Reports mask 100 % of the values of sgpmetE13.b1.');
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: 'Every value is masked' });
  expect(within(question).getByText(/mask every value of sgpmetE13.b1/)).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(sent).toHaveLength(0);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Order without values' }));
  expect(await screen.findByText('4711')).toBeTruthy();
  const tracking = screen.getByRole('link', { name: 'Track Order' });
  expect(tracking.getAttribute('href')).toBe('#/account/order?orderId=4711');
});

it('data of limited access are named in the cart and at the checkout, and the rest is ordered apart', async () => {
  signedIn();
  server.use(sizes({ sgp: [3, 1], nsa: [3, 1] }, ['nsa']));
  const sent = takeOrders();
  const { user, dialog } = await openCheckout([short(met), short(metNorth)]);
  const notice = within(dialog).getByRole('region', { name: 'Limited access' });
  expect(notice.textContent).toContain('nsametC1.b1 has limited access');
  expect(notice.textContent).toContain('holds back 1 other datastream');
  await user.click(within(notice).getByRole('button', { name: /^Order the rest now/ }));
  expect(await screen.findByText('Order numbers')).toBeTruthy();
  const streams = sent.map((one) =>
    one.selectedData.selectedDatastreams.map(({ datastream }) => datastream),
  );
  expect(streams).toEqual([['sgpmetE13.b1'], ['nsametC1.b1']]);
  const tracking = screen.getByRole('link', { name: 'Track orders' });
  // the list: there is no page of several
  expect(tracking.getAttribute('href')).toBe('#/account/order');
  expect(useCart.getState().items).toEqual([]);
});

it('data of limited access offer no second order where nothing else is in the cart, and nothing is shown of free data', async () => {
  server.use(sizes({ nsa: [3, 1] }, ['nsa']));
  const { dialog } = await openCheckout([short(metNorth)]);
  const notice = within(dialog).getByRole('region', { name: 'Limited access' });
  expect(within(notice).queryByRole('button')).toBeNull();
  server.use(sizes({ nsa: [3, 1] }));
});

it('files that were to be picked with none ticked are asked about before all are ordered', async () => {
  signedIn();
  const sent = takeOrders();
  useExtracting.setState({ filesOf: ['sgpmetE13.b1'] });
  const { user, submit } = await openCheckout();
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: 'Order all files?' });
  await user.click(within(question).getByRole('button', { name: 'Choose files' }));
  expect(sent).toHaveLength(0);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Order all files' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  useExtracting.setState({ filesOf: [] });
});
