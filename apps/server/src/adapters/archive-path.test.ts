// Paths inside an archive and names of delivered files: none leads out of its folder, whatever
// keeps them.
import { Problem } from '@isobar/contract/problem.ts';
import { expect, it } from 'vitest';
import { archiveAway, isArchivePath, noSuchFile } from './archive-path.ts';
import { partsOfKey } from './blob-key.ts';

const LEADS_OUT = ['', '/', '.', '..', './a', '../a', 'a/.', 'a/..', 'a/../b', 'a/./b', '/a', 'a/'];
const WELL = ['a', 'a/b.cdf', '.a', 'a/..b', 'a/...', 'a b/ä'];

it('a path in an archive has parts that are names, and no NUL', () => {
  for (const path of [...LEADS_OUT, 'a//b', 'a\0', '\0'])
    expect([path, isArchivePath(path)]).toEqual([path, false]);
  for (const path of WELL) expect([path, isArchivePath(path)]).toEqual([path, true]);
});

it('a path in an archive is reported by its name where no file has it, with the error of the system', () => {
  const cause = new Error('ENOENT');
  expect(noSuchFile('a/b.cdf', cause)).toMatchObject({
    ...{ code: 'not-found', message: 'The archive has no file a/b.cdf.', cause },
  });
  expect(archiveAway(cause)).toMatchObject({ code: 'unavailable', cause });
});

it('the name of a delivered file is parted into names of folders and file, or refused', () => {
  const long = 'x'.repeat(256);
  for (const key of [...LEADS_OUT, 'a//b', 'a\0', 'a\\b', long, `a/${long}`])
    expect(() => partsOfKey(key), key).toThrow(Problem);
  for (const key of [...WELL, long.slice(1)]) expect(partsOfKey(key)).toEqual(key.split('/'));
});
