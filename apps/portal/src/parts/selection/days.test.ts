import { DAY_SECONDS } from '@isobar/contract/time.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysBetween, toggleDay } from './days.ts';

const day = (n: number) => ({ start: n * DAY_SECONDS, end: (n + 1) * DAY_SECONDS - 1 });
const some = fc
  .uniqueArray(fc.nat(40), { maxLength: 20 })
  .map((all) => all.toSorted((a, b) => a - b));

it('a day is selected in its place, and taken out when it is chosen again', () => {
  fc.assert(
    fc.property(some, some, fc.nat(40), (available, others, chosen) => {
      const selected = available.filter((n) => others.includes(n)).map(day);
      const once = toggleDay(available.map(day), selected, day(chosen).start);
      const has = selected.some(({ start }) => start === day(chosen).start);
      if (!available.includes(chosen)) expect(once).toEqual(selected);
      else {
        expect(once).toHaveLength(selected.length + (has ? -1 : 1));
        expect(once).toEqual(once.toSorted((a, b) => a.start - b.start));
        expect(toggleDay(available.map(day), once, day(chosen).start)).toEqual(selected);
      }
    }),
  );
});

it('the days of a range are those that are within it as a whole', () => {
  const available = [1, 2, 3, 5].map(day);
  const names = (start: number, end: number) =>
    daysBetween(available, { start, end }).map((one) => one.start / DAY_SECONDS);
  expect(names(day(2).start, day(3).end)).toEqual([2, 3]);
  expect(names(day(2).start + 1, day(3).end)).toEqual([3]);
  expect(names(day(2).start, day(3).end - 1)).toEqual([2]);
  expect(names(day(4).start, day(4).end)).toEqual([]);
});
