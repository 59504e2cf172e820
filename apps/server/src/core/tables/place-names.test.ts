// Places by name: as the tables say, as codes say, and nowhere where files state none.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadTables } from './load.ts';
import { placeName, siteName } from './place-names.ts';

it('a place is called as the tables say, else by its code, and has no name where files state none', async () => {
  const tables = await loadTables(fileURLToPath(new URL('../../../tables', import.meta.url)));
  expect(placeName(tables, 'sgp', 'E13')).toBe('Southern Great Plains E13');
  expect(placeName(tables, 'debilt', 'X1')).toBe('debilt');
  expect(placeName(tables, 'mace-head', 'C1')).toBe('mace head C1');
  expect(placeName(tables, 'other', 'X1')).toBe('');
  expect(placeName(tables, 'other', 'roof')).toBe('roof');
  expect([siteName(tables, 'cf'), siteName(tables, 'other')]).toEqual(['CF', 'Site not stated']);
});
