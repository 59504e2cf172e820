// What a person may do with the selection of a cart item, and what stays true whatever they do.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DAY_SECONDS, parseInstant } from '../time.ts';
import type { Level } from './levels.ts';
import {
  addRange,
  askedDates,
  asRanges,
  endBounds,
  firstSelection,
  isDefaultRange,
  moveEdge,
  packed,
  removeRange,
  type Selection,
  selection,
  selectionOf,
  startBounds,
  trimAt,
  unpacked,
  withDates,
  withEpoch,
  withLevel,
  withMultipleDates,
} from './selection.ts';
import { daysOf, intersect, mergeSpans, type Span } from './span.ts';

const at = (text: string): number => parseInstant(text) ?? Number.NaN;
const span = (start: string, end: string): Span => ({ start: at(start), end: at(end) });
const level = (dataLevel: string, start: string, end: string): Level => ({
  datastream: `sgpmetE13.${dataLevel}`,
  dataLevel,
  ...span(start, end),
});
const b1 = level('b1', '2020-01-01 05:30:00', '2020-12-31 18:00:00');
const a1 = level('a1', '2020-06-01', '2021-06-01');
const range = { start: b1.start, end: b1.end };
const chosen: Selection = {
  ...selectionOf(b1),
  variables: ['temp_mean'],
  files: [{ filename: 'sgpmetE13.b1.20200101.000000.cdf', filesize: 5 }],
};

const instants = fc.integer({ min: b1.start - 5e6, max: b1.end + 5e6 });
const ranges = fc.array(
  fc.tuple(instants, instants).map(([x, y]) => ({ start: Math.min(x, y), end: Math.max(x, y) })),
  { minLength: 1, maxLength: 5 },
);
const within = (dates: readonly Span[], bounds: Span): boolean =>
  dates.every((d) => bounds.start <= d.start && d.start <= d.end && d.end <= bounds.end);

it('[C020] the selection of a cart item starts with the dates of the search, clipped to the level', () => {
  const window = { start: at('2019-01-01'), end: at('2020-03-01') };
  const first = firstSelection([b1], window);
  expect(first?.dates).toEqual([{ start: b1.start, end: window.end }]);
  expect(firstSelection([b1], { start: null, end: null })?.dates).toEqual([range]);
  expect(firstSelection([], window)).toBeNull();
});

