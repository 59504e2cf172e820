// The parts of a split order keep what was chosen; what was not placed stays in the cart.

import { expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '../../lib/orders/request-of.ts';
import { met } from '../../testing/cart-fixtures.ts';
import { type CartEntry, cartKey, entryOf } from '../cart/cart-item.ts';
import { partOf, remainingOf } from './split-submission.ts';
import { submissionOf } from './submission-of.ts';

const entry = entryOf(met) as CartEntry; // the fixture has levels
const other = { ...entry, facilityCode: 'E99' };
const items = [entry, other];
const amount = { fileCount: 15_000, bytes: 5e9, limited: false };
const submission = submissionOf({
  items,
  metrics: { each: [amount, amount], complete: true },
  options: DEFAULT_OPTIONS,
  maxOrderBytes: 1e12,
  maxFiles: 20_000,
  flaggingOf: () => ({ dqrFilter: ['incorrect'], qcFilter: true }),
  ownOf: () => null,
});
const half = { start: 1e9, end: 1e9 + 86_399 };
const piece = (item: number) => ({
  item,
  selection: { ...entry.selection, dates: [half] },
  fileCount: 7000,
  bytes: 1e9,
});
const part = { pieces: [piece(1)], fileCount: 7000, bytes: 1e9 };

it('orders the dates of its pieces with the choices of the whole', () => {
  if (!submission) throw new Error('there is a submission');
  const sent = partOf(submission, items, part);
  expect(sent.ordered).toHaveLength(1);
  expect(sent.ordered[0]).toMatchObject({
    dqrFilter: ['incorrect'],
    qcFilter: true,
    selection: { dates: [half], variables: entry.selection.variables },
  });
  expect(sent.order.selections.map((one) => one.fileCount)).toEqual([7000]);
});

it('what was not placed is still to be ordered', () => {
  const { done, rest } = remainingOf(items, [part]);
  expect(done).toEqual([cartKey(entry)]);
  expect(rest.map(({ key }) => key)).toEqual([cartKey(other)]);
  expect(remainingOf(items, []).done).toHaveLength(2);
});
