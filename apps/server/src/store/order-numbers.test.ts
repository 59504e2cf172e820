// The highest number of an order that a home knows, and a store that is raised to it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { metAnother } from './met-another.ts';
import { highestNumber, NUMBERS_FILE, noteNumber, raiseNumbers } from './order-numbers.ts';
import { type TemporaryStore, temporaryStore } from './testing/temporary-store.ts';

let store: TemporaryStore;
beforeEach(async () => {
  store = await temporaryStore();
});
afterEach(() => store.close());

async function counter(): Promise<number> {
  const { rows } = await sql<{
    seq: number;
  }>`select seq from sqlite_sequence where name = 'orders'`.execute(store.db);
  return Number(rows[0]?.seq ?? 0);
}

it('the counter of a store is raised to the highest number that the home knows, and never lowered', async () => {
  await raiseNumbers(store, store.folder);
  const before = await counter();
  await noteNumber(store.folder, before + 41);
  await raiseNumbers(store, store.folder);
  expect(await counter()).toBe(before + 41);
  await writeFile(join(store.folder, NUMBERS_FILE), '1\n');
  await raiseNumbers(store, store.folder);
  expect(await counter()).toBe(before + 41);
});

it('a home that notes nothing knows no number', async () => {
  expect(await highestNumber(join(store.folder, 'nowhere'))).toBe(0);
});

it('numbers that cannot be read are not taken for none', async () => {
  await mkdir(join(store.folder, NUMBERS_FILE));
  await expect(highestNumber(store.folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

it('numbers are noted each on a line, in any order, and a line cut short is none', async () => {
  for (const number of [7, 12, 9]) await noteNumber(store.folder, number);
  expect(await highestNumber(store.folder)).toBe(12);
  await writeFile(
    join(store.folder, NUMBERS_FILE),
    '\n3\n\n0400\n-500\n6e9\n70 0\n1234567890123456\n',
  );
  expect(await highestNumber(store.folder)).toBe(3);
});

it('folders of deliveries and of work are named by numbers too', async () => {
  await noteNumber(store.folder, 3);
  await mkdir(join(store.folder, 'deliveries', '40'), { recursive: true });
  await mkdir(join(store.folder, 'work', '50'), { recursive: true });
  await mkdir(join(store.folder, 'work', '60.new'));
  expect(await highestNumber(store.folder)).toBe(50);
});

it('a failure is one of another process where the code of the store is one of these, and no other', () => {
  const withCode = (code: unknown) => Object.assign(new Error('x'), { code });
  expect(['23505', '40P01', '40001'].map(withCode).map(metAnother)).toEqual([true, true, true]);
  expect([withCode('23503'), withCode(undefined), null, 'x'].map(metAnother)).toEqual([
    ...[false, false, false, false],
  ]);
});
