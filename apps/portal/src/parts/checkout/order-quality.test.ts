// The share of each selection of an order that reports mask.
import { expect, it } from 'vitest';
import { withQuality } from './order-quality.ts';
import type { Submission } from './submission.ts';

const submission = {
  order: { selections: [{ datastream: 'a' }, { datastream: 'b' }, { datastream: 'c' }] },
  // Nothing else of a submission is read here.
} as unknown as Submission;
const of = (datastream: string, values: number, masked: number) => ({ datastream, values, masked });
const quality = (...all: readonly object[]) => all as Parameters<typeof withQuality>[1];

it('each selection has the share of its own values that is masked, where it has values', () => {
  const marked = withQuality(submission, quality(of('a', 10, 4), of('b', 0, 0)));
  expect(marked?.order.selections).toEqual([
    { datastream: 'a', masked: 0.4 },
    { datastream: 'b' },
    { datastream: 'c' },
  ]);
});

it('an answer about an order before has no share of another datastream', () => {
  expect(withQuality(submission, quality(of('b', 10, 4)))?.order).toEqual(submission.order);
});

it('a submission stays the same while nothing is known of its quality', () => {
  expect(withQuality(submission, [])).toBe(submission);
  expect(withQuality(null, quality(of('a', 1, 1)))).toBeNull();
});
