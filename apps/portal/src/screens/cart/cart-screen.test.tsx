// The cart page: items with live counts, dates that stay in their bounds, removal, and the empty
// cart.
import { parseInstant } from '@isobar/contract/time.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { useCart } from '../../parts/cart/cart-store.ts';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { openPortal, problem, server, session, signedIn } from '../../testing/open-portal.tsx';
import { recordedPortal } from '../../testing/recorded.ts';

recordedPortal();

const METRICS = '*/services/files/metrics';
const items = () => useCart.getState().items;
const card = (name: RegExp) => screen.findByRole('article', { name });

async function openCart() {
  useCart.getState().add([met, metNorth]);
  const opened = openPortal('/saved');
  await card(/SGP E13/);
  return opened;
}

it('[C002] [C028] the cart page shows each item as a card with its datastream', async () => {
  await openCart();
  const south = await card(/SGP E13/);
  expect(within(south).getByText('sgpmetE13.b1')).toBeTruthy();
  expect(within(south).getByText(/Southern Great Plains, Lamont/)).toBeTruthy();
  expect(await card(/NSA C1/)).toBeTruthy();
});

it('[C003] [A012] the header leads here, and counts what a visitor put in', async () => {
  useCart.getState().add([met]);
  openPortal('/results');
  const link = await screen.findByRole('link', { name: /cart\s*1 item/i });
  expect(link.getAttribute('href')).toBe('#/saved');
});

it('[C023] the cart page says that a login or account setup is required at checkout', async () => {
  await openCart();
  expect(await screen.findByText(/login or account setup is required at checkout/)).toBeTruthy();
});

it('[C029] the cart page goes back', async () => {
  useCart.getState().add([met]);
  const { user, router } = openPortal('/results/s::rain');
  await screen.findByRole('main');
  await router.navigate({ href: '/saved' });
  await user.click(await screen.findByRole('button', { name: 'Go Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/results/s::rain'));
});

it('sums up one file as one', async () => {
  server.use(http.post(METRICS, () => HttpResponse.json({ fileCount: 1, fileSize: 2 })));
  useCart.getState().add([met]);
  openPortal('/saved');
  const summary = await screen.findByRole('region', { name: 'Summary' });
  await waitFor(() => expect(summary.textContent).toContain('1 file'));
  expect(summary.textContent).not.toContain('1 files');
});

it('[C030] the cart page clears the cart after a confirmation', async () => {
  const { user } = await openCart();
  await user.click(screen.getByRole('button', { name: 'Clear Cart' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(items()).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Clear Cart' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clear Cart' });
  await user.click(within(dialog).getByRole('button', { name: 'Clear Cart' }));
  expect(await screen.findByText('Your Cart is Empty!')).toBeTruthy();
  expect(items()).toHaveLength(0);
});

it('[C036] the cart page removes one item after a confirmation', async () => {
  const { user } = await openCart();
  await user.click(screen.getByRole('button', { name: /Remove .* NSA C1 from the cart/ }));
  expect(items()).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(items().map((item) => item.siteCode)).toEqual(['sgp']));
});

it('[C037] [C038] the cart page says that it is empty, with Checkout disabled and ways on', async () => {
  openPortal('/saved');
  expect(await screen.findByText('Your Cart is Empty!')).toBeTruthy();
  const checkout = screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' });
  expect(checkout.disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Search the data' })).toBeTruthy();
});

it('[C033] [C034] the notice about HTML mails links to the preferences and stays dismissed', async () => {
  const { user } = await openCart();
  const notice = screen.getByRole('complementary', { name: 'About order confirmations' });
  const link = within(notice).getByRole('link', { name: 'email preferences' });
  expect(link.getAttribute('href')).toBe('#/account/profile');
  await user.click(within(notice).getByRole('button', { name: /Dismiss the notice/ }));
  expect(screen.queryByRole('complementary', { name: 'About order confirmations' })).toBeNull();
  expect(localStorage.getItem('isobar.mail-notice-dismissed')).toBe('true');
});

it('the cart page asks for counts and sizes again after every change of dates', async () => {
  const asked: { datastream: string; dates: { startDate: string }[] }[] = [];
  server.use(
    http.post(METRICS, async ({ request }) => {
      const body = (await request.json()) as (typeof asked)[number]; // what the portal sends
      asked.push(body);
      const late = body.dates[0]?.startDate.startsWith('2020') ?? false;
      return HttpResponse.json({ fileCount: late ? 7 : 1234, fileSize: late ? 1.5 : 2000 });
    }),
  );
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  expect(await within(south).findByText('1,234 files')).toBeTruthy();
  const start = within(south).getByRole('textbox', { name: /Start date/ });
  await user.clear(start);
  await user.type(start, '2020-01-01{Enter}');
  expect(await within(south).findByText('7 files')).toBeTruthy();
  expect(within(south).getByText('· 1.50 MB')).toBeTruthy();
  expect(asked.at(-1)).toEqual({
    datastream: 'sgpmetE13.b1',
    dates: [{ startDate: '2020-01-01 00:00:00', endDate: '2026-11-20 00:00:00' }],
    files: [],
    scanNames: [],
  });
});

it('[C108] text that is no date or out of range goes back to the last valid date', async () => {
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  const start = within(south).getByRole<HTMLInputElement>('textbox', { name: /Start date/ });
  for (const text of ['yesterday', '1990-01-01', '2020-02-30', '2030-01-01']) {
    await user.clear(start);
    await user.type(start, text);
    await user.tab();
    expect(start.value).toBe('1993-11-01 00:00:00');
    expect(within(south).getByText(/Must be a date between 1993-11-01/)).toBeTruthy();
  }
  expect(items()[0]?.selection.dates[0]?.start).toBe(parseInstant('1993-11-01'));
});

it('[C113] a date without a time is midnight as a start and the last second as an end', async () => {
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  const end = within(south).getByRole<HTMLInputElement>('textbox', { name: /End date/ });
  await user.clear(end);
  await user.type(end, '2020-03-01{Enter}');
  expect(end.value).toBe('2020-03-01 23:59:59');
});

it('[C073] [C074] the cart page adds a copy of the last range and removes one while more remain', async () => {
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  expect(within(south).queryByRole('button', { name: /Remove range/ })).toBeNull();
  await user.click(within(south).getByRole('button', { name: /Add date range/ }));
  const dates = items()[0]?.selection.dates ?? [];
  expect(dates).toHaveLength(2);
  expect(dates[1]).toEqual(dates[0]);
  await user.click(within(south).getByRole('button', { name: /Remove range 1/ }));
  expect(items()[0]?.selection.dates).toEqual(dates.slice(1));
  expect(within(south).queryByRole('button', { name: /Remove range/ })).toBeNull();
});

it('[C032] [C087] the universal range keeps to the bounds and trims the items that contain it', async () => {
  const { user } = await openCart();
  const start = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Start date of all items',
  });
  await user.type(start, '1990-01-01{Enter}');
  expect(start.value).toBe('');
  await user.clear(start);
  await user.type(start, '1999-05-01{Enter}');
  expect(start.value).toBe('1999-05-01 00:00:00');
  expect(items().map((item) => item.selection.dates[0]?.start)).toEqual([
    parseInstant('1999-05-01'),
    parseInstant('2003-01-01'),
  ]);
  expect(screen.getByText(/1 of 2 items start at 1999-05-01/)).toBeTruthy();
  const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'End date of all items' });
  await user.type(end, '1998-01-01{Enter}');
  expect(end.value).toBe('');
});

