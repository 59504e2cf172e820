// 'Your Orders': the list with its periods, filter and pages, and what can be done with an order.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { HISTORY, history, orderEntry, orderStatus } from '../../testing/order-fixtures.ts';

servedPortal();
beforeEach(() => {
  server.use(http.get('*/services/citation/formats', () => problem(503, 'unavailable')));
});

it('the list of orders shows number, date, count, megabytes and datastreams', async () => {
  signedIn();
  const delivered = { files: 2, bytes: 1_500_000 };
  server.use(
    history([
      orderEntry({ totalFileCount: 1234, curStep: 'anders', delivered: null }),
      orderEntry({ orderId: 4712, totalFileCount: 1234, delivered }),
    ]),
  );
  openPortal('/account/order');
  const card = within(await screen.findByRole('article', { name: 'Order 4711' }));
  expect(card.getByText('Ordered 2026-11-20')).toBeTruthy();
  expect(card.getByText('1,234 source files, 12.35 MB')).toBeTruthy();
  const came = within(screen.getByRole('article', { name: 'Order 4712' }));
  expect(came.getByText('2 data files, 1.50 MB')).toBeTruthy();
  expect(card.getByText('sgpmetE13.b1')).toBeTruthy();
  expect(card.getByText(/2020-01-01 to 2020-01-03/)).toBeTruthy();
});

it('an order whose files have expired states the day, is found by its status, and offers no download', async () => {
  signedIn();
  const gone = { expires: '2026-10-20T08:00:00Z', expired: true };
  server.use(history([orderEntry(), orderEntry({ orderId: 4712, ...gone })]));
  const { user } = openPortal('/account/order');
  const kept = within(await screen.findByRole('article', { name: 'Order 4711' }));
  expect(kept.getByText('Completed')).toBeTruthy();
  expect(kept.getByText('Kept until 2026-12-20')).toBeTruthy();
  const card = within(screen.getByRole('article', { name: 'Order 4712' }));
  expect(card.getByText('Expired 2026-10-20')).toBeTruthy();
  expect(card.queryByText('Completed')).toBeNull();
  expect(card.queryByText(/Kept until/)).toBeNull();
  await user.click(card.getByRole('button', { name: 'Additional Links' }));
  expect(await screen.findByText('Download Helper Script (files expired)')).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.type(screen.getByRole('searchbox', { name: 'Filter orders' }), 'expired');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Order 4711' })).toBeNull());
  expect(screen.getByRole('article', { name: 'Order 4712' })).toBeTruthy();
});

it('the list of orders asks for the orders of the last week, and for all without a date', async () => {
  signedIn();
  const asked: (string | null)[] = [];
  server.use(
    http.get(HISTORY, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('orderDate'));
      return HttpResponse.json({ orderHistoryResponses: [] });
    }),
  );
  const { user } = openPortal('/account/order');
  expect(await screen.findByText('No Order History Found. For Last Week.')).toBeTruthy();
  const week = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  expect(asked[0]).toBe(week);
  await user.click(screen.getByRole('radio', { name: 'Forever' }));
  expect(await screen.findByText('No Order History Found.')).toBeTruthy();
  expect(asked.at(-1)).toBeNull();
});

it('filters, pages and sizes the list', async () => {
  signedIn();
  server.use(history(Array.from({ length: 25 }, (_, i) => orderEntry({ orderId: 100 + i }))));
  const { user, router } = openPortal('/account/order');
  const numbers = () =>
    screen.getAllByRole('article').map((one) => one.querySelector('h3')?.textContent);
  await screen.findByRole('article', { name: 'Order 124' });
  expect(numbers()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await screen.findByRole('article', { name: 'Order 100' });
  expect(numbers()).toHaveLength(5);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Page size' }), '20');
  await waitFor(() => expect(numbers()).toHaveLength(20));
  await user.type(screen.getByRole('searchbox', { name: 'Filter orders' }), '117');
  await waitFor(() => expect(numbers()).toEqual(['Order 117']));
  expect(router.state.location.search).toEqual({ filter: '117' });
});

it('tracking and citation close each other', async () => {
  signedIn();
  server.use(
    history([orderEntry()]),
    http.get('*/services/order/status/4711', () => HttpResponse.json(orderStatus())),
    http.get('*/services/citation/datastream', () =>
      HttpResponse.json({ citation: 'Kyrouac, J., et al. <i>Surface Meteorology</i>.' }),
    ),
  );
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Track Order' }));
  expect(await screen.findByRole('list', { name: 'Order tracking' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Generate Citation' }));
  expect(await screen.findByText(/^Kyrouac, J., et al\./)).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Order tracking' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Track Order' }));
  expect(await screen.findByRole('list', { name: 'Order tracking' })).toBeTruthy();
  expect(screen.queryByText(/Kyrouac/)).toBeNull();
});

it('a citation that fails is displayed in place', async () => {
  signedIn();
  server.use(
    history([orderEntry()]),
    http.get('*/services/citation/datastream', () => problem(404, 'not-found')),
  );
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Generate Citation' }));
  expect(await screen.findByText(/An error occurred during citation generation/)).toBeTruthy();
});

it('Order Now submits a reorder and shows the new number', async () => {
  signedIn();
  let asked = '';
  server.use(
    history([orderEntry()]),
    http.post('*/services/order/orders/reorder', ({ request }) => {
      asked = new URL(request.url).search;
      return HttpResponse.json({ orderId: 4712, message: 'Within the next few hours.' });
    }),
  );
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Reorder Data' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Order Now' }));
  expect(await screen.findByText('4712')).toBeTruthy();
  expect(asked).toBe('?orderId=4711');
});

