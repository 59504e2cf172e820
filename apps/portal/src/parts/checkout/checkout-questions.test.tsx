// What checkout refuses, and what it asks before an order is sent.
import { metricsRequest } from '@isobar/contract/calls/orders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import {
  CREATE,
  METRICS,
  openCheckout,
  short,
  sizes,
  takeOrders,
} from '../../testing/open-checkout.ts';
import { config, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { useCart } from '../cart/cart-store.ts';
import { useExtracting } from '../selection/extracting.ts';

servedPortal();

it('the checkout refuses when no selection has any files', async () => {
  server.use(sizes({ sgp: [0, 0] }));
  const { dialog, submit } = await openCheckout([short(met)], false);
  expect(await within(dialog).findByText(/None of your selections contain any files/)).toBeTruthy();
  expect((submit() as HTMLButtonElement).disabled).toBe(true);
});

it('the checkout asks when some have none, and leaves those out', async () => {
  signedIn();
  server.use(sizes({ nsa: [0, 0] }));
  const sent = takeOrders();
  const { user, submit } = await openCheckout([short(met), short(metNorth)]);
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: 'Selections without files' });
  expect(within(question).getByText(/One or more of your selections have no files/)).toBeTruthy();
  expect(within(question).getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Proceed to order' }));
  expect(await screen.findByText('4711')).toBeTruthy();
  const names = sent[0]?.selectedData.selectedDatastreams.map((one) => one.datastream);
  expect(names).toEqual(['sgpmetE13.b1']);
  expect(useCart.getState().items.map((item) => item.siteCode)).toEqual(['nsa']);
});

it('the checkout refuses more than 20000 files', async () => {
  server.use(sizes({ sgp: [20_001, 1] }));
  const { dialog, submit } = await openCheckout([short(met)], false);
  expect(
    await within(dialog).findByText(/exceeds the maximum file limit of 20000 files/),
  ).toBeTruthy();
  expect((submit() as HTMLButtonElement).disabled).toBe(true);
  expect(submit().getAttribute('aria-describedby')).toBe('why-not');
  expect(await within(dialog).findByText(/The order cannot be split automatically/)).toBeTruthy();
});

it('the checkout refuses more files than this installation takes, and offers as many orders as that needs', async () => {
  server.use(
    http.get('*/config.json', () => HttpResponse.json({ ...config, maximumFiles: 50 })),
    sizes({ sgp: [40, 1], nsa: [40, 1] }),
  );
  const { dialog } = await openCheckout([short(met), short(metNorth)], false);
  await within(dialog).findByText(/maximum file limit of 50 files/);
  await within(dialog).findByText('80 files are more than the 50 that one order may have.');
  await within(dialog).findByRole('button', { name: 'Split in 2 orders' });
  expect(within(dialog).getByText('limit 50').nextSibling?.textContent).toBe('80');
  const heads = within(dialog).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toContain('Datastreams');
});

it('the checkout leaves the datastreams out of the list of orders that all have the same', async () => {
  const perDay = http.post(METRICS, async ({ request }) => {
    const { dates } = metricsRequest.parse(await request.json());
    const days = dates.map(
      ({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000,
    );
    const fileCount = Math.ceil(days.reduce((sum, one) => sum + one, 0));
    return HttpResponse.json({ fileCount, fileSize: 1 });
  });
  server.use(
    http.get('*/config.json', () => HttpResponse.json({ ...config, maximumFiles: 2 })),
    perDay,
  );
  const { dialog } = await openCheckout([short(met)], false);
  const table = await within(dialog).findByRole('table', { name: 'The resulting orders' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual(['Order', 'Days', 'Files', 'Size']);
});

it('the checkout names the order of a split one that could not be placed, and why', async () => {
  signedIn();
  server.use(sizes({ sgp: [15_000, 1], nsa: [15_000, 1] }));
  server.use(http.post(CREATE, () => new HttpResponse('', { status: 503 })));
  const { user, dialog } = await openCheckout([short(met), short(metNorth)], false);
  await user.click(await within(dialog).findByRole('button', { name: 'Split in 2 orders' }));
  await screen.findByText(
    'Order 1 could not be placed. The service is not available at the moment.',
  );
  expect(useCart.getState().items).toHaveLength(2);
});

it('an order over the limit is placed as several with one click', async () => {
  signedIn();
  server.use(sizes({ sgp: [15_000, 1], nsa: [15_000, 1] }));
  const sent = takeOrders();
  const { user, dialog } = await openCheckout([short(met), short(metNorth)], false);
  await user.click(await within(dialog).findByRole('button', { name: 'Split in 2 orders' }));
  expect(await screen.findByText('Order numbers')).toBeTruthy();
  expect(screen.getByText(/^A confirmation message for each/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Track orders' }).getAttribute('href')).toBe(
    '#/account/order',
  );
  const streams = sent.map((one) =>
    one.selectedData.selectedDatastreams.map(({ datastream }) => datastream),
  );
  expect(streams).toEqual([['sgpmetE13.b1'], ['nsametC1.b1']]);
  expect(useCart.getState().items).toEqual([]);
});

it('extracting with no variable ticked asks whether all are meant', async () => {
  signedIn();
  const sent = takeOrders();
  useExtracting.setState({ names: ['sgpmetE13.b1'] });
  const { user, submit } = await openCheckout([short(met)]);
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: /^Order all .*variables\?$/ });
  await user.click(within(question).getByRole('button', { name: 'Choose variables' }));
  expect(sent).toHaveLength(0);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: /^Order all/ }));
  expect(await screen.findByText('4711')).toBeTruthy();
  useExtracting.setState({ names: [] });
});

it('the checkout asks above the size that the server supplies', async () => {
  signedIn();
  server.use(
    sizes({ sgp: [3, 3_000_000] }),
    http.get('*/services/order/maxOrderSize', () => HttpResponse.json({ value: 2e12 })),
  );
  const sent = takeOrders();
  const { user, submit } = await openCheckout();
  await user.click(submit());
  expect(await screen.findByText(/short delay in the delivery of your 3.00 TB order/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(/held for review/)).toBeNull());
  expect(sent).toHaveLength(0);
});

it('the checkout warns of the default range and of 500 GB, and asks whether to continue', async () => {
  signedIn();
  server.use(sizes({ sgp: [3, 600_000] }));
  const sent = takeOrders();
  const { user, dialog, submit } = await openCheckout([met]);
  expect(within(dialog).getByText(/selected data streams with a default time range/)).toBeTruthy();
  expect(within(dialog).getByText(/exceeds the maximum order limit of 500GB/)).toBeTruthy();
  await user.click(submit());
  const question = await screen.findByRole('dialog', { name: 'A large order' });
  expect(question.textContent).toMatch(
    /default time range.*500GB.*Are you sure you want to continue\?/,
  );
  await user.click(within(question).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(sent).toHaveLength(1));
});
