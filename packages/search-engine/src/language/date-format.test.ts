import { expect, it } from 'vitest';
import { dateFormatter, dateReader } from './date-format.ts';

const TIME = Date.UTC(2003, 3, 5, 16, 7, 8, 90);
const utc = (...parts: [number, number, ...number[]]) => Date.UTC(...parts);

it.each([
  [undefined, '2003-04-05T16:07:08.090Z'],
  ['yyyy-MM-dd||epoch_millis', '2003-04-05'],
  ['EEE, d MMM yy', 'Sat, 5 Apr 03'],
  ['EEEE MMMM', 'Saturday April'],
  ["H:m:s.SS 'o''clock'", "16:7:8.09 o'clock"],
  ['epoch_second', '1049558828'],
  ['epoch_millis', '1049558828090'],
  ['strict_date_optional_time', '2003-04-05T16:07:08.090Z'],
  ['basic_date_time', '20030405T160708.090Z'],
  ['date_time_no_millis', '2003-04-05T16:07:08Z'],
  ['ordinal_date', '2003-095'],
  ['hour_minute_second', '16:07:08'],
])('%s is written as %s', (format, text) => {
  expect(dateFormatter(format)(TIME)).toBe(text);
});

it.each([
  ['dd/MM/yyyy', '05/04/2003', utc(2003, 3, 5)],
  ['dd/MM/yyyy', '5/4/2003', null],
  ['d/M/yyyy', '5/4/2003', utc(2003, 3, 5)],
  ['dd/MM/yyyy', '31/02/2003', null],
  ['yyyyMMdd||yyyy-MM', '2003-04', utc(2003, 3)],
  ['MMM d, uuuu', 'Apr 5, 2003', utc(2003, 3, 5)],
  ['yyyy-MM-dd HH:mm:ssXXX', '2003-04-05 01:00:00+02:00', utc(2003, 3, 4, 23)],
  ['HH:mm', '24:00', null],
  ['epoch_second', '-1.5', -1500],
  ['epoch_millis', '-1500', -1500],
  ['epoch_millis', '2003-04-05', null],
  ['strict_date_optional_time', '20030405', null],
  ['strict_date_optional_time', '2003-04-05', utc(2003, 3, 5)],
  ['(y).*', '(2003).*', utc(2003, 0)],
  ['ordinal_date', '2003-095', utc(2003, 3, 5)],
  ['yyyy-DDD', '2004-366', utc(2004, 11, 31)],
  ['yyyy-DDD', '2003-366', null],
  ['yyyy-DDD', '2003-000', null],
])('%s reads %s', (format, text, time) => {
  expect(dateReader(format)(text, 'down')).toBe(time);
});

it('a date pattern fills in the end of a day that states no time', () => {
  expect(dateReader('yyyy-MM')('2003-04', 'up')).toBe(utc(2003, 3, 1, 23, 59, 59, 999));
});

it('a date pattern refuses letters that it does not know', () => {
  expect(() => dateReader('yyyy-QQ')).toThrow(/Unknown pattern letter: Q/);
  expect(() => dateFormatter('G')).toThrow(/Unknown pattern letter: G/);
  expect(() => dateFormatter('')).toThrow(/No date pattern/);
});
