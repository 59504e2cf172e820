// An order over the limit as several: what each of them sends, and what is left of the cart when
// only some were placed. Pure.

import { type CartEntry, cartKey } from '../cart/cart-item.ts';
import { checked } from '../cart/metrics.ts';
import type { Piece, SplitOrder } from './split.ts';
import type { Submission } from './submission.ts';

/**
 * The submission of one part; it keeps the choices of `submission`, which is that of the whole
 * cart.
 */
export function partOf(
  submission: Submission,
  items: readonly CartEntry[],
  part: SplitOrder,
): Submission {
  const known = part.pieces.filter(({ item }) => items[item] && submission.ordered[item]);
  return {
    ...submission,
    order: {
      ...submission.order,
      selections: known.flatMap(({ item, selection, fileCount, bytes }) => {
        const entry = items[item];
        return entry ? [checked({ ...entry, selection }, { fileCount, bytes })] : [];
      }),
    },
    ordered: known.flatMap(({ item, selection }) => {
      const whole = submission.ordered[item];
      if (!whole) return [];
      const { dates, files } = selection;
      return [{ ...whole, selection: { ...whole.selection, dates, files } }];
    }),
  };
}

export type Remaining = {
  /** Keys of items that were placed whole. */
  readonly done: readonly string[];
  /** What is still to be ordered from the others. */
  readonly rest: readonly { readonly key: string; readonly pieces: readonly Piece[] }[];
};

export function remainingOf(
  items: readonly CartEntry[],
  unplaced: readonly SplitOrder[],
): Remaining {
  const pieces = unplaced.flatMap((order) => order.pieces);
  const rest = items.flatMap((item, index) => {
    const those = pieces.filter((piece) => piece.item === index);
    return those.length > 0 ? [{ key: cartKey(item), pieces: those }] : [];
  });
  const keys = rest.map(({ key }) => key);
  return { rest, done: items.map(cartKey).filter((key) => !keys.includes(key)) };
}
