// What was filled in at the checkout: it outlives a reload, a sign-in elsewhere and a lost answer,
// and ends with the order.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { met, metNorth } from '../../testing/cart-fixtures.ts';
import { openPortal, problem, servedPortal, server, signedIn } from '../../testing/open-portal.tsx';
import { useCart } from '../cart/cart-store.ts';
import { useWishes } from '../cart/wishes.ts';

servedPortal();

const CREATE = '*/services/order/orders/create';
const OPEN = '/saved?checkout=open';

async function dialog() {
  return within(await screen.findByRole('dialog', { name: 'Data Selection Summary' }));
}
const ticked = async (name: string | RegExp): Promise<boolean> =>
  ((await dialog()).getByRole('checkbox', { name }) as HTMLInputElement).checked;

/** The portal at the checkout, as after a reload. */
async function reopen(path = OPEN) {
  cleanup();
  const opened = openPortal(path);
  await dialog();
  return opened;
}

async function filledIn() {
  useCart.getState().add([met]);
  const opened = openPortal('/saved');
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Checkout' }));
  const choices = await dialog();
  for (const name of ['ASCII-CSV', 'Incorrect', 'Failed embedded checks'])
    await user.click(choices.getByRole('checkbox', { name }));
  await user.click(choices.getByRole('radio', { name: 'Yes' }));
  return opened;
}

it('the draft of an order is part of the address, and the choices are restored after a reload', async () => {
  const { router } = await filledIn();
  expect(router.state.location.href).toBe(OPEN);
  await reopen();
  for (const name of ['NetCDF', 'ASCII-CSV', 'Incorrect', 'Failed embedded checks'])
    expect([name, await ticked(name)]).toEqual([name, true]);
  expect(await ticked('Suspect')).toBe(false);
  expect((await dialog()).getByText(/Joined along time/)).toBeTruthy();
});

it('Back closes it and leaves the cart, Cancel does not leave a second cart behind', async () => {
  const { user, router } = await filledIn();
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/saved');
  await user.click(screen.getByRole('button', { name: 'Checkout' }));
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/saved');
  expect(router.history.canGoBack()).toBe(false);
});

it('an order whose answer was lost is sent as the same one after a reload', async () => {
  signedIn();
  const keys: string[] = [];
  server.use(
    http.get('*/services/profile/cart', () => problem(503, 'unavailable')), // stays in the browser
    http.post(CREATE, async ({ request }) => {
      // what the portal sends
      keys.push(((await request.json()) as { idempotencyKey: string }).idempotencyKey);
      return keys.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ orderId: 9, message: '' });
    }),
  );
  const submit = async (user: Awaited<ReturnType<typeof filledIn>>['user']) => {
    const button = (await dialog()).getByRole<HTMLButtonElement>('button', {
      name: 'Submit order',
    });
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
    // of the default range
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
  };
  await submit((await filledIn()).user);
  await waitFor(() => expect(keys).toHaveLength(1));
  await submit((await reopen()).user);
  expect(await screen.findByText('9')).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(sessionStorage.getItem('isobar.checkout')).toBeNull();
});

it('with nothing in the cart the address leads to the empty cart', async () => {
  const { router } = openPortal(OPEN);
  expect(await screen.findByText('Your Cart is Empty!')).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe('/saved'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the draft of an order is hidden from other users, and a later one takes precedence', async () => {
  await filledIn();
  useWishes.getState().apply([['sgpmetE13.b1', ['suspect']]]);
  await reopen();
  expect([await ticked('Incorrect'), await ticked('Suspect')]).toEqual([false, true]);
  const kept = JSON.parse(sessionStorage.getItem('isobar.checkout') ?? '{}');
  sessionStorage.setItem('isobar.checkout', JSON.stringify({ ...kept, owner: 'a different user' }));
  await reopen();
  expect(await ticked('ASCII-CSV')).toBe(false);
  useWishes.setState({ wishes: {} });
});

it('what was kept in another shape counts as nothing', async () => {
  sessionStorage.setItem('isobar.checkout', '{"options":{"formats":["XML"]}}');
  useCart.getState().add([metNorth]);
  openPortal(OPEN);
  await dialog();
  expect(await ticked('NetCDF')).toBe(true);
});
