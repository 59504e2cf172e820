// Curated tables are parsed once, and again after an operator has edited one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cachedTables } from './cached-tables.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-tables-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (text: string) => writeFile(join(folder, 'sites.csv'), text);

it('the table cache gives the same tables until a file changes', async () => {
  await write('site_code,site_name,site_type,start_date,end_date\nsgp,Plains,P,,\n');
  const tables = cachedTables(folder);
  const [first, second] = await Promise.all([tables(), tables()]);
  expect(second).toBe(first);
  expect(await tables()).toBe(first);
  await write('site_code,site_name,site_type,start_date,end_date\nsgp,Great Plains,P,,\n');
  expect((await tables()).site('sgp')?.site_name).toBe('Great Plains');
});

it('the table cache tries again after a table that could not be read', async () => {
  await write('site_code,site_name,site_type,start_date,end_date\nsgp,Plains,?,,\n');
  const tables = cachedTables(folder);
  await expect(tables()).rejects.toThrow(/sites\.csv/);
  await write('site_code,site_name,site_type,start_date,end_date\nsgp,Plains,L,,\n');
  expect((await tables()).site('sgp')?.site_type).toBe('L');
});
