// Reads the kept choices of the checkout for the items that are in the cart now, and keeps new
// choices.
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import { DEFAULT_GRID } from '@isobar/contract/orders/time-grid.ts';
import type { OrderOptions, OwnChoices } from '../../lib/orders/request-of.ts';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useWishes, wishedGrid, wishGrid } from '../cart/wishes.ts';
import { keepDraft, readDraft } from './draft-store.ts';
import { type Flagging, wishedFlagging } from './submission-of.ts';

interface Drafted {
  readonly options: OrderOptions;
  readonly flagging: ReadonlyMap<string, Flagging>;
  readonly own: ReadonlyMap<string, OwnChoices>;
}

/**
 * What the checkout begins with. Flagging that was asked for on a report's page after the choice
 * was made replaces the choice. A time grid that was asked for elsewhere becomes part of what is
 * kept.
 */
export function draftedFor(items: readonly CartEntry[]): Drafted {
  const kept = keptFor(items);
  const wish = wishedGrid();
  if (!wish || items.length === 0) return kept;
  const { step, merge } = wish;
  const options = { ...kept.options, timeGrid: { ...DEFAULT_GRID, step, merge }, oneFile: null };
  const wished = items.flatMap((item) => {
    const own = wish.flagging[item.selection.datastream];
    return own ? [[cartKey(item), own] as const] : [];
  });
  const flagging = new Map([...kept.flagging, ...wished]);
  wishGrid(null);
  keepOptions(options);
  keepFlagging(items, flagging);
  return { ...kept, options, flagging };
}

function keptFor(items: readonly CartEntry[]): Drafted {
  const { options, flagging, own } = readDraft();
  const { wishes } = useWishes.getState();
  const chosen = items.flatMap((item) => {
    const one = flagging.find((known) => known.item === cartKey(item));
    if (!one || one.wish.join() !== wishOf(item, wishes).join()) return [];
    return [[one.item, { dqrFilter: one.dqrFilter, qcFilter: one.qcFilter }] as const];
  });
  return {
    options,
    flagging: new Map([...wishedFlagging(items, wishes), ...chosen]),
    own: new Map(own.map(({ item, ...choices }) => [item, choices])),
  };
}

/** Of the items that are in the cart. */
export const keepOwn = (items: readonly CartEntry[], own: Drafted['own']): void =>
  keepDraft({
    own: items.map(cartKey).flatMap((item) => {
      const choices = own.get(item);
      return choices ? [{ item, ...choices }] : [];
    }),
  });

export const keepOptions = (options: OrderOptions): void => keepDraft({ options });

export function keepFlagging(
  items: readonly CartEntry[],
  flagging: ReadonlyMap<string, Flagging>,
): void {
  const { wishes } = useWishes.getState();
  keepDraft({
    flagging: items.flatMap((item) => {
      const one = flagging.get(cartKey(item));
      return one ? [{ item: cartKey(item), wish: wishOf(item, wishes), ...one }] : [];
    }),
  });
}

const wishOf = (
  { selection }: CartEntry,
  wishes: Readonly<Record<string, readonly DqrFilter[]>>,
): readonly DqrFilter[] =>
  Object.hasOwn(wishes, selection.datastream) ? (wishes[selection.datastream] ?? []) : [];
