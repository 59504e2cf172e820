// Notebook folders: their owners see them and their contents, and no path leads out of them.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { notebooksFolder, projectFolder, projectsOf } from './projects.ts';

let home: string;
beforeEach(async () => {
  home = temporaryFolder();
  const ada = join(notebooksFolder(home), 'ada');
  await mkdir(join(ada, 'storms'), { recursive: true });
  await mkdir(join(ada, '.hidden'));
  await mkdir(join(notebooksFolder(home), 'bob'));
  await writeFile(join(ada, 'notes.txt'), 'x');
  await symlink(join(notebooksFolder(home), 'bob'), join(ada, 'outside'));
});

it('the list of notebook folders lists home and the projects of a person, and nothing for others', async () => {
  expect(await projectsOf(home, 'ada')).toEqual([
    { name: 'Home', path: 'home' },
    { name: 'storms', path: 'storms' },
  ]);
  expect(await projectsOf(home, 'carol')).toEqual([]);
  expect(await projectsOf(home, '../notebooks/ada')).toEqual([]);
});

it('the list of notebook folders finds the folder of a path, and none outside of the person’s own', async () => {
  expect(await projectFolder(home, 'ada', 'home')).toMatch(/notebooks\/ada$/);
  expect(await projectFolder(home, 'ada', 'storms')).toMatch(/notebooks\/ada\/storms$/);
  for (const path of ['..', '../bob', 'outside', 'notes.txt', 'none', '', '/etc', 'storms/../..'])
    expect(await projectFolder(home, 'ada', path), path).toBeNull();
});