it('[C071] the cart page keeps the dates that were asked for through levels that lack them, and offers what is nearest', async () => {
  const late = { ...met.dataLevels[0], datastream: 'sgpmetE13.00', dataLevel: '00' };
  const raw = { ...late, startDate: '2026-08-01T00:00:00Z', endDate: '2026-11-20T00:00:00Z' };
  useCart.getState().add([
    {
      ...met,
      dataLevels: [raw, ...met.dataLevels.slice(1)],
      searchStart: '2019-01-01',
      searchEnd: '2019-12-31',
    },
  ]);
  const { user } = openPortal('/saved');
  const south = await card(/SGP E13/);
  const year = [{ start: parseInstant('2019-01-01'), end: parseInstant('2019-12-31 23:59:59') }];
  expect(items()[0]?.selection.dates).toEqual(year);
  expect(within(south).getByText(/2 levels outside your dates hidden/)).toBeTruthy();
  const level = () => within(south).getByRole('combobox', { name: 'Data level' });
  await user.click(within(south).getByRole('button', { name: /^Show all levels/ }));
  await user.selectOptions(level(), '00');
  expect(await within(south).findByText('No files of this level in your dates')).toBeTruthy();
  expect(within(south).getByText('No files in these dates')).toBeTruthy();
  expect(items()[0]?.selection).toMatchObject({ dataLevel: '00', dates: [] });
  await user.click(within(south).getByRole('button', { name: /^Use level b1, which has them/ }));
  expect(items()[0]?.selection).toMatchObject({ dataLevel: 'b1', dates: year });
  await user.selectOptions(level(), '00');
  await user.click(
    await within(south).findByRole('button', {
      name: /^Use the nearest: 2026-08-01 to 2026-11-20/,
    }),
  );
  expect(items()[0]?.selection.dates).toEqual([
    { start: parseInstant('2026-08-01'), end: parseInstant('2026-11-20') },
  ]);
});

it('the cart page changes the data level; a raw one orders all variables', async () => {
  server.use(
    http.post('*/services/files/variables/', () =>
      HttpResponse.json([
        {
          datastream: 'sgpmetE13.b1',
          variables: [
            { variable: 'time', description: 'Time', units: 's', default: true },
            { variable: 'temp_mean', description: 'Temperature', units: 'degC', default: false },
          ],
        },
      ]),
    ),
  );
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  await user.click(within(south).getByRole('button', { name: /Variables and files/ }));
  await user.click(within(south).getByRole('radio', { name: 'Extract Requested Variables' }));
  await user.click(await within(south).findByRole('checkbox', { name: /temp_mean/ }));
  expect(items()[0]?.selection.variables).toEqual(['temp_mean']);
  await user.selectOptions(within(south).getByRole('combobox', { name: 'Data level' }), 'a1');
  expect(items()[0]?.selection).toMatchObject({ datastream: 'sgpmetE13.a1', variables: [] });
  expect(within(south).getByRole<HTMLInputElement>('radio', { name: /Extract/ }).disabled).toBe(
    true,
  );
});

