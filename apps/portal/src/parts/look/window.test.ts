// The window of time of the screen 'Look': it stays within the life of a datastream, and what is
// fetched for it is used while it fits.
import { expect, it } from 'vitest';
import {
  clamped,
  type Fetched,
  fetchedFor,
  lastMonth,
  PRESETS,
  panned,
  presetOf,
  type Window,
  wholeDays,
  withPreset,
  zoomed,
} from './window.ts';

const DAY = 86_400;
const LIFE: Window = { from: 1000 * DAY, to: 3000 * DAY };
const days = (from: number, to: number): Window => ({ from: from * DAY, to: to * DAY });

it('the window is moved where it reaches beyond one end of the data, and shortened where beyond both', () => {
  expect(clamped(days(1500, 1510), LIFE)).toEqual(days(1500, 1510));
  expect(clamped(days(990, 1000), LIFE)).toEqual(days(1000, 1010));
  expect(clamped(days(2995, 3005), LIFE)).toEqual(days(2990, 3000));
  expect(clamped(days(0, 9000), LIFE)).toEqual(LIFE);
});

it('the window is ten minutes at least, or as long as the data', () => {
  const at = 1500 * DAY;
  expect(clamped({ from: at, to: at + 100 }, LIFE)).toEqual({ from: at - 250, to: at + 350 });
  const short = { from: at, to: at + 60 };
  expect(clamped({ from: at + 10, to: at + 20 }, short)).toEqual(short);
});

it('the window is zoomed around a time that keeps its place', () => {
  expect(zoomed(days(1500, 1510), 0.5, 1502 * DAY, LIFE)).toEqual(days(1501, 1506));
  expect(zoomed(days(1500, 1510), 2, 1502 * DAY, LIFE)).toEqual(days(1498, 1518));
  expect(zoomed(days(1500, 1510), 1e6, 1502 * DAY, LIFE)).toEqual(LIFE);
  const closest = zoomed(days(1500, 1510), 1e-9, 1502 * DAY, LIFE);
  expect(closest).toEqual({ from: 1502 * DAY - 120, to: 1502 * DAY + 480 });
});

it('the window is moved by a share of its length, and no farther than the data', () => {
  expect(panned(days(1500, 1510), 0.5, LIFE)).toEqual(days(1505, 1515));
  expect(panned(days(1500, 1510), -0.1, LIFE)).toEqual(days(1499, 1509));
  expect(panned(days(2985, 2995), 2, LIFE)).toEqual(days(2990, 3000));
});

it('the window has the length of a preset around its middle, which is then the chosen one', () => {
  for (const [preset, , seconds] of PRESETS) {
    const window = withPreset(days(2000, 2010), preset, LIFE);
    expect([preset, presetOf(window, LIFE)]).toEqual([preset, preset]);
    expect(window.to - window.from).toBe(Math.min(seconds, 2000 * DAY));
    if (preset !== 'all') expect((window.from + window.to) / 2).toBe(2005 * DAY);
  }
  expect(presetOf(days(2000, 2010), LIFE)).toBeNull();
  expect(presetOf({ from: 0, to: DAY + 60 }, LIFE)).toBe('day');
  expect(presetOf({ from: 0, to: DAY + 61 }, LIFE)).toBeNull();
  expect(presetOf(days(2000, 2001), days(2000, 2001))).toBe('all');
});

it('the window begins with the last month, and whole days hold it', () => {
  expect(lastMonth(LIFE)).toEqual(days(2970, 3000));
  expect(lastMonth(days(1, 5))).toEqual(days(1, 5));
  expect(wholeDays({ from: 5 * DAY + 1, to: 6 * DAY + 1 })).toEqual(days(5, 7));
  expect(wholeDays(days(5, 7))).toEqual(days(5, 7));
});

const PIXELS = 1000;
const next = (window: Window, before: Fetched | null, hasArrived = true, life = LIFE) =>
  fetchedFor(window, PIXELS, life, before, hasArrived);
const alone = next(days(1500, 1510), null);
const wide = next(days(1500, 1510), alone);

it('what is fetched for the window is the window alone at first, and with half of it on either side once that has arrived', () => {
  expect(alone).toEqual({ ...days(1500, 1510), columns: PIXELS });
  expect(next(days(1500, 1510), alone, false)).toBe(alone);
  expect(wide).toEqual({ ...days(1495, 1515), columns: 2 * PIXELS });
});

it('what is fetched for the window is kept while the window stays within it, and then fetched around the new one', () => {
  expect(next(days(1500, 1510), wide)).toBe(wide);
  expect(next(days(1504, 1514), wide)).toBe(wide);
  const moved = { ...days(1499.5, 1519.5), columns: 2 * PIXELS };
  expect(next(days(1504.5, 1514.5), wide)).toEqual(moved); // less than a tenth is left
  expect(next(days(1504.5, 1514.5), wide, false)).toBe(wide);
  expect(next(days(1508, 1518), wide, false)).toEqual({ ...days(1503, 1523), columns: 2000 });
});

it('what is fetched for the window is the window alone after a jump and after a zoom', () => {
  expect(next(days(2000, 2010), wide)).toEqual({ ...days(2000, 2010), columns: PIXELS });
  expect(next(days(1515, 1525), wide)).toEqual({ ...days(1515, 1525), columns: PIXELS });
  expect(next(days(1502, 1507), wide)).toEqual({ ...days(1502, 1507), columns: PIXELS });
  expect(next(days(1480, 1520), wide)).toEqual({ ...days(1480, 1520), columns: PIXELS });
  expect(next(days(1501, 1509), wide)).toBe(wide); // nearly the same zoom
});

it('what is fetched for the window never reaches beyond the data, and is kept at their end', () => {
  const first = next(days(1000, 1010), next(days(1000, 1010), null));
  expect(first).toEqual({ ...days(1000, 1015), columns: 1500 });
  expect(next(days(1000, 1010), first)).toBe(first);
  const last = next(days(2990, 3000), next(days(2990, 3000), null));
  expect(last).toEqual({ ...days(2985, 3000), columns: 1500 });
  expect(next(days(2990, 3000), last)).toBe(last);
});

it('what is fetched for the window has four thousand columns at most', () => {
  expect(fetchedFor(days(1500, 1510), 9000, LIFE, null, false).columns).toBe(4000);
});
