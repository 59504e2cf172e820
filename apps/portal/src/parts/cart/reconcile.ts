// Two copies of a cart, one in the browser and one on the server: what the cart is now, and whether
// to send it.
import * as z from 'zod/mini';
import { type CartEntry, cartEntry } from './cart-item.ts';
import { type CartState, withNew } from './cart-store.ts';

export type RemoteCart = { readonly items: readonly CartEntry[]; readonly savedAt: string | null };

type Local = Pick<CartState, 'items' | 'owner' | 'savedAt' | 'unsaved'>;

/** The items that have the shape of this version; others are dropped. */
export const readRemote = (items: readonly unknown[]): readonly CartEntry[] =>
  items.flatMap((item) => {
    const parsed = z.safeParse(cartEntry, item);
    return parsed.success ? [parsed.data] : [];
  });

/**
 * After signing in, or when coming back. Items that were added without an account join the cart of
 * the account. Of one person's two copies the changed one wins; when both changed, nothing of
 * either is lost.
 */
export function reconcile(
  local: Local,
  remote: RemoteCart,
  personId: string,
): { readonly items: readonly CartEntry[]; readonly send: boolean } {
  const takeRemote = { items: remote.items, send: false };
  if (local.owner !== null && local.owner !== personId) return takeRemote;
  if (local.owner === null && local.items.length === 0) return takeRemote;
  if (local.owner === personId && !local.unsaved) return takeRemote;
  if (local.owner === personId && local.savedAt === remote.savedAt) {
    return { items: local.items, send: true };
  }
  return { items: withNew(local.items, remote.items), send: true };
}
