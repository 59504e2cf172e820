// The cart, kept in the browser for 24 hours after the last change (and on the server, see
// cart-sync.tsx).
import { CART_HOURS } from '@isobar/contract/orders/limits.ts';
import {
  packed,
  type Selection,
  trimAt,
  unpacked,
  withEpoch,
} from '@isobar/contract/orders/selection.ts';
import * as z from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { prefixedStorage, storedKey } from '../../lib/storage.ts';
import {
  type CartEntry,
  type CartItem,
  cartEntry,
  cartKey,
  entryOf,
  levelOf,
} from './cart-item.ts';

export const CART_LIFE_MS = CART_HOURS * 3600 * 1000;

/** The universal date range: what was last set for all items at once; seconds UTC. */
const universal = z.object({ start: z.nullable(z.number()), end: z.nullable(z.number()) });

const cartState = z.object({
  items: z.readonly(z.array(cartEntry)),
  universal,
  /** Time of the last change, milliseconds since 1970. */
  changedAt: z.number(),
  /** Whose cart on the server this is a copy of; null: of no account. */
  owner: z.nullable(z.string()),
  /** savedAt of that copy. */
  savedAt: z.nullable(z.string()),
  /** True when it was changed since then. */
  unsaved: z.boolean(),
});
export type CartState = z.infer<typeof cartState>;

type Cart = CartState & {
  /** Adds what is not there yet and answers how many were added; a duplicate is left alone. */
  readonly add: (items: readonly CartItem[]) => number;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
  /** Changes the selection of one item. */
  readonly select: (key: string, change: (entry: CartEntry) => Selection) => void;
  /**
   * Takes over the days of the epoch that the item was found by (seconds UTC), where its data reach
   * into them.
   */
  readonly takeEpoch: (key: string, days: readonly number[]) => void;
  /** Sets the universal start or end, which trims every range that contains it. */
  readonly setUniversal: (edge: 'start' | 'end', instant: number) => void;
  /** After talking to the server: what the cart now is and whose. */
  readonly settle: (state: Pick<CartState, 'items' | 'owner' | 'savedAt' | 'unsaved'>) => void;
  /**
   * The last try to keep it on the server failed; it is tried again with the next change or visit.
   */
  readonly saveFailed: boolean;
};

export const EMPTY: CartState = {
  items: [],
  universal: { start: null, end: null },
  changedAt: 0,
  owner: null,
  savedAt: null,
  unsaved: false,
};

const NAME = 'cart';
/** The key of the cart in the browser's storage. */
export const KEPT_AS = storedKey(NAME);

export const useCart = create<Cart>()(
  persist(
    (set, get) => ({
      ...EMPTY,
      saveFailed: false,
      add: (wanted) => {
        const items = withNew(get().items, wanted);
        const added = items.length - get().items.length;
        if (added > 0) set(changed({ items }));
        return added;
      },
      remove: (key) => set(changed({ items: get().items.filter((item) => cartKey(item) !== key) })),
      clear: () => set(changed({ items: [], universal: EMPTY.universal })),
      select: (key, change) =>
        set(
          changed({
            items: get().items.map((item) =>
              cartKey(item) === key ? { ...item, selection: change(item) } : item,
            ),
          }),
        ),
      takeEpoch: (key, days) =>
        set(
          changed({
            items: get().items.map((item) =>
              cartKey(item) === key
                ? { ...item, epochTaken: true, selection: inEpoch(item, days) }
                : item,
            ),
          }),
        ),
      setUniversal: (edge, instant) =>
        set(
          changed({
            universal: { ...get().universal, [edge]: instant },
            items: get().items.map((item) => ({
              ...item,
              selection: trimAt(item.selection, edge, instant),
            })),
          }),
        ),
      settle: (state) => set({ ...state, changedAt: Date.now(), saveFailed: false }),
    }),
    {
      name: NAME,
      storage: createJSONStorage(() => prefixedStorage),
      partialize: (cart): CartState => ({
        items: cart.items.map((item) => ({ ...item, selection: packed(item.selection) })),
        universal: cart.universal,
        changedAt: cart.changedAt,
        owner: cart.owner,
        savedAt: cart.savedAt,
        unsaved: cart.unsaved,
      }),
      merge: (kept, cart) => ({ ...cart, ...restored(kept, cart, Date.now()) }),
    },
  ),
);

/**
 * Reads the cart from storage again: another tab may have changed it, and a day may have passed.
 */
export const restoreCart = (): void => void useCart.persist.rehydrate();

/** Is an item of this site, instrument and facility in the cart? */
export const inCart = (items: readonly CartItem[], key: string): boolean =>
  items.some((item) => cartKey(item) === key);

/**
 * The stored cart, or an empty one if its shape is wrong; without storage, the one in memory. After
 * a day it is empty.
 */
export function restored(kept: unknown, inMemory: CartState, nowMs: number): CartState {
  const parsed = z.safeParse(cartState, kept);
  const state = kept === undefined ? inMemory : parsed.success ? parsed.data : EMPTY;
  if (nowMs - state.changedAt >= CART_LIFE_MS) return EMPTY;
  return {
    ...state,
    items: state.items.map((item) => ({ ...item, selection: unpacked(item.selection) })),
  };
}

/** The items with those of `wanted` that are not among them yet. */
export function withNew(
  items: readonly CartEntry[],
  wanted: readonly CartItem[],
): readonly CartEntry[] {
  const all = [...items];
  for (const item of wanted) {
    const entry = inCart(all, cartKey(item)) ? null : entryOf(item);
    if (entry) all.push(entry);
  }
  return all;
}

function inEpoch(item: CartEntry, days: readonly number[]): Selection {
  const level = levelOf(item);
  const inside = level && withEpoch(item.selection, level, days);
  return inside && inside.dates.length > 0 ? inside : item.selection;
}

const changed = <S extends Partial<CartState>>(state: S) => ({
  ...state,
  changedAt: Date.now(),
  unsaved: true,
});
