// CF time units, compared with what udunits (through Python's cftime) makes of them.
import { describe, expect, it } from 'vitest';
import { hasPython, python } from '../testing/tools.ts';
import { parseTimeUnits } from './time-units.ts';

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
  it.skipIf(!hasPython)('mean what cftime says (needs Python netCDF4)', () => {
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
    'mean what the calendar says of dates long ago (needs Python netCDF4)',
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

  it('count days as history did, or as if the present calendar had always held', () => {
    const units = 'hours since 1-1-1 00:00:0.0';
    expect(parseTimeUnits(units, 'mixed')?.epochSeconds).toBe(-719_164 * 86_400);
    expect(parseTimeUnits(units)?.epochSeconds).toBe(-719_162 * 86_400);
    for (const none of [
      '1582-10-05',
      '1582-10-14',
      '0000-01-01',
      '1501-02-29',
      '1500-13-01',
      '1500-04-31',
    ])
      expect(parseTimeUnits(`days since ${none}`, 'mixed'), none).toBeNull();
    expect(parseTimeUnits('days since 1500-02-29', 'mixed')).not.toBeNull();
    expect(parseTimeUnits('days since 1500-02-29')).toBeNull();
  });

  it('may be as short as nanoseconds', () => {
    expect(parseTimeUnits('nanoseconds since 1970-01-01')).toEqual({
      secondsPerUnit: 1e-9,
      epochSeconds: 0,
    });
  });

  it('understand the form of archives, with trailing NULs', () => {
    expect(parseTimeUnits('seconds since 2019-01-01 00:00:00 0:00\0\0')).toEqual({
      secondsPerUnit: 1,
      epochSeconds: Date.UTC(2019, 0, 1) / 1000,
    });
  });

  it('may name a zone in the way of the CF conventions', () => {
    expect(parseTimeUnits('seconds since 1992-10-8 15:15:42.5 -6:00')?.epochSeconds).toBe(
      Date.UTC(1992, 9, 8, 21, 15, 42) / 1000 + 0.5,
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
    'parsecs since 2019-01-01',
    'seconds since 2019-01-01 00:61:00',
  ])('refuse "%s"', (units) => {
    expect(parseTimeUnits(units)).toBeNull();
  });
});