it('Add to Cart looks the datastream up and adds it once', async () => {
  signedIn();
  const source = {
    id: 'sgpmetE13.b1_temp',
    instrument_id: 'met',
    instrument_code: 'met',
    instrument_name: 'Surface Meteorological Instrumentation',
    instrument_class_code: 'met',
    datastream: 'sgpmetE13.b1',
    site_code: 'sgp',
    facility_code: 'E13',
    ffac: 'sgp.E13',
  };
  const level = {
    dataLevel: 'b1',
    start_date: '1993-11-01T00:00:00Z',
    end_date: '2026-11-20T00:00:00Z',
  };
  const place = {
    site_code: 'sgp',
    site_name: 'Southern Great Plains',
    facility_code: 'E13',
    facility_name: 'Lamont',
    ffac: 'sgp.E13',
  };
  const top = (document: object) => ({ hits: { hits: [{ _id: '1', _source: document }] } });
  const envelope = { took: 1, timed_out: false };
  server.use(
    history([orderEntry()]),
    http.get('*/services/order/orders/shared', () =>
      HttpResponse.json({
        order: orderEntry(),
        shareKey: 'k',
        selectedData: {
          selectedDatastreams: [
            {
              datastream: 'sgpmetE13.b1',
              dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2020-01-03 12:00:00' }],
              variables: ['temp_mean'],
            },
          ],
          outputFormat: ['ANDR'],
        },
      }),
    ),
    http.post('*/services/metadata/_search', async ({ request }) => {
      const body = (await request.json()) as { size: number }; // what the portal sends
      if (body.size > 0)
        return HttpResponse.json({
          ...envelope,
          hits: { total: { value: 1 }, hits: [{ _id: '1', _source: source }] },
        });
      const streams = {
        buckets: [
          {
            key: 'sgpmetE13.b1',
            doc_count: 1,
            first: { value: 0, value_as_string: level.start_date },
            last: { value: 0, value_as_string: level.end_date },
            level: top(level),
          },
        ],
      };
      const facilities = {
        buckets: [{ key: 'sgp.E13', doc_count: 1, place: top(place), datastreams: streams }],
      };
      return HttpResponse.json({
        ...envelope,
        hits: { total: { value: 1 }, hits: [] },
        aggregations: { 'Facilities||ffac': facilities, 'Sites||site_code': { buckets: [] } },
      });
    }),
  );
  const { user } = openPortal('/account/order');
  for (const title of ['Item Added to Cart', 'Nothing was added to the cart']) {
    await user.click(await screen.findByRole('button', { name: 'Reorder Data' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add to Cart' }));
    expect(await screen.findByText(title)).toBeTruthy();
  }
  const [item, ...others] = useCart.getState().items;
  expect(others).toEqual([]);
  expect(item?.selection).toMatchObject({
    datastream: 'sgpmetE13.b1',
    variables: ['temp_mean'],
    dates: [{ start: Date.UTC(2020, 0, 1) / 1000, end: Date.UTC(2020, 0, 3, 12) / 1000 }],
  });
});

it('the list of orders links to quality reports by order, and to the helper script', async () => {
  signedIn();
  server.use(history([orderEntry()]));
  const { user } = openPortal('/account/order');
  await user.click(await screen.findByRole('button', { name: 'Additional Links' }));
  const reports = await screen.findByRole('menuitem', { name: 'Data Quality Report' });
  expect(reports.getAttribute('href')).toBe('/services/dqr/?orderID=4711');
  const helper = screen.getByRole('menuitem', { name: 'Download Helper Script' });
  expect(helper.getAttribute('href')).toBe('/services/order/delivery/4711/helper.sh');
});

it('an order that another person shared can be ordered by its link', async () => {
  signedIn();
  const asked: string[] = [];
  server.use(
    history([]),
    http.get('*/services/order/orders/shared', () =>
      HttpResponse.json({
        order: orderEntry({ orderId: 99 }),
        selectedData: {
          selectedDatastreams: [{ datastream: 'sgpmetE13.b1' }],
          outputFormat: ['ANDR'],
        },
        shareKey: 'k1',
      }),
    ),
    http.post('*/services/order/orders/reorder', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ orderId: 100, message: 'Thanks' });
    }),
  );
  const { user } = openPortal('/account/order?orderId=99&key=k1');
  const shared = await screen.findByRole('region', { name: 'Shared order' });
  expect(await within(shared).findByText('sgpmetE13.b1')).toBeTruthy();
  await user.click(within(shared).getByRole('button', { name: 'Reorder Data' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Order Now' }));
  const thanks = await screen.findByRole('dialog', { name: 'Thank you' });
  expect(within(thanks).getByText('100')).toBeTruthy();
  expect(asked).toEqual(['?orderId=99&key=k1']);
});

it('an address that is no page of the account displays an error', async () => {
  signedIn();
  openPortal('/account/nothing');
  await screen.findByRole('heading', { name: 'No such page of your account' });
  expect(screen.getByText(/There is no .nothing. here/)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Update Profile Preferences' })).toBeNull();
});

it('a visitor cannot reorder: the page asks to sign in first', async () => {
  const called = vi.fn();
  server.use(
    http.get(HISTORY, () => {
      called();
      return HttpResponse.json({ orderHistoryResponses: [orderEntry()] });
    }),
  );
  openPortal('/account/order');
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText('Reorder Data')).toBeNull();
  expect(called).not.toHaveBeenCalled();
});
