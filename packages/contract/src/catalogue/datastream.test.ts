import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDatastream, parseDatastream } from './datastream.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lower = fc.constantFrom(...letters);
const parts = fc.record({
  siteCode: fc.string({ unit: lower, minLength: 3, maxLength: 3 }),
  classCode: fc
    .string({ unit: fc.constantFrom(...letters, ...'0123456789-'), minLength: 1, maxLength: 25 })
    .filter((text) => !text.startsWith('-')),
  facilityCode: fc
    .tuple(fc.constantFrom(...letters.toUpperCase()), fc.integer({ min: 0, max: 999 }))
    .map(([letter, number]) => `${letter}${number}`),
  dataLevel: fc.oneof(
    fc.constantFrom('00', '01'),
    fc.tuple(lower, fc.integer({ min: 0, max: 9 })).map(([family, number]) => `${family}${number}`),
  ),
});

it('[P139] datastream names are site, class, facility, a dot and the data level', () => {
  expect(parseDatastream('sgpmetE13.b1')).toEqual({
    siteCode: 'sgp',
    classCode: 'met',
    facilityCode: 'E13',
    dataLevel: 'b1',
  });
});

it('[P140] datastream names may have a class with digits', () => {
  expect(parseDatastream('sgp30ebbrE13.b1')?.classCode).toBe('30ebbr');
  expect(parseDatastream('sgpirt25m20sC1.a0')?.classCode).toBe('irt25m20s');
  expect(parseDatastream('corlasso-wrfhydro-era5landd2-baseM1.m0')?.classCode).toBe(
    'lasso-wrfhydro-era5landd2-base',
  );
});

it.each(['E13', 'C1', 'M1', 'S20', 'X1'])(
  '[P141] datastream names take the facility %s',
  (facility) => {
    expect(parseDatastream(`sgpmet${facility}.00`)?.facilityCode).toBe(facility);
  },
);

it.each(['E', '13', 'e13', 'EE13', 'E13C1', 'E1x'])('[P141] %s is no facility', (facility) => {
  expect(parseDatastream(`sgpmet${facility}.00`)?.facilityCode).not.toBe(facility);
});

it.each(['', 'sgpmet', 'sgpmetE13', 'SGPmetE13.b1', 'sgpE13.b1', 'sgpmetE13.b1.2019', 'met_lcl'])(
  'datastream names of an unknown form (%j) have no parts',
  (name) => expect(parseDatastream(name)).toBeNull(),
);

it('datastream names come back from their parts', () => {
  fc.assert(
    fc.property(parts, (value) => {
      expect(parseDatastream(formatDatastream(value))).toEqual(value);
    }),
  );
});
