// Reports that touch chosen days and variables: counts, shares of time, what masking takes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedBy, touchedClasses, touchingReports, within } from './touching.ts';

const DAY = 86_400;
const days = (first: number, last: number) => ({ start: first * DAY, end: (last + 1) * DAY - 1 });
const report = (
  id: string,
  assessment: string,
  variables: string[],
  first: number,
  last: number,
) => ({
  id,
  assessment,
  subject: `About ${id}`,
  variables,
  spans: [days(first, last)],
});
const REPORTS = [
  report('D1', 'suspect', ['temp', 'rh'], 0, 9),
  report('D2', 'incorrect', ['temp'], 5, 6),
  report('D3', 'incorrect', ['rain'], 0, 99),
  report('D4', 'missing', ['temp'], 50, 60),
];
const DATES = [days(4, 7)];

describe('reports that touch', () => {
  it('the chosen days and variables, the worst first', () => {
    const touches = touchingReports(REPORTS, DATES, ['temp']);
    expect(touches.map(({ report: one, share }) => [one.id, share])).toEqual([
      ['D2', 0.5],
      ['D1', 1],
    ]);
    expect(touchedClasses(touches, DATES)).toEqual([
      { assessment: 'incorrect', count: 1, share: 0.5 },
      { assessment: 'suspect', count: 1, share: 1 },
    ]);
  });

  it('with no variable chosen all of them count', () => {
    expect(touchingReports(REPORTS, DATES, []).map(({ report: one }) => one.id)).toEqual([
      'D3',
      'D2',
      'D1',
    ]);
    expect(touchingReports(REPORTS, [], [])).toEqual([]);
  });

  it('masking takes time where any variable goes, and samples of those that go', () => {
    const touches = touchingReports(REPORTS, DATES, ['temp', 'rh']);
    const all = ['temp', 'rh'];
    expect(maskedBy(touches, DATES, all, ['incorrect'])).toEqual({ time: 0.5, samples: 0.25 });
    expect(maskedBy(touches, DATES, all, ['incorrect', 'suspect'])).toEqual({
      time: 1,
      samples: 1,
    });
    expect(maskedBy(touches, DATES, all, [])).toEqual({ time: 0, samples: 0 });
  });

  it('shares lie between 0 and 1 and overlapping reports count each moment once', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 100 }))
      .map(([start, length]) => ({ start, end: start + length }));
    const spans = fc.array(span, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spans, spans, (some, chosen) => {
        const one = {
          id: 'D',
          assessment: 'incorrect',
          subject: '',
          variables: ['a'],
          spans: some,
        };
        const touches = touchingReports([one, { ...one, id: 'E' }], chosen, []);
        const masked = maskedBy(touches, chosen, ['a', 'b'], ['incorrect']);
        const moments = (list: readonly { start: number; end: number }[]) =>
          new Set(
            list.flatMap(({ start, end }) =>
              Array.from({ length: end - start + 1 }, (_, i) => start + i),
            ),
          );
        const wanted = moments(chosen);
        const hit = [...moments(some)].filter((at) => wanted.has(at)).length;
        expect(masked.time).toBeCloseTo(hit / wanted.size);
        expect(masked.samples).toBeCloseTo(hit / wanted.size / 2);
        expect(moments(within(some, chosen)).size).toBe(hit);
      }),
    );
  });
});
