// Puts what is shown into the cart, and wishes that the next order puts it on one time grid without
// what is left out here; taken back in one.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { type AddedDays, addSpans } from '../../parts/cart/add-days.ts';
import { type GridWish, wishGrid } from '../../parts/cart/wishes.ts';
import type { Window } from '../../parts/look/window.ts';
import type { Law } from '../../parts/look-address.ts';

export interface OnGrid {
  /** Seconds. */
  readonly step: number;
  /** All datastreams go into one file. */
  readonly merge: boolean;
  readonly law: Law;
  readonly window: Window;
  /** The variables of each datastream; none: all. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
}

type Flagging = GridWish['flagging'][string];

const BAD: Flagging['dqrFilter'] = ['incorrect', 'suspect'];

/**
 * Bad values are never part of a cell: what remains are the reports, and what the quality variables
 * call Indeterminate.
 */
const FLAGGING: Readonly<Record<Law, Flagging>> = {
  whole: { dqrFilter: [], qcFilter: false },
  clean: { dqrFilter: BAD, qcFilter: false },
  strict: { dqrFilter: BAD, qcFilter: true },
};

/** Throws CallError; nothing has changed then. */
export async function orderOnGrid(config: PortalConfig, on: OnGrid): Promise<AddedDays> {
  const { step, merge, law, window, variables } = on;
  const span = { start: window.from, end: window.to - 1 };
  const added = await addSpans(config, [...variables.keys()], [span], (selection) => ({
    ...selection,
    variables: [...(variables.get(selection.datastream) ?? [])],
  }));
  if (added.datastreams === 0) return added;
  const flagging = Object.fromEntries([...variables.keys()].map((name) => [name, FLAGGING[law]]));
  wishGrid({ step, merge, flagging });
  return {
    ...added,
    undo: () => {
      added.undo();
      wishGrid(null);
    },
  };
}
