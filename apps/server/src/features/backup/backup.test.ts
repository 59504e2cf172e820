// What a backup holds of a home, and what ends it: nothing that is there is left out in silence.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDiskBlobs } from '../../adapters/blobs-disk.ts';
import { NUMBERS_FILE } from '../../store/order-numbers.ts';
import { backup } from './backup.ts';

let folder: string;
let home: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobar-test-'));
  home = join(folder, 'home');
  await mkdir(join(home, 'tables'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copy = () => join(folder, 'copy');
/** Of an installation on PostgreSQL, whose store has tools of its own. */
const made = async () => {
  const blobs = await openDiskBlobs(join(home, 'deliveries'));
  return await backup({ home, storeFile: undefined, blobs, version: '1.2.3' }, copy());
};
const write = (name: string, content: string) => writeFile(join(home, name), content);
const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

it('a backup has the key, the numbers, the tables and the list of deliveries, each with its checksum', async () => {
  await write('signing-key', 'secret');
  await write(NUMBERS_FILE, '100001');
  await write('tables/sites.csv', 'site_code\nsgp\n');
  await write('tables/not a table', 'x');
  await mkdir(join(home, 'tables', 'former'));
  const blobs = await openDiskBlobs(join(home, 'deliveries'));
  await blobs.put('7/files/a "b".nc', Buffer.from('12345'));
  await blobs.put('7/index.json', Buffer.from('{}'));
  const list = await made();
  const deliveries = 'order,file,bytes\n7,"files/a ""b"".nc",5\n7,"index.json",2\n';
  expect(readFileSync(join(copy(), 'deliveries.csv'), 'utf8').split('\n').toSorted()).toEqual(
    deliveries.split('\n').toSorted(),
  );
  expect(list).toMatchObject({ version: '1.2.3', orders: null });
  expect(list.files).toEqual({
    'signing-key': sumOf('secret'),
    [NUMBERS_FILE]: sumOf('100001'),
    'tables/sites.csv': sumOf('site_code\nsgp\n'),
    'deliveries.csv': sumOf(readFileSync(join(copy(), 'deliveries.csv'), 'utf8')),
  });
  for (const [name, sum] of Object.entries(list.files))
    expect(sumOf(readFileSync(join(copy(), name), 'utf8')), name).toBe(sum);
  expect(JSON.parse(readFileSync(join(copy(), 'backup.json'), 'utf8'))).toEqual(list);
});

it('a backup of a home without key, numbers and tables has the list of deliveries', async () => {
  rmSync(join(home, 'tables'), { recursive: true });
  expect(Object.keys((await made()).files)).toEqual(['deliveries.csv']);
});

it.each(['signing-key', 'tables', 'tables/sites.csv'])(
  'a backup ends unfinished where %s is there and cannot be read',
  async (name) => {
    if (name === 'tables') rmSync(join(home, 'tables'), { recursive: true });
    await symlink(join(home, name), join(home, name)); // a link to itself, which no one can read
    await expect(made()).rejects.toMatchObject({ code: 'ELOOP' });
    expect(existsSync(join(copy(), 'backup.json'))).toBe(false);
  },
);

it('a backup is not written over a different one', async () => {
  await write('signing-key', 'secret');
  await made();
  const before = await readdir(copy());
  await expect(made()).rejects.toMatchObject({ code: 'bad-request' });
  expect(await readdir(copy())).toEqual(before);
});
