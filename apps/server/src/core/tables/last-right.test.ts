// Tables that an operator is in the middle of editing.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { cachedTables } from './cached-tables.ts';
import { lastRight } from './last-right.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const HEADER = 'site_code,site_name,site_type,start_date,end_date';
const current = () => cachedTables(folder, { seenWithinMs: 0 });
const write = (row: string) => writeFile(join(folder, 'sites.csv'), `${HEADER}\n${row}\n`);

it('the last valid table stays in use while an edit is invalid, which is logged once, and valid edits apply', async () => {
  await write('sgp,Plains,P,,');
  const warnings: unknown[] = [];
  const tables = lastRight(current(), { warn: (told: unknown) => warnings.push(told) });
  const name = async () => (await tables()).site('sgp')?.site_name;
  expect(await name()).toBe('Plains');
  await write('sgp,Great Plains,?,,');
  expect([await name(), await name()]).toEqual(['Plains', 'Plains']);
  expect(warnings).toHaveLength(1);
  await write('sgp,The Great Plains,P,,');
  expect(await name()).toBe('The Great Plains');
});

it('the fallback to valid tables hides no other failure, and none before the tables were right', async () => {
  await write('sgp,Plains,?,,');
  const warn = () => expect.unreachable();
  await expect(lastRight(current(), { warn })()).rejects.toThrow(/sites\.csv/);
  let fails = false;
  await write('sgp,Plains,P,,');
  const known = await current()();
  const tables = lastRight(
    async () => (fails ? Promise.reject(new Error('the store is away')) : known),
    { warn },
  );
  await tables();
  fails = true;
  await expect(tables()).rejects.toThrow('the store is away');
});
