// Puts what is shown into the cart, and makes the next order put it on one time grid without what is left out here; taken back in one.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import type { DqrFilter } from '@isobar/contract/orders/request.ts';
import { DEFAULT_GRID } from '@isobar/contract/orders/time-grid.ts';
import { type AddedDays, addSpans } from '../../parts/cart/add-days.ts';
import { cartKey } from '../../parts/cart/cart-item.ts';
import { useCart } from '../../parts/cart/cart-store.ts';
import { draftedFor, keepFlagging, keepOptions } from '../../parts/checkout/draft.ts';
import type { Flagging } from '../../parts/checkout/submission-of.ts';
import type { Law } from '../../parts/look-address.ts';
import type { Window } from './window.ts';

export interface GridWish {
  /** Seconds. */
  readonly step: number;
  /** All datastreams go into one file. */
  readonly merge: boolean;
  readonly law: Law;
  readonly window: Window;
  /** The variables of each datastream; none: all. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
}

const BAD: readonly DqrFilter[] = ['incorrect', 'suspect'];

/** Bad values are never part of a cell: what remains are the reports, and what the quality variables call Indeterminate. */
const FLAGGING: Readonly<Record<Law, Flagging>> = {
  whole: { dqrFilter: [], qcFilter: false },
  clean: { dqrFilter: BAD, qcFilter: false },
  strict: { dqrFilter: BAD, qcFilter: true },
};

/** Throws CallError; nothing has changed then. */
export async function orderOnGrid(config: PortalConfig, wish: GridWish): Promise<AddedDays> {
  const { step, merge, law, window, variables } = wish;
  const names = [...variables.keys()];
  const before = draftedFor(useCart.getState().items);
  const span = { start: window.from, end: window.to - 1 };
  const added = await addSpans(config, names, [span], (selection) => ({
    ...selection,
    variables: [...(variables.get(selection.datastream) ?? [])],
  }));
  if (added.datastreams === 0) return added;
  const { items } = useCart.getState();
  const own = items
    .filter(({ selection }) => variables.has(selection.datastream))
    .map((item) => [cartKey(item), FLAGGING[law]] as const);
  const timeGrid = { ...DEFAULT_GRID, step, merge };
  keepOptions({ ...before.options, timeGrid, oneFile: null });
  keepFlagging(items, new Map([...before.flagging, ...own]));
  return {
    ...added,
    undo: () => {
      added.undo();
      keepOptions(before.options);
      keepFlagging(useCart.getState().items, before.flagging);
    },
  };
}
