// The days that were found, put into the cart for every datastream of the search in one step, and
// taken back in one.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { type Selection, selectionOf, withDates } from '@isobar/contract/orders/selection.ts';
import { mergeSpans, type Span, wholeDay } from '@isobar/contract/orders/span.ts';
import { parseDay } from '@isobar/contract/time.ts';
import {
  type CartEntry,
  type CartItem,
  cartKey,
  entryOf,
  levelsOf,
  placeKey,
} from './cart-item.ts';
import { useCart } from './cart-store.ts';
import { lookUpDatastream } from './look-up.ts';

export interface AddedDays {
  readonly datastreams: number;
  /** No longer in the catalogue, or without data on these days. */
  readonly left: readonly string[];
  readonly undo: () => void;
}

/**
 * A datastream that is in the cart already gets these days in place of its own; one that another
 * datastream of the same instrument and facility is in the cart for gets an entry of its own.
 * Throws CallError; nothing has changed then.
 */
export async function addDays(
  config: PortalConfig,
  datastreams: readonly string[],
  days: readonly string[],
): Promise<AddedDays> {
  return await addSpans(config, datastreams, mergeSpans(days.flatMap((day) => spanOf(day))));
}

/** As addDays, for any spans of time. `choose`: what else is chosen of each datastream. */
export async function addSpans(
  config: PortalConfig,
  datastreams: readonly string[],
  spans: readonly Span[],
  choose: (selection: Selection) => Selection = (selection) => selection,
): Promise<AddedDays> {
  const found = await Promise.all(
    datastreams.map(async (name) => ({ name, item: await lookUpDatastream(config, name) })),
  );
  const before = useCart.getState().items;
  const entries: CartEntry[] = [];
  const left: string[] = [];
  for (const { name, item } of found) {
    const entry = item && withDays(item, name, spans, choose);
    if (entry) entries.push(placed(entry, [...before, ...entries]));
    else left.push(name);
  }
  const cart = useCart.getState();
  cart.add(entries);
  for (const entry of entries) cart.select(cartKey(entry), () => entry.selection);
  return { datastreams: entries.length, left, undo: () => putBack(before, entries) };
}

/**
 * The entry in the place of the one that has its datastream; else apart from one that has another
 * datastream.
 */
export function placed(entry: CartEntry, others: readonly CartEntry[]): CartEntry {
  const { datastream } = entry.selection;
  const same = others.filter((one) => placeKey(one) === placeKey(entry));
  const own = same.find((one) => one.selection.datastream === datastream);
  if (own) return own.apart === undefined ? entry : { ...entry, apart: own.apart };
  return same.some((one) => one.apart === undefined) ? { ...entry, apart: datastream } : entry;
}

function withDays(
  item: CartItem,
  name: string,
  spans: readonly Span[],
  choose: (selection: Selection) => Selection,
): CartEntry | null {
  const level = levelsOf(item).find(({ datastream }) => datastream === name);
  if (!level) return null;
  const dated = withDates({ ...selectionOf(level), multipleDates: true }, level, spans);
  return dated.dates.length > 0 ? entryOf({ ...item, selection: choose(dated) }) : null;
}

/**
 * What was added goes, what was changed gets its selection back; everything else stays as it is
 * now.
 */
function putBack(before: readonly CartEntry[], entries: readonly CartEntry[]): void {
  const cart = useCart.getState();
  for (const entry of entries) {
    const old = before.find((one) => cartKey(one) === cartKey(entry));
    if (old) cart.select(cartKey(old), () => old.selection);
    else cart.remove(cartKey(entry));
  }
}

function spanOf(day: string): readonly Span[] {
  const start = parseDay(day);
  return start === null ? [] : [wholeDay(start)];
}
