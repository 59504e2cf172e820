// An order over the limit of files: when each of the split orders is ready, and the offer of fewer
// days.
import { metricsRequest } from '@isobar/contract/calls/orders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { METRICS, openCheckout, short } from '../../testing/open-checkout.ts';
import { config, servedPortal, server } from '../../testing/open-portal.tsx';
import { useCart } from '../cart/cart-store.ts';

servedPortal();

const DAY_MS = 86_400_000;
/** One file a day. */
const perDay = http.post(METRICS, async ({ request }) => {
  const { dates } = metricsRequest.parse(await request.json());
  const days = dates.map(
    ({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS,
  );
  return HttpResponse.json({
    fileCount: Math.ceil(days.reduce((sum, one) => sum + one, 0)),
    fileSize: 1,
  });
});
const limit = (maximumFiles: number) =>
  http.get('*/config.json', () => HttpResponse.json({ ...config, maximumFiles }));
/** Each order takes a minute and a half of its own. */
const estimates = (ahead: number) =>
  http.post('*/services/order/orders/estimate', () =>
    HttpResponse.json({ files: 1, bytes: 1, selections: [], seconds: 90, ahead }),
  );

it('each of the split orders is ready after those before it', async () => {
  server.use(limit(2), perDay, estimates(0));
  const { dialog } = await openCheckout([short(met)], false);
  await within(dialog).findByRole('columnheader', { name: 'Ready in about' });
  const table = within(dialog).getByRole('table', { name: 'The resulting orders' });
  const times = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(times.slice(0, 2)).toEqual(['2 minutes', '3 minutes']);
});

it('many split orders are shown in part, and all of them on request', async () => {
  server.use(limit(1), perDay, estimates(0));
  const { user, dialog } = await openCheckout([{ ...short(met), searchEnd: '2020-01-12' }], false);
  const split = await within(dialog).findByRole('button', { name: /^Split in \d+ orders$/ });
  const orders = Number(/\d+/.exec(split.textContent ?? '')?.[0]);
  expect(orders).toBeGreaterThan(8);
  const table = within(dialog).getByRole('table', { name: 'The resulting orders' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows().length).toBe(8);
  await user.click(within(dialog).getByRole('button', { name: `Show all ${orders} orders` }));
  expect(rows().length).toBe(orders);
  expect(rows().at(-1)?.textContent).toContain(`${orders} of ${orders}`);
  await user.click(within(dialog).getByRole('button', { name: 'Show fewer' }));
  expect(rows().length).toBe(8);
});

it('no time is displayed while the orders of other people are ahead', async () => {
  server.use(limit(2), perDay, estimates(3));
  const { dialog } = await openCheckout([short(met)], false);
  await within(dialog).findByText(/^Or take fewer days/);
  expect(within(dialog).queryByText('Ready in about')).toBeNull();
});

it('fewer days are set for all selections with one click, and the order can be placed', async () => {
  server.use(limit(4), perDay);
  const { user, dialog, submit } = await openCheckout([short(met), short(metNorth)], false);
  const offer = await within(dialog).findByText(/^Or take fewer days/);
  expect(offer.parentElement?.textContent).toMatch(
    /\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d of these 2 selections\. The order then has [34] files\./,
  );
  expect((submit() as HTMLButtonElement).disabled).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Set these days' }));
  await waitFor(() => expect((submit() as HTMLButtonElement).disabled).toBe(false));
  expect(screen.queryByText(/^Or take fewer days/)).toBeNull();
  const starts = useCart.getState().items.map(({ selection }) => selection.dates[0]?.start);
  expect(new Set(starts).size).toBe(1);
});
