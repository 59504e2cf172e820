// Ordering the same again: at once, or through the cart after looking the datastreams up as they
// are today.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { readSharedOrder, reorder } from '@isobar/contract/calls/order-calls.ts';
import type { SharedOrder } from '@isobar/contract/calls/orders.ts';
import type { DateRange, SelectedDatastream } from '@isobar/contract/orders/request.ts';
import { selectionOf, withDates } from '@isobar/contract/orders/selection.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import { endOfDay, parseDay, parseInstant } from '@isobar/contract/time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { placed } from '../cart/add-days.ts';
import { type CartEntry, type CartItem, cartKey, entryOf, levelsOf } from '../cart/cart-item.ts';
import { useCart } from '../cart/cart-store.ts';
import { lookUpDatastream } from '../cart/look-up.ts';

/** An order to repeat; `key`: of an order that another person shared by its link. */
export type Repeated = { readonly orderId: number; readonly key?: string | undefined };

/** 'Order Now' */
export function useReorder() {
  const config = useConfig();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: Repeated) => ask(config, reorder, { query }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['order-history'] }),
  });
}

/** Throws CallError. */
export const fetchShared = (
  config: PortalConfig,
  query: Repeated,
  signal?: AbortSignal,
): Promise<SharedOrder> => ask(config, readSharedOrder, { query, signal });

export type AddedAgain = {
  readonly added: number;
  /** The number of items that were in the cart already. */
  readonly there: number;
  /** No longer in the catalogue. */
  readonly gone: readonly string[];
};

/**
 * 'Add to Cart': each datastream that is not in the cart, apart from another one of the same
 * instrument and facility. Throws CallError when order or catalogue cannot be asked.
 */
export function useAddAgain() {
  const config = useConfig();
  return useMutation({
    mutationFn: async (query: Repeated): Promise<AddedAgain> => {
      const { selectedData } = await fetchShared(config, query);
      const found = await Promise.all(
        selectedData.selectedDatastreams.map(async (ordered) => ({
          ordered,
          item: await lookUp(config, ordered),
        })),
      );
      const cart = useCart.getState();
      const entries: CartEntry[] = [];
      const gone: string[] = [];
      for (const { ordered, item } of found) {
        const entry = item && entryOf(item);
        if (entry) entries.push(placed(entry, [...cart.items, ...entries]));
        else gone.push(ordered.datastream);
      }
      const different = new Set(entries.map(cartKey)).size;
      const added = cart.add(entries);
      return { added, there: different - added, gone };
    },
  });
}

async function lookUp(config: PortalConfig, ordered: SelectedDatastream): Promise<CartItem | null> {
  const item = await lookUpDatastream(config, ordered.datastream);
  return item && asOrdered(item, ordered);
}

/**
 * The item with the level, dates, variables and scan types that were ordered, as far as they still
 * exist.
 */
export function asOrdered(item: CartItem, ordered: SelectedDatastream): CartItem {
  const level = levelsOf(item).find((one) => one.datastream === ordered.datastream);
  if (!level) return item;
  const dates = ordered.dates.flatMap(spanOf);
  const fresh = selectionOf(level);
  const dated = dates.length > 0 ? withDates(fresh, level, dates) : fresh;
  const selection = { ...dated, variables: ordered.variables, scanNames: ordered.scanNames };
  return { ...item, selection };
}

function spanOf({ startDate, endDate }: DateRange): readonly Span[] {
  const start = parseInstant(startDate);
  const last = parseInstant(endDate);
  if (start === null || last === null) return [];
  const end = parseDay(endDate) === null ? last : endOfDay(last);
  return start <= end ? [{ start, end }] : [];
}
