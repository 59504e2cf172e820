// CF time units, compared with what udunits (through Python's cftime) makes of them.
import { describe, expect, it } from 'vitest';
import { hasPython, python } from '../testing/tools.ts';
import { parseTimeUnits, secondsAt } from './time-units.ts';

const UNITS = [
  'seconds since 2019-01-01 00:00:00 0:00',
  'seconds since 1970-1-1 0:00:00 0:00',
  'seconds since 2018-06-01 00:00:00',
  'minutes since 2020-10-07 00:15:00',
  'hours since 2006-01-19T05:03:00Z',
  'hours since 1900-01-01',
  'days since 2000-02-29 12:00',
  'days since 1970-01-01 00:00:00 UTC',
  'seconds since 2019-01-01 00:00:00 -06:00',
  'seconds since 2019-01-01 00:00:00 +05:30',
  'milliseconds since 2019-01-01 00:00:00.5',
  'second since 2024-02-29 23:59:59',
  's since 2001-1-1',
];

describe('time units', () => {
  it.skipIf(!hasPython)('time units mean what cftime says (needs Python netCDF4)', () => {
    const script = `
import sys, json, datetime
from cftime import num2date
epoch = datetime.datetime(1970, 1, 1)
out = []
for units in json.loads(sys.argv[1]):
    at = lambda n: (num2date(n, units, only_use_cftime_datetimes=False, only_use_python_datetimes=True) - epoch).total_seconds()
    out.append([at(0), at(1000) - at(0)])
print(json.dumps(out))`;
    const truth = JSON.parse(python(script, JSON.stringify(UNITS))) as [number, number][];
    for (const [index, units] of UNITS.entries()) {
      const parsed = parseTimeUnits(units);
      const [zero, thousand] = truth[index] as [number, number];
      expect(parsed?.epochSeconds, units).toBeCloseTo(zero, 6);
      expect((parsed?.secondsPerUnit ?? 0) * 1000, units).toBeCloseTo(thousand, 6);
    }
  });

  it.skipIf(!hasPython)(
    'time units mean what the calendar says of dates long ago (needs Python netCDF4)',
    () => {
      const old = [
        '0001-01-01',
        '1-1-1 12:00',
        '1582-10-04',
        '1582-10-15',
        '1500-02-29',
        '-4713-01-01 12:00',
      ];
      const script = `
import sys, json
from cftime import date2num, num2date
out = []
for date in json.loads(sys.argv[1]):
    at = num2date(0, 'days since ' + date, 'standard')
    # the same day, counted from one that both calendars have
    out.append(date2num(at, 'seconds since 1970-01-01', 'standard'))
print(json.dumps([float(x) for x in out]))`;
      const truth = JSON.parse(python(script, JSON.stringify(old))) as number[];
      expect(
        old.map((date) => parseTimeUnits(`days since ${date}`, 'mixed')?.epochSeconds),
      ).toEqual(truth);
    },
  );

  it('time units count days as history did, or as if the present calendar had always held', () => {
    const units = 'hours since 1-1-1 00:00:0.0';
    expect(parseTimeUnits(units, 'mixed')?.epochSeconds).toBe(-719_164 * 86_400);
    expect(parseTimeUnits(units)?.epochSeconds).toBe(-719_162 * 86_400);
    for (const none of ['1582-10-05', '1582-10-14', '0000-01-01', '1501-02-29', '1500-13-01'])
      expect(parseTimeUnits(`days since ${none}`, 'mixed'), none).toBeNull();
    expect(parseTimeUnits('days since 1500-02-29', 'mixed')).not.toBeNull();
    expect(parseTimeUnits('days since 1500-02-29')).toBeNull();
  });

  it('time units are of any length that is fixed, in one and many, from nanoseconds to weeks', () => {
    const seconds = {
      1e-9: ['nanosecond', 'nanosec', 'ns'],
      1e-6: ['microseconds', 'microsec', 'us'],
      1e-3: ['milliseconds', 'millisec', 'msecs', 'ms'],
      1: ['second', 'secs', 's'],
      60: ['minutes', 'mins', 'Min'],
      3600: ['hours', 'hrs', 'h'],
      86400: ['days', 'd'],
      604800: ['weeks'],
    };
    for (const [each, names] of Object.entries(seconds))
      for (const name of names)
        expect(parseTimeUnits(`${name} since 1970-01-01`), name).toEqual({
          secondsPerUnit: Number(each),
          epochSeconds: 0,
        });
  });

  it('time units end each month of the Julian calendar one day before the next begins, and count no day beyond', () => {
    const at = (year: number, month: number, day: number) => {
      const sign = year < 0 ? '-' : '';
      const written = `${sign}${Math.abs(year)}-${month}-${day}`;
      return parseTimeUnits(`days since ${written}`, 'mixed')?.epochSeconds;
    };
    // A leap year every four years, those of a century among them; the year before 1 is -1 and had
    // one.
    for (const [year, next, february] of [
      [1500, 1501, 29],
      [1501, 1502, 28],
      [-1, 1, 29],
      [-2, -1, 28],
    ] as const)
      for (let month = 1; month <= 12; month++) {
        const days =
          month === 2 ? february : [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
        const first = month === 12 ? at(next, 1, 1) : at(year, month + 1, 1);
        const last = at(year, month, days ?? 0);
        expect(last, `${year}-${month}`).toBe((first ?? 0) - 86_400);
        expect(at(year, month, (days ?? 0) + 1), `${year}-${month}`).toBeUndefined();
        expect(at(year, month, 0), `${year}-${month}`).toBeUndefined();
      }
    expect(at(1500, 0, 10)).toBeUndefined();
  });

  it('time units understand the form of archives, with trailing NULs', () => {
    expect(parseTimeUnits('seconds since 2019-01-01 00:00:00 0:00\0\0')).toEqual({
      secondsPerUnit: 1,
      epochSeconds: Date.UTC(2019, 0, 1) / 1000,
    });
  });

  it.each([
    ['-6:00', 6 * 60],
    ['-0630', 6 * 60 + 30],
    ['+5:45', -5 * 60 - 45],
    ['+05', -5 * 60],
    ['2:00', -2 * 60],
    ['Z', 0],
    ['0', 0],
  ])('time units may name a zone in the way of the CF conventions: %s', (zone, minutes) => {
    expect(parseTimeUnits(`seconds since 1992-10-8 15:15:42.5 ${zone}`)?.epochSeconds).toBe(
      Date.UTC(1992, 9, 8, 15, 15 + minutes, 42) / 1000 + 0.5,
    );
  });

  it('time units may begin at 24:00 of a day, which is 00:00 of the next', () => {
    expect(parseTimeUnits('seconds since 2019-01-31 24:00')).toEqual(
      parseTimeUnits('seconds since 2019-02-01'),
    );
  });

  it.each([
    'degC',
    '',
    'seconds',
    'months since 2019-01-01',
    'years since 2019-01-01',
    'seconds since yesterday',
    'seconds since 2019-02-30 00:00:00',
    'seconds since 2019-13-01',
    'seconds since 2019-00-01',
    'seconds since 2019-01-00',
    'seconds since 2019-01-01 25:00',
    'seconds since 2019-01-01 00:60:00',
    'parsecs since 2019-01-01',
    'hs since 2019-01-01',
    'constructor since 2019-01-01',
  ])('time units refuse "%s"', (units) => {
    expect(parseTimeUnits(units)).toBeNull();
  });
});

it.each([
  ['days since 1970-01-01', 18_000, 1440, 60],
  ['days since 1900-01-01 12:00', 43_000, 144, 600],
  ['days since 0001-01-01', 737_000, 1440, 60],
  ['hours since 1900-01-01', 1_030_000, 60, 60],
  ['minutes since 2000-01-01', 10_000_000, 60, 1],
  ['milliseconds since 1970-01-01', 1_640_000_000_000, 0.001, 1],
])(
  'parts of %s are the whole seconds that are meant, neither before nor after them',
  (text, from, parts, seconds) => {
    const units = parseTimeUnits(text) ?? expect.fail(text);
    const first = secondsAt(from, units);
    const steps = Array.from({ length: 2000 }, (_, step) => step);
    expect(steps.map((step) => secondsAt(from + step / parts, units))).toEqual(
      steps.map((step) => first + step * seconds),
    );
  },
);

it('a count of seconds is exact as far as it can be, and one of other units to the microsecond', () => {
  const at = (count: number, text: string) =>
    secondsAt(count, parseTimeUnits(text) ?? expect.fail(text));
  const fine = 1_700_000_000.000_000_2;
  expect(at(fine, 'seconds since 1970-01-01')).toBe(fine);
  expect(at(1_700_000_000_000_001, 'microseconds since 1970-01-01')).toBe(1_700_000_000.000_001);
  expect(at(0.7, 'days since 1970-01-01')).toBe(60_480);
  expect(at(1e8 + 0.7, 'days since 1970-01-01')).toBe(1e8 * 86_400 + 60_480);
  expect(at(Number.NaN, 'days since 1970-01-01')).toBeNaN();
});

it.each([
  ['20010203', '2001-02-03'],
  ['  20010203   12:30 ', '2001-02-03 12:30'],
  ['20010203T1230', '2001-02-03 12:30'],
  ['20010203T123015.5Z', '2001-02-03 12:30:15.5'],
  ['2001-02-03 1230 -6:00', '2001-02-03 12:30 -6:00'],
  ['2001-02-03T1230-0600', '2001-02-03 12:30 -06:00'],
  ['2001-02', '2001-02-01'],
  ['2001-02 12:00', '2001-02-01 12:00'],
  ['2001', '2001-01-01'],
])('an epoch of %s is read as UDUNITS reads it', (short, full) => {
  const read = parseTimeUnits(`hours since ${short}`);
  expect(read).not.toBeNull();
  expect(read).toEqual(parseTimeUnits(`hours since ${full}`));
});

it.each(['20010230', '2001-13', '200102031', '20010203 2560', '2001-02-03 12301'])(
  'an epoch of %s is none',
  (epoch) => expect(parseTimeUnits(`hours since ${epoch}`)).toBeNull(),
);
