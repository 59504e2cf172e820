// Fewer days instead of several orders: the newest that one order may have.
import { selectionOf } from '@isobar/contract/orders/selection.ts';
import { countDays } from '@isobar/contract/orders/span.ts';
import { DAY_SECONDS } from '@isobar/contract/time.ts';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { fewerDays, fewerDaysOffered } from './fewer-days.ts';
import type { Count } from './split.ts';

const START = Date.UTC(2001, 0, 1) / 1000;
const days = (first: number, last: number) => ({
  start: START + first * DAY_SECONDS,
  end: START + (last + 1) * DAY_SECONDS - 1,
});
const perDay =
  (files: number): Count =>
  async ({ dates }) => ({ fileCount: countDays(dates) * files, bytes: countDays(dates) });
const item = async (first: number, last: number, count: Count, datastream = 'sgpmetE13.b1') => {
  const level = { datastream, dataLevel: 'b1', ...days(0, 20_000) };
  const selection = selectionOf(level, [days(first, last)]);
  return { selection, ...(await count(selection)) };
};

it('fewerDays is never over the limit, ends with the last day, begins at midnight and is near the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 200, max: 9000 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 100, max: 199 }),
      async (last, files, most) => {
        const count = perDay(files);
        const fewer = await fewerDays([await item(0, last, count)], count, most);
        expect(fewer?.end).toBe(days(0, last).end);
        expect(fewer?.fileCount).toBeLessThanOrEqual(most);
        expect(fewer?.fileCount).toBeGreaterThan(most * 0.9);
        expect(((fewer?.start ?? 1) - START) % DAY_SECONDS).toBe(0);
        expect(fewer?.selections[0]?.dates).toEqual([{ start: fewer?.start, end: fewer?.end }]);
      },
    ),
  );
});

it('fewerDays takes the same days of every datastream, and none where one of them would lose all of its days', async () => {
  const count = perDay(1);
  const both = [await item(0, 99, count), await item(0, 99, count, 'nsametC1.b1')];
  const fewer = await fewerDays(both, count, 60);
  expect(fewer?.selections.map(({ dates }) => dates[0]?.start)).toEqual([
    fewer?.start,
    fewer?.start,
  ]);
  expect(fewer?.fileCount).toBeGreaterThan(54);
  const early = await item(0, 20, count, 'nsametC1.b1');
  expect(await fewerDays([await item(0, 199, count), early], count, 60)).toBeNull();
});

it('fewerDays takes days from the largest alone where another would lose all of its days', async () => {
  const count = perDay(1);
  const early = await item(0, 20, count, 'nsametC1.b1');
  const offered = await fewerDaysOffered([early, await item(0, 199, count)], count, 60);
  expect(offered?.of).toBe('sgpmetE13.b1');
  expect(offered?.selections[0]).toBe(early.selection);
  expect(offered?.selections[1]?.dates[0]?.start).toBe(offered?.start);
  expect(offered?.fileCount).toBeLessThanOrEqual(60);
  expect(offered?.fileCount).toBeGreaterThan(54);
  const both = [await item(0, 99, count), await item(0, 99, count, 'nsametC1.b1')];
  expect((await fewerDaysOffered(both, count, 60))?.of).toBeNull();
  expect(await fewerDaysOffered([early, await item(0, 199, count)], count, 20)).toBeNull();
});

it('fewerDays counts little, and nothing where files were chosen or the cart is large', async () => {
  const count = vi.fn<Count>(perDay(3));
  await fewerDays([await item(0, 5000, perDay(3))], count, 2000);
  expect(count.mock.calls.length).toBeLessThanOrEqual(8);
  count.mockClear();
  const chosen = await item(0, 5000, perDay(3));
  const files = [{ filename: 'a.nc', filesize: 1 }];
  const withFiles = { ...chosen, selection: { ...chosen.selection, files } };
  expect(await fewerDays([withFiles], count, 2000)).toBeNull();
  expect(await fewerDays(Array(13).fill(chosen), count, 2000)).toBeNull();
  expect(count).not.toHaveBeenCalled();
});

it('fewerDays is nothing where a single day is already over the limit', async () => {
  const count = perDay(70);
  expect(await fewerDays([await item(0, 9, count)], count, 60)).toBeNull();
});
