// The checkout opened over a cart, and an order service that keeps what is sent, for tests.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect } from 'vitest';
import type { CartItem } from '../parts/cart/cart-item.ts';
import { useCart } from '../parts/cart/cart-store.ts';
import { met } from './cart-fixtures.ts';
import { openPortal, server } from './open-portal.tsx';

export const CREATE = '*/services/order/orders/create';
export const METRICS = '*/services/files/metrics';
export type Sent = {
  selectedData: {
    selectedDatastreams: Record<string, unknown>[];
    outputFormat: string[];
    mergedOutput: boolean;
    maxMb: number | null;
  };
  deliveryBits: number;
  sendConfEmail: boolean;
  idempotencyKey: string;
};

/** Three days, so that no warning appears. */
export const short = (item: CartItem): CartItem => ({
  ...item,
  searchStart: '2020-01-01',
  searchEnd: '2020-01-03',
});
/** `limited`: sites whose data are of limited access. */
export const sizes = (
  bySite: Record<string, [files: number, megabytes: number]>,
  limited: readonly string[] = [],
) =>
  http.post(METRICS, async ({ request }) => {
    // what the portal sends
    const { datastream } = (await request.json()) as { datastream: string };
    const [fileCount, fileSize] = bySite[datastream.slice(0, 3)] ?? [3, 4.5];
    const isLimited = limited.includes(datastream.slice(0, 3));
    return HttpResponse.json({ fileCount, fileSize, limited: isLimited });
  });

/** Answers orders with a number, and keeps what was sent. */
export function takeOrders(): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post(CREATE, async ({ request }) => {
      sent.push((await request.json()) as Sent); // what the portal sends
      const message = 'It will be fulfilled within the next few hours.';
      return HttpResponse.json({ orderId: 4711, message });
    }),
  );
  return sent;
}

/** `ready`: whether the order can be sent as it is. */
export async function openCheckout(items: readonly CartItem[] = [short(met)], ready = true) {
  useCart.getState().add(items);
  const opened = openPortal('/saved');
  await opened.user.click(await screen.findByRole('button', { name: 'Checkout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Data Selection Summary' });
  const submit = () =>
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Submit order' });
  if (ready) await waitFor(() => expect(submit().disabled).toBe(false));
  return { ...opened, dialog, submit };
}
