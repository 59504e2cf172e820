// Keeps the cart of a signed-in person on the server as well (decision 1025). Shows nothing; loaded
// after sign-in.
import type { cartToStore } from '@isobar/contract/calls/accounts.ts';
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { keepCart, readCart } from '@isobar/contract/calls/profile-calls.ts';
import { packed, unpacked } from '@isobar/contract/orders/selection.ts';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { type CartState, useCart } from './cart-store.ts';
import { readRemote, reconcile } from './reconcile.ts';

const PAUSE_MS = 700;

export function CartSync({ personId }: { readonly personId: string }) {
  const config = useConfig();
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(config, personId, leave.signal), PAUSE_MS);
    };
    const fetchNow = (): void => {
      if (document.visibilityState === 'visible')
        void load(config, personId, leave.signal).then((changed) => changed && send());
    };
    fetchNow();
    document.addEventListener('visibilitychange', fetchNow);
    const stop = useCart.subscribe((cart, before) => {
      if (cart.unsaved && cart.items !== before.items && cart.owner === personId) send();
    });
    return () => {
      leave.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', fetchNow);
      stop();
    };
  }, [config, personId]);
  return null;
}

/**
 * True when the server's copy is behind. A failure leaves the browser's copy, marked as unsaved.
 */
async function load(config: PortalConfig, personId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await ask(config, readCart, { signal });
    const items = readRemote(answer.items).map(inBrowser);
    const next = reconcile(useCart.getState(), { items, savedAt: answer.savedAt }, personId);
    const { items: unchanged, owner, unsaved } = useCart.getState();
    const same = owner === personId && !unsaved && sameItems(unchanged, next.items);
    useCart.getState().settle({
      items: same ? unchanged : next.items,
      owner: personId,
      savedAt: answer.savedAt,
      unsaved: next.send,
    });
    return next.send;
  } catch {
    if (!signal.aborted) useCart.setState({ saveFailed: true });
    return false;
  }
}

async function save(config: PortalConfig, personId: string, signal: AbortSignal): Promise<void> {
  const { items } = useCart.getState();
  const body: z.infer<typeof cartToStore> = {
    items: items.map((item) => ({ ...item, selection: packed(item.selection) })),
  };
  try {
    const answer = await ask(config, keepCart, { body, signal });
    const now = useCart.getState();
    now.settle({
      items: now.items,
      owner: personId,
      savedAt: answer.savedAt,
      unsaved: now.items !== items,
    });
  } catch {
    // still unsaved: sent with the next change or visit
    if (!signal.aborted) useCart.setState({ saveFailed: true });
  }
}

const inBrowser = (item: CartState['items'][number]): CartState['items'][number] => ({
  ...item,
  selection: unpacked(item.selection),
});

const sameItems = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
