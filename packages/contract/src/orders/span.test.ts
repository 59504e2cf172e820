// Closed spans: merging, clipping and days, against slow obvious counterparts.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_SECONDS } from '../time.ts';
import {
  clamp,
  countDays,
  daysOf,
  insideWindow,
  intersect,
  mergeSpans,
  type Span,
} from './span.ts';

const span = (unit: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
    .map(([start, length]): Span => ({ start: start * unit, end: (start + length) * unit }));

const covers = (spans: readonly Span[], instant: number): boolean =>
  spans.some((s) => s.start <= instant && instant <= s.end);

it('spans merge to the same instants, ascending and apart', () => {
  fc.assert(
    fc.property(fc.array(span(1), { maxLength: 12 }), (spans) => {
      const merged = mergeSpans(spans);
      for (let at = 0; at <= 90; at += 1) expect(covers(merged, at)).toBe(covers(spans, at));
      merged.forEach((s, i) => {
        const before = merged[i - 1];
        if (before) expect(s.start).toBeGreaterThan(before.end + 1);
      });
    }),
  );
});

it('spans intersect in the instants that both have', () => {
  fc.assert(
    fc.property(span(1), span(1), (a, b) => {
      const both = intersect(a, b);
      for (let at = 0; at <= 90; at += 1) {
        expect(both ? covers([both], at) : false).toBe(covers([a], at) && covers([b], at));
      }
    }),
  );
});

it('spans are filtered by a window whose sides may be open', () => {
  const s = { start: 10, end: 20 };
  expect(insideWindow(s, { start: null, end: null })).toEqual(s);
  expect(insideWindow(s, { start: 15, end: null })).toEqual({ start: 15, end: 20 });
  expect(insideWindow(s, { start: null, end: 9 })).toBeNull();
});

it('spans have whole days, each once, as many as are counted', () => {
  fc.assert(
    fc.property(fc.array(span(DAY_SECONDS / 4), { maxLength: 8 }), (spans) => {
      const days = daysOf(spans);
      const starts = new Set<number>();
      for (const s of spans) {
        for (let at = s.start; at <= s.end; at += DAY_SECONDS / 4)
          starts.add(at - (at % DAY_SECONDS));
      }
      expect(days.map((d) => d.start)).toEqual([...starts].sort((a, b) => a - b));
      expect(countDays(spans)).toBe(days.length);
      for (const day of days) expect(day.end).toBe(day.start + DAY_SECONDS - 1);
    }),
  );
});

it('spans clamp what is a number and replace what is none', () => {
  const bounds = { start: 5, end: 9 };
  expect([1, 7, 12, Number.NaN].map((v) => clamp(v, bounds, 5))).toEqual([5, 7, 9, 5]);
});
