// Reports that touch chosen days and variables: counts, shares of time, what masking takes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byClass, maskedBy, touchedClasses, touchingReports } from './touching.ts';

const DAY = 86_400;
const days = (first: number, last: number) => ({ start: first * DAY, end: (last + 1) * DAY - 1 });
const DATASTREAM = 'sgpmetE13.b1';
const report = (id: string, code: number, variables: string[], first: number, last: number) => ({
  ...{ id, code, subject: `About ${id}` },
  spans: [{ datastream: DATASTREAM, code, variables, ...days(first, last) }],
});
const [INCORRECT, SUSPECT, MISSING] = [4, 3, 0];
const REPORTS = [
  report('D1', SUSPECT, ['temp', 'rh'], 0, 9),
  report('D2', INCORRECT, ['temp'], 5, 6),
  report('D3', INCORRECT, ['rain'], 0, 99),
  report('D4', MISSING, ['temp'], 50, 60),
];
const DATES = [days(4, 7)];

it('the chosen days and variables, the worst first', () => {
  const touches = touchingReports(REPORTS, DATES, ['temp']);
  expect(touches.map(({ report: one, share }) => [one.id, share])).toEqual([
    ['D2', 0.5],
    ['D1', 1],
  ]);
  expect(touchedClasses(touches, DATES)).toEqual([
    { code: INCORRECT, count: 1, share: 0.5 },
    { code: SUSPECT, count: 1, share: 1 },
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

it('a report of several spans has each variable on its own days only', () => {
  const [one] = byClass([
    {
      id: 'D5',
      subject: '',
      spans: [
        { datastream: DATASTREAM, code: INCORRECT, variables: ['temp'], ...days(0, 1) },
        { datastream: DATASTREAM, code: INCORRECT, variables: ['rh'], ...days(6, 7) },
        { datastream: DATASTREAM, code: SUSPECT, variables: [], ...days(5, 5) },
      ],
    },
  ]);
  expect(touchingReports(one ? [one] : [], DATES, ['temp'])).toEqual([]);
  const touches = touchingReports(one ? [one] : [], DATES, ['temp', 'rh']);
  expect(touches).toMatchObject([{ variables: ['rh'], share: 0.5 }]);
  expect(maskedBy(touches, DATES, ['temp', 'rh'], [INCORRECT])).toEqual({
    time: 0.5,
    samples: 0.25,
  });
});

it('a report on all variables is about those chosen, and about all where none is', () => {
  const all = report('D6', INCORRECT, [], 4, 4);
  expect(touchingReports([all], DATES, ['temp'])).toMatchObject([{ variables: ['temp'] }]);
  const [touch] = touchingReports([all], DATES, []);
  expect(touch?.variables).toEqual([]);
  expect(maskedBy(touch ? [touch] : [], DATES, ['x', 'y'], [INCORRECT]).samples).toBe(0.25);
});

it('masking takes time where any variable goes, and samples of those that go', () => {
  const touches = touchingReports(REPORTS, DATES, ['temp', 'rh']);
  const all = ['temp', 'rh'];
  expect(maskedBy(touches, DATES, all, [INCORRECT])).toEqual({ time: 0.5, samples: 0.25 });
  expect(maskedBy(touches, DATES, all, [INCORRECT, SUSPECT])).toEqual({
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
      const spans = some.map((span) => ({
        ...{ datastream: DATASTREAM, code: INCORRECT, variables: ['a'] },
        ...span,
      }));
      const one = { id: 'D', code: INCORRECT, subject: '', spans };
      const touches = touchingReports([one, { ...one, id: 'E' }], chosen, []);
      const masked = maskedBy(touches, chosen, ['a', 'b'], [INCORRECT]);
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
    }),
  );
});
