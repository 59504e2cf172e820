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