it('the cart page tells when files cannot be counted, and tries again', async () => {
  server.use(http.post(METRICS, () => problem(400, 'bad-request', 'Broken')));
  const { user } = await openCart();
  const south = await card(/SGP E13/);
  expect(await within(south).findByText(/could not be counted/)).toBeTruthy();
  const summary = screen.getByRole('region', { name: 'Summary' });
  expect(within(summary).getAllByText('–')).toHaveLength(2); // what failed is no longer on its way
  expect(within(summary).queryByText('…')).toBeNull();
  server.use(http.post(METRICS, () => HttpResponse.json({ fileCount: 2, fileSize: 1 })));
  await user.click(within(south).getByRole('button', { name: 'Try again' }));
  expect(await within(south).findByText('2 files')).toBeTruthy();
});

it('[C065] [C100] multiple dates: counts the days and opens the dates modal', async () => {
  const { user } = await openCart();
  useCart.getState().select('nsa met c1', (entry) => ({
    ...entry.selection,
    dates: [
      { start: parseInstant('2020-01-01') ?? 0, end: parseInstant('2020-01-03 12:00:00') ?? 0 },
    ],
  }));
  const north = await card(/NSA C1/);
  await user.click(within(north).getByRole('radio', { name: 'Multiple dates' }));
  expect(items()[1]?.selection.dates).toHaveLength(3);
  expect(within(north).getByText(/3 dates selected \/ 8,724 available/)).toBeTruthy();
});

it('an item whose files state no time offers no days to choose', async () => {
  useCart.getState().clear();
  const levels = met.dataLevels.map((one) => ({ ...one, undated: true }));
  useCart.getState().add([{ ...met, dataLevels: levels }]);
  openPortal('/saved');
  const south = await card(/SGP E13/);
  expect(await within(south).findByText(/^Dates unknown; files were last changed/)).toBeTruthy();
  expect(within(south).queryByRole('radio', { name: 'Multiple dates' })).toBeNull();
  expect(within(south).queryByText(/available/)).toBeNull();
});

it('[C053] an item that was found by an epoch starts with its days, once', async () => {
  useCart.getState().add([{ ...met, preselectedEpoch: 'tonga_blast' }]);
  const { user } = openPortal('/saved');
  const south = await card(/SGP E13/);
  expect(await within(south).findByText(/6 dates selected \/ 6 available/)).toBeTruthy();
  expect(items()[0]).toMatchObject({ epochTaken: true, selection: { isEpoch: true } });
  await user.click(within(south).getByRole('radio', { name: 'Ranges' }));
  expect(items()[0]?.selection).toMatchObject({
    isEpoch: false,
    dates: [{ start: parseInstant('1993-11-01') }],
  });
});

it('an item that was found by some days of an epoch starts with those', async () => {
  const source = { epoch_name: 'Tonga', epoch_times: '["2022-01-15","2022-01-16","2022-01-17"]' };
  server.use(
    http.get('*/services/epochs/_search', () =>
      HttpResponse.json({ hits: { hits: [{ _source: source }] } }),
    ),
  );
  const day = parseInstant('2022-01-16') ?? 0;
  useCart.getState().add([{ ...met, preselectedEpoch: 'tonga_blast', epochDays: [day] }]);
  openPortal('/saved');
  const south = await card(/SGP E13/);
  expect(await within(south).findByText(/1 date selected \/ 3 available/)).toBeTruthy();
  expect(items()[0]?.selection.dates).toMatchObject([{ start: day }]);
});

it('a signed-in person finds the cart of the account again', async () => {
  signedIn();
  expect(session.person).not.toBeNull();
  const { entryOf } = await import('../../parts/cart/cart-item.ts');
  const kept: unknown[] = [];
  server.use(
    http.get('*/services/profile/cart', () =>
      HttpResponse.json({ items: [entryOf(metNorth)], savedAt: '2026-11-20T00:00:00Z' }),
    ),
    http.put('*/services/profile/cart', async ({ request }) => {
      // what the portal sends
      const { items: sent } = (await request.json()) as { items: unknown[] };
      kept.splice(0, kept.length, ...sent);
      return HttpResponse.json({ items: sent, savedAt: '2026-11-21T00:00:00Z' });
    }),
  );
  useCart.getState().add([met]);
  openPortal('/saved');
  expect(await card(/NSA C1/)).toBeTruthy();
  await waitFor(() => expect(kept).toHaveLength(2), { timeout: 20_000 });
  await waitFor(() => expect(useCart.getState()).toMatchObject({ owner: 'demo', unsaved: false }));
});
