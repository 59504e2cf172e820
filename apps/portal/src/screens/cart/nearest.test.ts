// What is offered where the chosen level has nothing in the dates that were asked for.

import type { Level } from '@isobar/contract/orders/levels.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { expect, it } from 'vitest';
import { nearestTo } from './nearest.ts';

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const level = (dataLevel: string, start: string, end: string): Level => ({
  datastream: `sgpmetE13.${dataLevel}`,
  dataLevel,
  start: at(start),
  end: at(end),
});
const b1 = level('b1', '1993-01-01', '2026-08-31 23:59:59');
const raw = level('00', '2026-08-01 06:00:00', '2026-08-31 23:59:59');
const days = { start: at('2019-03-01'), end: at('2019-03-03 23:59:59') };

it('nearest to the dates that were asked for is the highest level that has them, and as many days of the chosen one', () => {
  expect(nearestTo([days], raw, [raw, b1])).toEqual({
    level: b1,
    dates: { start: raw.start, end: at('2026-08-03 23:59:59') },
  });
});

it('nearest to the dates that were asked for is the end of the data for dates after them, and never more than there is', () => {
  const old = level('a1', '1999-01-01', '2001-05-05 12:00:00');
  expect(nearestTo([days], old, [old])).toEqual({
    level: null,
    dates: { start: at('2001-05-03'), end: old.end },
  });
  const wide = { start: at('2010-01-01'), end: at('2019-12-31') };
  expect(nearestTo([wide], raw, []).dates).toEqual({ start: raw.start, end: raw.end });
  expect(nearestTo([{ start: at('2010-01-01'), end: null }], old, []).dates).toEqual({
    start: at('2001-05-05'),
    end: old.end,
  });
});

it('nearest to the dates that were asked for is counted from the nearest of several ranges', () => {
  const far = { start: at('1980-01-01'), end: at('1980-12-31') };
  const old = level('a1', '1999-01-01', '2001-05-05 12:00:00');
  expect(nearestTo([far, days], old, []).dates?.end).toBe(old.end);
  expect(nearestTo([], old, [])).toEqual({ level: null, dates: null });
});
