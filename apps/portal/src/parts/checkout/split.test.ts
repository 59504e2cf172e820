// Splitting an order over the limit: nothing is lost, nothing appears twice, and each part fits.

import { type Selection, selectionOf } from '@isobar/contract/orders/selection.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutSelection, splitOrder } from './split.ts';

const level = {
  datastream: 'sgpmetE13.b1',
  dataLevel: 'b1',
  start: 0,
  end: 20_000 * DAY_SECONDS - 1,
};
const MOST = 20_000;
const over = (dates: readonly Span[]): Selection => selectionOf(level, dates);
const day = (n: number): number => n * DAY_SECONDS;
const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, s) => sum + s.end - s.start + 1, 0);

/** Files per day. */
const perDay = (files: number) => async (selection: Selection) => ({
  fileCount: Math.ceil((lengthOf(selection.dates) / DAY_SECONDS) * files),
  bytes: lengthOf(selection.dates),
});

it('splitting an order cuts by days, keeps every second once, and each part fits', async () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 3000 }))
    .map(([first, days]) => ({ start: day(first), end: day(first + days) - 1 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(span, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (dates, files) => {
        const selection = over(mergeSpans(dates));
        const count = perDay(files);
        const orders = await splitOrder([{ selection, ...(await count(selection)) }], count, 1500);
        expect(orders).not.toBeNull();
        for (const order of orders ?? []) expect(order.fileCount).toBeLessThanOrEqual(1500);
        const pieces = (orders ?? []).flatMap((order) => order.pieces);
        const spans = pieces.flatMap((piece) => piece.selection.dates);
        expect(lengthOf(spans)).toBe(lengthOf(selection.dates));
        expect(mergeSpans(spans)).toEqual(mergeSpans(selection.dates));
        expect(spans.every((one) => one.start % DAY_SECONDS === 0)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it('an item that fits into one order is not split, and small items share an order', async () => {
  const count = perDay(1);
  const item = {
    selection: over([{ start: 0, end: day(11_800) - 1 }]),
    fileCount: 11_800,
    bytes: 1,
  };
  const orders = await splitOrder([item, item, item, { ...item, fileCount: 11_822 }], count, MOST);
  expect(orders?.map((order) => order.fileCount)).toEqual([11_800, 11_800, 11_800, 11_822]);
  const two = await splitOrder(
    [{ ...item, fileCount: 9000 }, { ...item, fileCount: 9000 }, item],
    count,
    MOST,
  );
  expect(two?.map((order) => order.fileCount)).toEqual([18_000, 11_800]);
});

it('single days stay single days, chosen files are shared out', () => {
  const many = {
    ...over([]),
    multipleDates: true,
    dates: [0, 1, 2, 3].map((n) => ({ start: day(n), end: day(n + 1) - 1 })),
  };
  expect(cutSelection(many, 2)?.map((part) => part.dates.length)).toEqual([2, 2]);
  const files = {
    ...over([{ start: 0, end: 9 }]),
    files: ['a', 'b', 'c'].map((filename) => ({ filename, filesize: 1 })),
  };
  expect(cutSelection(files, 2)?.map((part) => part.files.length)).toEqual([2, 1]);
});

it('what cannot be cut is not split', async () => {
  const selection = over([{ start: 0, end: DAY_SECONDS - 1 }]);
  expect(
    await splitOrder([{ selection, fileCount: 30_000, bytes: 1 }], perDay(30_000), MOST),
  ).toBeNull();
});

it('splitting an order does not count for ever', async () => {
  let asked = 0;
  const never = async () => {
    asked += 1;
    return { fileCount: 1e6, bytes: 1 };
  };
  const selection = over([{ start: 0, end: day(20_000) - 1 }]);
  expect(await splitOrder([{ selection, fileCount: 1e6, bytes: 1 }], never, MOST)).toBeNull();
  expect(asked).toBeLessThanOrEqual(200);
});
