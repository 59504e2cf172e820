// The cart, kept in the browser for 24 hours after the last change.
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { prefixedStorage } from '../../lib/storage.ts';
import { type CartItem, cartItem, cartKey } from './cart-item.ts';

export const CART_LIFE_MS = 24 * 3600 * 1000;

type CartState = {
  readonly items: readonly CartItem[];
  /** Time of the last change, milliseconds since 1970. */
  readonly changedAt: number;
};

type Cart = CartState & {
  /** Adds what is not there yet and answers how many were added; a duplicate is left alone. */
  readonly add: (items: readonly CartItem[]) => number;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
};

const stored = z.object({ items: z.array(cartItem), changedAt: z.number() });

export const useCart = create<Cart>()(
  persist(
    (set, get) => ({
      items: [],
      changedAt: 0,
      add: (wanted) => {
        const items = withNew(get().items, wanted);
        const added = items.length - get().items.length;
        if (added > 0) set({ items, changedAt: Date.now() });
        return added;
      },
      remove: (key) =>
        set({
          items: get().items.filter((item) => cartKey(item) !== key),
          changedAt: Date.now(),
        }),
      clear: () => set({ items: [], changedAt: Date.now() }),
    }),
    {
      name: 'cart',
      storage: createJSONStorage(() => prefixedStorage),
      partialize: ({ items, changedAt }) => ({ items, changedAt }),
      merge: (kept, fresh) => ({ ...fresh, ...stillValid(kept, Date.now()) }),
    },
  ),
);

/** Is an item of this site, instrument and facility in the cart? */
export const inCart = (items: readonly CartItem[], key: string): boolean =>
  items.some((item) => cartKey(item) === key);

function withNew(items: readonly CartItem[], wanted: readonly CartItem[]): readonly CartItem[] {
  const all = [...items];
  for (const item of wanted) if (!inCart(all, cartKey(item))) all.push(item);
  return all;
}

/** What was stored, unless it is of another shape or older than a day. */
export function stillValid(kept: unknown, nowMs: number): CartState | null {
  const parsed = z.safeParse(stored, kept);
  if (!parsed.success) return null;
  return nowMs - parsed.data.changedAt < CART_LIFE_MS ? parsed.data : null;
}
