// Reads the kept choices of the checkout for the items that are in the cart now, and keeps new choices.
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import type { OrderOptions } from '../../lib/orders/request-of.ts';
import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { useWishes } from '../cart/flagging-wishes.ts';
import { keepDraft, readDraft } from './draft-store.ts';
import { type Flagging, wishedFlagging } from './submission-of.ts';

/** What the checkout begins with. Flagging that was asked for on a report's page after the choice was made replaces the choice. */
export function draftedFor(items: readonly CartEntry[]): {
  readonly options: OrderOptions;
  readonly flagging: ReadonlyMap<string, Flagging>;
} {
  const { options, flagging } = readDraft();
  const { wishes } = useWishes.getState();
  const chosen = items.flatMap((item) => {
    const one = flagging.find((known) => known.item === cartKey(item));
    if (!one || one.wish.join() !== wishOf(item, wishes).join()) return [];
    return [[one.item, { dqrFilter: one.dqrFilter, qcFilter: one.qcFilter }] as const];
  });
  return { options, flagging: new Map([...wishedFlagging(items, wishes), ...chosen]) };
}

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
