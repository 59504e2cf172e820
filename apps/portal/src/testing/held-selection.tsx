// A selection that is held as the cart holds one, for tests of the pieces that change it.
import { type Selection, selectionOf } from '@isobar/contract/orders/selection.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { type ReactNode, useState } from 'react';

export const at = (text: string): number => parseInstant(text) ?? Number.NaN;
export const level = {
  datastream: 'sgpkazrgeC1.b1',
  dataLevel: 'b1',
  start: at('2020-01-01'),
  end: at('2020-03-31 23:59:59'),
};
export const whole = selectionOf(level);
let held: Selection = whole;

/** The selection that the last `Held` holds now. */
export const current = (): Selection => held;

/** Holds a selection as the cart does. */
export function Held(props: {
  readonly first?: Selection;
  readonly children: (selection: Selection, change: (next: Selection) => void) => ReactNode;
}) {
  const [selection, setSelection] = useState(props.first ?? whole);
  held = selection;
  return props.children(selection, setSelection);
}
