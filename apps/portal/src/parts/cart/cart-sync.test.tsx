// The cart of a signed-in person on the server: taken over, kept in step, and the notice when
// saving fails.
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { type CartEntry, entryOf } from './cart-item.ts';
import { useCart } from './cart-store.ts';

servedPortal();

const CART = '*/services/profile/cart';
const sites = () => useCart.getState().items.map((item) => item.siteCode);

/** A cart on the server; `puts` counts how often it was sent. */
function remote(items: readonly (CartEntry | null)[]) {
  const kept = { items: items as readonly unknown[], puts: 0 };
  server.use(
    http.get(CART, () => HttpResponse.json({ items: kept.items, savedAt: '2026-11-20T00:00:00Z' })),
    http.put(CART, async ({ request }) => {
      // what the portal sends
      const { items: sent } = (await request.json()) as { items: unknown[] };
      kept.items = sent;
      kept.puts += 1;
      return HttpResponse.json({ items: sent, savedAt: `2026-11-21T00:00:0${kept.puts}Z` });
    }),
  );
  return kept;
}

it('the cart on the server comes back on another machine, without being sent again', async () => {
  signedIn();
  const kept = remote([entryOf(metNorth)]);
  openPortal('/saved');
  await waitFor(() => expect(sites()).toEqual(['nsa']));
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(kept.puts).toBe(0);
});

it('the cart on the server takes in what a visitor put together, and follows changes', async () => {
  useCart.getState().add([met]);
  signedIn();
  const kept = remote([entryOf(metNorth)]);
  openPortal('/saved');
  await waitFor(() => expect(sites()).toEqual(['sgp', 'nsa']));
  await waitFor(() => expect(kept.items).toHaveLength(2), { timeout: 20_000 });
  useCart.getState().remove('nsa met c1');
  await waitFor(() => expect(kept.items).toHaveLength(1), { timeout: 20_000 });
  await waitFor(() => expect(useCart.getState().unsaved).toBe(false));
});

it('the cart on the server says when it cannot be saved, and keeps the cart in the browser', async () => {
  signedIn();
  server.use(http.get(CART, () => problem(503, 'unavailable')));
  useCart.getState().add([met]);
  openPortal('/saved');
  expect(await screen.findByText(/cart is kept in this browser and saved later/)).toBeTruthy();
  expect(sites()).toEqual(['sgp']);
});

it('the cart on the server follows what another window does to it, so that neither undoes the other', async () => {
  openPortal('/saved');
  await screen.findByText('Your Cart is Empty!');
  useCart.getState().add([met]);
  const here = localStorage.getItem('isobar.cart');
  useCart.getState().add([metNorth]);
  const there = localStorage.getItem('isobar.cart') ?? '';
  useCart.setState({ items: useCart.getState().items.slice(0, 1) });
  localStorage.setItem('isobar.cart', there);
  const told = { key: 'isobar.cart', oldValue: here, newValue: there };
  window.dispatchEvent(new StorageEvent('storage', told));
  await waitFor(() => expect(sites()).toEqual(['sgp', 'nsa']));
  expect(await screen.findByRole('article', { name: /NSA C1/ })).toBeTruthy();
  useCart.getState().remove('sgp met e13');
  expect(localStorage.getItem('isobar.cart')).toContain('nsametC1');
});
