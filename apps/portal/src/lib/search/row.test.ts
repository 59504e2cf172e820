// Entries of a row are read as a schema of the same form reads them, and those of a different form
// are left out.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { readDqrDates, readEntries } from './row.ts';

const text = (absent: string) => z.string().default(absent);
const entry = z.object({
  datastream: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  dataLevel: z.string(),
  dataLevelDescription: text(''),
  hasPlots: z.boolean().default(false),
  siteCode: text(''),
  facilityCode: text(''),
  instrumentClassCode: text(''),
  uiText: text(''),
  limitedAccess: z.boolean().default(false),
  dqrDates: text('[]'),
});
const dqrDate = z.tuple([z.string(), z.string(), z.string(), z.number()]);

const whole = {
  datastream: 'sgpmetE13.b1',
  startDate: '1993-01-01',
  endDate: '2026-11-01',
  dataLevel: 'b1',
  dataLevelDescription: 'Calibrated',
  hasPlots: true,
  siteCode: 'sgp',
  facilityCode: 'E13',
  instrumentClassCode: 'met',
  uiText: '',
  limitedAccess: false,
  dqrDates: '[["2019010100","2019010223","D190101.1","2"]]',
};
const NAMES = Object.keys(whole);

it('entries of a row are read as their schema reads them, whichever fields are absent or of a different type', () => {
  const changed = fc
    .dictionary(fc.constantFrom(...NAMES), fc.constantFrom(null, 3, 'x', true, ['x'], '(gone)'), {
      maxKeys: 2,
    })
    .map((changes) =>
      Object.fromEntries(
        Object.entries({ ...whole, more: 1, ...changes }).filter(([, value]) => value !== '(gone)'),
      ),
    );
  const items = fc.array(fc.oneof(changed, fc.constantFrom(null, 'x', 1, ['x'])), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(items, (list) => {
      const expected = list.flatMap((item) => {
        const { data } = entry.safeParse(item);
        return data ? [data] : [];
      });
      expect(readEntries(JSON.stringify(list))).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
  expect(readEntries(JSON.stringify([whole]))).toEqual([whole]);
});

it('entries of a row are none where the text is no list', () => {
  expect([readEntries(''), readEntries('{"a":1}'), readEntries('[1')]).toEqual([[], [], []]);
});

it('days of quality reports are read as their schema reads them', () => {
  const value = fc.constantFrom<unknown>('2019010100', '', 2, null);
  const list = fc.array(fc.array(value, { minLength: 3, maxLength: 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(list, (days) => {
      const expected = days.filter((one) => dqrDate.safeParse(one).success);
      expect(readDqrDates(JSON.stringify(days))).toEqual(expected);
    }),
  );
  expect(readDqrDates('[["2019010100","2019010223","D190101.1",2]]')).toHaveLength(1);
});
