import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatCompactDay,
  formatCompactHour,
  formatDay,
  formatDayTime,
  formatInstant,
  parseCompact,
  parseDay,
  parseInstant,
} from './time.ts';

/** Seconds of the years 1900 to 2199. */
const seconds = fc.integer({
  min: Date.UTC(1900, 0, 1) / 1000,
  max: Date.UTC(2199, 11, 31) / 1000,
});

it('a date reads back in each form in which it is written', () => {
  fc.assert(
    fc.property(seconds, (at) => {
      const day = at - (((at % 86_400) + 86_400) % 86_400);
      const hour = at - (((at % 3600) + 3600) % 3600);
      expect(parseDay(formatDay(at))).toBe(day);
      expect(parseCompact(formatCompactDay(at))).toBe(day);
      expect(parseCompact(formatCompactHour(at))).toBe(hour);
      expect(parseInstant(formatDayTime(at))).toBe(at);
      expect(parseInstant(formatInstant(at))).toBe(at);
      expect(parseInstant(formatDay(at))).toBe(day);
    }),
  );
});

it('an instant may have no seconds, a fraction, which is cut, and zero offset', () => {
  const at = Date.UTC(2019, 0, 3, 12, 30) / 1000;
  for (const text of [
    '2019-01-03 12:30',
    '2019-01-03T12:30Z',
    '2019-01-03T12:30:00.999Z',
    '2019-01-03T12:30:00+00:00',
  ])
    expect(parseInstant(text), text).toBe(at);
});

it.each([
  ['2019-02-30', '20190230'],
  ['2019-13-01', '20191301'],
  ['2019-00-10', '20190010'],
  ['2019-01-00', '20190100'],
  ['0001-02-30', '00010230'],
  ['2019-01-03 24:00', '2019010324'],
  ['2019-01-03 12:60', '201901031260'],
  ['2019-01-03 12:30:60', ''],
  ['2019-1-3', '2019010'],
  ['2019-01-03T12:30:00+01:00', 'yesterday'],
])('no date is read from %s or %s', (text, compact) => {
  expect(parseDay(text)).toBeNull();
  expect(parseInstant(text)).toBeNull();
  expect(parseCompact(compact)).toBeNull();
});
