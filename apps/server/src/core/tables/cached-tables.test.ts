// Curated tables are parsed once, and again after an operator has edited one.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { cachedTables } from './cached-tables.ts';

let folder: string;
let now: number;
beforeEach(async () => {
  folder = temporaryFolder();
  now = 0;
});

const HEAD = 'site_code,site_name,site_type,start_date,end_date';
const write = (name: string, type = 'P') =>
  writeFile(join(folder, 'sites.csv'), `${HEAD}\nsgp,${name},${type},,\n`);
const cached = () => cachedTables(folder, { now: () => now });

it('the table cache gives the same tables until a file changes', async () => {
  await write('Plains');
  const tables = cached();
  const [first, second] = await Promise.all([tables(), tables()]);
  expect(second).toBe(first);
  now = 1000;
  expect(await tables()).toBe(first);
  await write('Great Plains');
  now = 2000;
  expect((await tables()).site('sgp')?.site_name).toBe('Great Plains');
});

it('the table cache looks at the files once for all calls of a tenth of a second, and an edit applies to those after it', async () => {
  await write('Plains');
  const tables = cached();
  const nameAt = async (ms: number) => {
    now = ms;
    return (await tables()).site('sgp')?.site_name;
  };
  expect(await nameAt(0)).toBe('Plains');
  await write('Great Plains');
  expect([await nameAt(50), await nameAt(99)]).toEqual(['Plains', 'Plains']);
  expect(await nameAt(100)).toBe('Great Plains');
  await write('The Great Plains');
  expect([await nameAt(199), await nameAt(200)]).toEqual(['Great Plains', 'The Great Plains']);
});

it('the table cache reports a table that could not be read to all calls of a tenth of a second, then tries again', async () => {
  await write('Plains', '?');
  const tables = cached();
  await expect(tables()).rejects.toThrow(/sites\.csv/);
  await write('Plains', 'L');
  await expect(tables()).rejects.toThrow(/sites\.csv/);
  now = 100;
  expect((await tables()).site('sgp')?.site_type).toBe('L');
});
