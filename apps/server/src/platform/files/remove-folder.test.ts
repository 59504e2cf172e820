import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { removeFolder } from './remove-folder.ts';

let home: string;
beforeAll(() => {
  home = temporaryFolder();
});

it('the removal of a folder removes folders, files and links, and nothing that a link leads to', async () => {
  await mkdir(join(home, 'kept'));
  await writeFile(join(home, 'kept', 'file'), 'x');
  await mkdir(join(home, 'gone', 'deep', 'deeper'), { recursive: true });
  for (let i = 0; i < 100; i++) await writeFile(join(home, 'gone', 'deep', `${i}`), 'x');
  await symlink(join(home, 'kept'), join(home, 'gone', 'deep', 'link'));
  await removeFolder(join(home, 'gone'));
  expect(await readdir(home)).toEqual(['kept']);
  expect(await readdir(join(home, 'kept'))).toEqual(['file']);
});

it('removing a folder also accepts a file and a path that does not exist', async () => {
  await writeFile(join(home, 'file'), 'x');
  await removeFolder(join(home, 'file'));
  await removeFolder(join(home, 'nothing'));
  expect(await readdir(home)).toEqual(['kept']);
});
