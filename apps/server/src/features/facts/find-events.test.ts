// Events and good days, compared with a slow search that looks at every stretch of hours.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ClauseHours, daysOf, findEvents } from './find-events.ts';
import { judgeDays, type VariableHours } from './good-days.ts';
import { countingHours, readRange, sunOffset, wholeDays } from './range.ts';

/** Random hours of 0 and 1. */
const bytes = (length: number, ones: number) =>
  fc
    .array(fc.integer({ min: 0, max: 99 }), { minLength: length, maxLength: length })
    .map((list) => Uint8Array.from(list, (n) => (n < ones ? 1 : 0)));

const HOURS = 72;
const clauseHours = fc.record({ holds: bytes(HOURS, 70), unknown: bytes(HOURS, 10) });

/**
 * Every stretch of hours is tried: all of its hours hold, and the hours before and after do not.
 */
function slowly(clauses: readonly ClauseHours[], counts: Uint8Array, least: number) {
  const holds = (hour: number) =>
    counts[hour] === 1 && clauses.every((one) => one.holds[hour] === 1 && !one.unknown[hour]);
  const runs = [];
  for (let first = 0; first < HOURS; first++)
    for (let end = first + 1; end <= HOURS; end++) {
      const inside = Array.from({ length: end - first }, (_, n) => first + n);
      if (end - first >= least && inside.every(holds) && !holds(first - 1) && !holds(end))
        runs.push({ first, end });
    }
  const unknown = Array.from({ length: HOURS }, (_, hour) => {
    if (!counts[hour]) return 0;
    const states = clauses.map((one) => (one.unknown[hour] ? null : one.holds[hour] === 1));
    return states.includes(false) || !states.includes(null) ? 0 : 1;
  });
  return { runs, unknown };
}

it('[EV2] [EV3] the search for events finds the same maximal runs and unknown hours as an exhaustive comparison of all intervals', () => {
  fc.assert(
    fc.property(
      fc.array(clauseHours, { minLength: 1, maxLength: 6 }),
      bytes(HOURS, 90),
      fc.integer({ min: 1, max: 8 }),
      (clauses, counts, least) => {
        const found = findEvents(clauses, counts, least);
        const slow = slowly(clauses, counts, least);
        expect(found.runs).toEqual(slow.runs);
        expect([...found.unknown]).toEqual(slow.unknown);
      },
    ),
  );
});

it('[EV6] the search for events counts every day that an event overlaps', () => {
  expect(
    daysOf([
      { first: 23, end: 25 },
      { first: 71, end: 72 },
    ]),
  ).toEqual([0, 1, 2]);
  expect(daysOf([{ first: 23, end: 24 }])).toEqual([0]);
});

const variable = fc.record({
  hasValue: bytes(HOURS, 92),
  touched: bytes(HOURS, 1),
  computing: bytes(HOURS, 2),
});

it('[GD1] good days are those on which every variable has values in enough of the hours that count, and no report', () => {
  fc.assert(
    fc.property(
      fc.array(variable, { minLength: 1, maxLength: 4 }),
      bytes(HOURS, 60),
      fc.constantFrom(0.5, 0.9, 1),
      (variables: VariableHours[], counts, share) => {
        const states = judgeDays(variables, counts, share);
        for (const day of [0, 1, 2]) {
          const hours = Array.from({ length: 24 }, (_, n) => day * 24 + n).filter((h) => counts[h]);
          const isGood = (one: VariableHours) =>
            hours.every((h) => !one.touched[h]) &&
            hours.filter((h) => one.hasValue[h]).length / hours.length >= share - 1e-9;
          if (hours.length === 0) expect(states[day]).toBeUndefined();
          else expect(states[day]?.isGood).toBe(variables.every(isGood));
        }
      },
    ),
  );
});

const seconds = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
const model = { start: seconds('1860-06-01'), end: seconds('2099-06-01') };
const radar = { start: seconds('2020-01-01'), end: seconds('2020-12-31') };

it('the longest range is a century, or all that there is of a model', () => {
  expect(readRange({}, model)).toEqual({ from: model.start, to: model.end + 3600 });
  expect(readRange({ from: '1860-06-01', to: '2099-06-01' }, model).to).toBeGreaterThan(model.end);
  expect(() => readRange({ from: '1850-01-01', to: '2099-06-01' }, model)).toThrow('87295 days');
  expect(readRange({ from: '1950-01-01', to: '2049-12-30' }, radar).from).toBeLessThan(0);
  expect(() => readRange({ from: '1860-06-01', to: '2099-06-01' }, radar)).toThrow('36525 days');
});

const life = { start: Date.UTC(2020, 0, 1) / 1000, end: Date.UTC(2020, 11, 31) / 1000 };
const count = (
  from: string,
  to: string,
  search: Parameters<typeof countingHours>[2],
  offset = 0,
) => {
  const range = readRange({ from, to }, life);
  const days = wholeDays(range);
  return { days, counts: countingHours(days, range, search, offset) };
};
const times = ({ days, counts }: ReturnType<typeof count>) =>
  [...counts].flatMap((one, hour) =>
    one ? [new Date((days.from + hour * 3600) * 1000).toISOString().slice(5, 13)] : [],
  );

it('the hours that count run to the end of a day that ends the range', () => {
  expect(times(count('2020-03-01', '2020-03-01', {}))).toHaveLength(24);
  expect(times(count('2020-03-01T22:30:00Z', '2020-03-02T00:10:00Z', {}))).toEqual([
    '03-01T22',
    '03-01T23',
    '03-02T00',
  ]);
});

it('the hours that count are those of the months, by the clock of the site', () => {
  const winter = count('2020-02-29', '2020-03-01', { months: [3] }, -6);
  expect(times(winter)[0]).toBe('03-01T06');
});

it('the hours that count run over midnight where the first hour of the day is after the last', () => {
  const night = count('2020-03-01', '2020-03-01', {
    hoursOfDay: { from: 22, to: 2, clock: 'utc' },
  });
  expect(times(night)).toEqual(['03-01T00', '03-01T01', '03-01T22', '03-01T23']);
});

it('the hours that count follow the sun in whole hours', () => {
  expect([sunOffset(-97.5), sunOffset(0), sunOffset(147.4)]).toEqual([-6, 0, 10]);
});
