// What code is about, from what is on the screen. Pure.
import { isRawLevel } from '@isobar/contract/catalogue/data-level.ts';
import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import { type Flagging, itemOfSelection } from '@isobar/contract/code/item-of.ts';
import type { CodeItem, CodeRequest } from '@isobar/contract/code/plan.ts';
import type { CartItem } from '../cart/cart-item.ts';
import { type CartEntry, entryOf, isUndated, levelOf } from '../cart/cart-item.ts';

/** One choice of what the code fetches; `label` where there is more than one. */
export type CodeSubject = Pick<CodeRequest, 'title' | 'about'> & {
  readonly label: string;
  /** Some of its files state no time. */
  readonly isUndated?: boolean;
};

export const NO_FLAGGING: Flagging = { dqrFilter: [], qcFilter: false };

/** The items of the cart, as they were chosen there. */
export const cartSubject = (
  entries: readonly CartEntry[],
  wishes: Readonly<Record<string, readonly string[]>>,
): CodeSubject => {
  const items = entries.map((entry): CodeItem => {
    const { datastream, dataLevel } = entry.selection;
    const isRaw = isRawLevel(dataLevel);
    const dqrFilter = (Object.hasOwn(wishes, datastream) ? wishes[datastream] : undefined) ?? [];
    const selected = isRaw ? { ...entry.selection, variables: [] } : entry.selection;
    return itemOfSelection(selected, isRaw ? NO_FLAGGING : { dqrFilter, qcFilter: false });
  });
  return {
    label: 'Cart',
    title: titleOf(items),
    about: { items },
    isUndated: entries.some(isUndated),
  };
};

/**
 * What would be put into the cart now; where no dates were searched for, the last day with data.
 */
export function offeredSubject(offered: readonly CartItem[]): CodeSubject {
  const entries = offered.flatMap((item) => entryOf(item) ?? []);
  const items = entries.map((entry) =>
    itemOfSelection(entry.selection, NO_FLAGGING, levelOf(entry)),
  );
  return {
    label: 'Data',
    title: titleOf(items),
    about: { items },
    isUndated: entries.some(isUndated),
  };
}

export function titleOf(items: readonly CodeItem[]): string {
  const names = [...new Set(items.map((item) => item.datastream))];
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
const SHOWN = 3;

/** `from`: '' where the address of the page would reveal something private. */
export const requestOf = (
  { title, about }: CodeSubject,
  place: { readonly origin: string; readonly from: string },
  services: Readonly<Record<string, string>>,
): CodeRequest => ({
  title,
  about,
  from: place.from,
  ...codeAddresses(place.origin, { live: services.live, order: services.order }),
});