it('[C055] the selection of a cart item has level, datastream, dates, variables and scan types, and is what storage holds', () => {
  expect(z.parse(selection, JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  expect(chosen).toMatchObject({ datastream: 'sgpmetE13.b1', dataLevel: 'b1', scanNames: [] });
});

it('[C084] whatever dates are set, they lie inside the level, the start not after the end', () => {
  fc.assert(
    fc.property(ranges, (dates) => {
      const next = withDates(chosen, b1, dates);
      expect(within(next.dates, b1)).toBe(true);
      // Dates wholly outside the level are none of its dates, never others in their place (decision
      // 49).
      expect(next.dates.length > 0).toBe(dates.some((one) => intersect(one, b1) !== null));
      expect(next.files).toEqual([]);
    }),
  );
});

it('[C085] a date out of range snaps to the bound, and so does what is no date', () => {
  const full = { ...range };
  expect(moveEdge(full, 'start', at('1990-01-01'), b1).start).toBe(b1.start);
  expect(moveEdge(full, 'end', at('2040-01-01'), b1).end).toBe(b1.end);
  expect(moveEdge(span('2020-02-01', '2020-03-01'), 'start', Number.NaN, b1).start).toBe(b1.start);
  expect(moveEdge(span('2020-02-01', '2020-03-01'), 'end', Number.NaN, b1).end).toBe(b1.end);
});

it('[C086] a start never gets after its end, an end never before its start', () => {
  fc.assert(
    fc.property(instants, instants, instants, fc.constantFrom('start', 'end'), (x, y, to, edge) => {
      const [before = { start: b1.start, end: b1.end }] = withDates(chosen, b1, [
        { start: Math.min(x, y), end: Math.max(x, y) },
      ]).dates;
      const after = moveEdge(before, edge, to, b1);
      expect(within([after], b1)).toBe(true);
      const other = edge === 'start' ? 'end' : 'start';
      expect(after[other]).toBe(before[other]);
    }),
  );
});

it('[C114] the start picker ends at the earlier of range end and maximum end', () => {
  const picked = span('2020-02-01', '2020-03-01');
  expect(startBounds(picked, b1)).toEqual({ start: b1.start, end: picked.end });
  expect(startBounds(span('2020-02-01', '2022-01-01'), b1).end).toBe(b1.end);
});

it('[C115] the end picker starts at the later of range start and minimum start', () => {
  const picked = span('2020-02-01', '2020-03-01');
  expect(endBounds(picked, b1)).toEqual({ start: picked.start, end: b1.end });
  expect(endBounds(span('2018-02-01', '2020-03-01'), b1).start).toBe(b1.start);
});

it('[C062] a raw level takes all variables; another level keeps them and loses the files', () => {
  expect(withLevel(chosen, a1).variables).toEqual([]);
  const c1 = level('c1', '2020-02-01', '2020-03-01');
  const next = withLevel(chosen, c1);
  expect(next).toMatchObject({ datastream: 'sgpmetE13.c1', variables: ['temp_mean'], files: [] });
  expect(next.dates).toEqual([{ start: c1.start, end: c1.end }]);
  expect(withLevel(chosen, b1)).toBe(chosen);
});

it('a level without any of the dates has none of them, and back they are the same', () => {
  const late = level('00', '2025-01-01', '2026-02-01');
  const year = { start: at('2020-02-03'), end: at('2020-04-05 23:59:59') };
  const asked = withDates(chosen, b1, [year]);
  const away = withLevel(asked, late, b1);
  expect(away).toMatchObject({ dates: [], wish: [year], datastream: 'sgpmetE13.00' });
  expect(withLevel(away, b1, late).dates).toEqual([year]);
  expect(z.parse(selection, JSON.parse(JSON.stringify(away)))).toEqual(away);
});

it('[C020] the dates of the search go through any levels, and each takes what it has of them', () => {
  const window = { start: at('2019-01-01'), end: at('2020-12-31 23:59:59') };
  const first = firstSelection([b1, a1], window);
  if (!first) throw new Error('no level');
  expect(first.wish).toEqual([window]);
  const other = first.datastream === b1.datastream ? a1 : b1;
  const back = first.datastream === b1.datastream ? b1 : a1;
  expect(withLevel(first, other, back).dates[0]?.start).toBe(Math.max(other.start, window.start));
  expect(withLevel(withLevel(first, other, back), back, other).dates).toEqual(first.dates);
  const nothing = firstSelection([b1], { start: at('1999-01-01'), end: at('1999-12-31') });
  expect(nothing?.dates).toEqual([]);
});

it('any sequence of level changes keeps the requested dates', () => {
  const levels = fc.uniqueArray(
    fc.tuple(fc.nat(6), instants, instants).map(([n, x, y]) => ({
      datastream: `s.c${n}`,
      dataLevel: `c${n}`,
      start: Math.min(x, y),
      end: Math.max(x, y),
    })),
    { minLength: 1, maxLength: 5, selector: ({ datastream }) => datastream },
  );
  fc.assert(
    fc.property(ranges, levels, fc.boolean(), (dates, path, days) => {
      const begun = withDates(days ? withMultipleDates(chosen, b1, true) : chosen, b1, dates);
      const asked = askedDates(begun, b1);
      let [now, of]: [Selection, Span] = [begun, b1];
      for (const next of path) {
        now = withLevel(now, next, of);
        of = next;
        expect(within(days ? [] : now.dates, next)).toBe(true);
      }
      expect(askedDates(withLevel(now, b1, of), b1)).toEqual(asked);
      expect(mergeSpans(withLevel(now, b1, of).dates)).toEqual(mergeSpans(begun.dates));
    }),
  );
});

it('a range up to the last data of a level goes on in a level that has more', () => {
  const whole = selectionOf(b1);
  const later = { ...a1, end: at('2030-01-01') };
  expect(withLevel(whole, later, b1).dates).toEqual([{ start: later.start, end: later.end }]);
  const since = withDates(whole, b1, [{ start: at('2020-07-01'), end: b1.end }]);
  expect(since.wish).toEqual([{ start: at('2020-07-01'), end: null }]);
  expect(withLevel(since, later, b1).dates).toEqual([{ start: at('2020-07-01'), end: later.end }]);
});

it('a cart of an earlier version asks for the dates that it has, all of a level for all', () => {
  const year = { ...selectionOf(b1), dates: [span('2020-02-01', '2020-03-01')] };
  expect(askedDates(year, b1)).toEqual(year.dates);
  expect(askedDates(selectionOf(b1), b1)).toEqual([{ start: null, end: null }]);
});

it('[C064] epoch mode keeps the days of the epoch inside the level, each a whole day', () => {
  const epoch = [
    '2019-12-31',
    '2020-01-01',
    '2020-05-05',
    '2020-05-05',
    '2020-12-31',
    '2021-01-01',
  ];
  const on = withEpoch(chosen, b1, epoch.map(at));
  expect(on.isEpoch).toBe(true);
  expect(on.dates).toEqual(
    ['2020-01-01', '2020-05-05', '2020-12-31'].map((d) => span(d, `${d} 23:59:59`)),
  );
});

it('[C065] multiple dates make one entry per day', () => {
  fc.assert(
    fc.property(ranges, (dates) => {
      const base = withDates(chosen, b1, dates);
      const on = withMultipleDates(base, b1, true);
      expect(on.dates).toEqual(daysOf(base.dates));
      expect(on.dates.every((d) => d.end - d.start === DAY_SECONDS - 1)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('[C066] epoch mode or multiple dates turned off restore the full range', () => {
  const single = withDates(chosen, b1, [span('2020-02-01', '2020-02-03')]);
  const many = withMultipleDates(single, b1, true);
  expect(many.dates).toHaveLength(3);
  expect(withMultipleDates(many, b1, false).dates).toEqual([range]);
  const epoch = withEpoch(single, b1, [at('2020-02-02')]);
  expect(withEpoch(epoch, b1, null)).toMatchObject({ isEpoch: false, dates: [range] });
});

it('ranges, multiple dates, and ranges again keep what was chosen', () => {
  const day = 86_400;
  const start = Math.ceil(b1.start / day) * day;
  const chosen = { ...selectionOf(b1), dates: [{ start: start + 3600, end: start + 3 * day }] };
  const days = withMultipleDates(chosen, b1, true);
  expect(asRanges(days, b1, chosen).dates).toEqual(chosen.dates);
  const fewer = { ...days, dates: days.dates.slice(1, 3) };
  expect(asRanges(fewer, b1, chosen).dates).toEqual([
    { start: start + day, end: start + 3 * day - 1 },
  ]);
  expect(asRanges(fewer, b1, null)).toMatchObject({ multipleDates: false, isEpoch: false });
});

it('[C067] a universal date trims the ranges that contain it and no other, and no epoch item', () => {
  fc.assert(
    fc.property(ranges, instants, fc.constantFrom('start', 'end'), (dates, instant, edge) => {
      const base = withDates(chosen, b1, dates);
      trimAt(base, edge, instant).dates.forEach((after, i) => {
        const before = base.dates[i] as Span;
        const contains = before.start <= instant && instant <= before.end;
        expect(after).toEqual(contains ? { ...before, [edge]: instant } : before);
        expect(within([after], b1)).toBe(true);
      });
    }),
  );
  const epoch = withEpoch(chosen, b1, [at('2020-02-02')]);
  expect(trimAt(epoch, 'start', at('2020-02-02 12:00:00'))).toBe(epoch);
});

it('[C073] adding a range copies the last; [C074] removing leaves one', () => {
  const [first, second] = [span('2020-02-01', '2020-02-02'), span('2020-03-01', '2020-03-02')];
  expect(addRange([first, second])).toEqual([first, second, second]);
  expect(removeRange([first, second], 0)).toEqual([second]);
  expect(removeRange([second], 0)).toEqual([second]);
});

it('[C081] the selection of a cart item takes the default range when it covers all there is, however it is cut', () => {
  expect(isDefaultRange([range], b1)).toBe(true);
  const halves = [
    { start: b1.start, end: at('2020-06-01') },
    { start: at('2020-05-01'), end: b1.end },
  ];
  expect(isDefaultRange(halves, b1)).toBe(true);
  expect(isDefaultRange([{ ...range, start: b1.start + 1 }], b1)).toBe(false);
  expect(isDefaultRange([], b1)).toBe(false);
});

it('the selection of a cart item is stored with single days in a compact form, and read again without a change', () => {
  fc.assert(
    fc.property(ranges, fc.boolean(), (dates, days) => {
      const base = withDates(chosen, b1, dates);
      const state = days ? withMultipleDates(base, b1, true) : base;
      expect(unpacked(packed(state))).toEqual(state);
    }),
    { numRuns: 30 },
  );
  const year = withMultipleDates(chosen, b1, true);
  expect(packed(year).dates).toHaveLength(1);
});
