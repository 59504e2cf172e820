// The designs against real files: every variable that real files have, with its units.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseDatastream } from '@isobar/contract/catalogue/datastream.ts';
import { fileSource, openDataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../fixtures/real-files.ts';
import { designOf } from './design.ts';

/** The newest file of each datastream class and level. */
const files = new Map<string, { name: string; streamClass: string; level: string }>();
for (const name of readdirSync(REAL_ARCHIVE).sort()) {
  const parts = parseDatastream(name.split('.').slice(0, 2).join('.'));
  if (parts)
    files.set(`${parts.classCode}.${parts.dataLevel}`, {
      name,
      streamClass: parts.classCode,
      level: parts.dataLevel,
    });
}

/**
 * Variables that no design lists: those of time and place, which every file gets, and vBatt, which
 * ended in 2005.
 */
const ELSEWHERE = /^(base_time|time_offset|time|time_bounds|qc_time|lat|lon|alt|vBatt)$/;

/** Spellings of one unit, which changed over the years. */
const sameUnit = (a: string, b: string): boolean => plainUnit(a) === plainUnit(b);

const WORDS: Readonly<Record<string, string>> = {
  unitless: '1',
  fraction: '1',
  'kg/m/s^2': 'kg/(m s^2)',
  c: 'degc',
  cm: 'nm', // the wavelengths of surfspecalb are in nm, whatever its file says
};

const plainUnit = (unit: string): string => WORDS[unit.toLowerCase()] ?? unit.toLowerCase();

it('over 20 classes at least', () => {
  expect(files.size).toBeGreaterThanOrEqual(20);
});

it.each([...files.values()])('$name', async ({ name, streamClass, level }) => {
  const design = designOf(streamClass, level);
  const own = new Map(design?.variables.map((variable) => [variable.name, variable]));
  const dataset = await openDataset(await fileSource(join(REAL_ARCHIVE, name)));
  try {
    for (const { name: real, attributes } of dataset.variables) {
      if (ELSEWHERE.test(real)) continue;
      const checked = real.startsWith('qc_') ? own.get(real.slice(3)) : undefined;
      const variable = own.get(real);
      expect(
        variable !== undefined || checked?.checked === true || level.startsWith('a'),
        real,
      ).toBe(true);
      const units = attributes.find((attribute) => attribute.name === 'units')?.value;
      if (variable && typeof units === 'string' && units !== '') {
        expect(sameUnit(units, variable.units), `${real}: ${units}, ours ${variable.units}`).toBe(
          true,
        );
      }
    }
  } finally {
    await dataset.close();
  }
});
