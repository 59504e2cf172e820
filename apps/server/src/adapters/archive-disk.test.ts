// A folder as an archive: keeps to the port, never leaves the folder, and reports what it skipped.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getuid } from 'node:process';
import { fileSource } from '@isobar/netcdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { archiveSuite } from '../ports/testing/archive-suite.ts';
import { openDiskArchive } from './archive-disk.ts';

let base: string;
let root: string;
beforeEach(async () => {
  base = temporaryFolder();
  root = join(base, 'archive');
  await put('sgp/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.cdf', 'CDF\x01 and more');
  await put('top.nc', 'ab');
  await put('deep/er/and deeper/empty.nc', '');
});

async function put(path: string, content: string): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function listing(): Promise<{ paths: string[]; skipped: string[] }> {
  const archive = await openDiskArchive(root);
  const paths: string[] = [];
  const skipped: string[] = [];
  for await (const entry of archive.list((path, reason) => skipped.push(`${path}: ${reason}`)))
    paths.push(entry.path);
  return { paths: paths.sort(), skipped: skipped.sort() };
}

describe('the archive in a folder', () => {
  archiveSuite(() => openDiskArchive(root));

  it('the archive in a folder lists all depths, and skips and reports names with a leading dot', async () => {
    await put('.hidden/a.nc', 'x');
    await put('sgp/.part', 'x');
    expect(await listing()).toEqual({
      paths: [
        'deep/er/and deeper/empty.nc',
        'sgp/sgpmetE13.b1/sgpmetE13.b1.20190101.000000.cdf',
        'top.nc',
      ],
      skipped: ['.hidden: Its name begins with a dot.', 'sgp/.part: Its name begins with a dot.'],
    });
  });

  it('the archive in a folder lists a folder of more names than it looks at together', async () => {
    for (let n = 0; n < 600; n++) await put(`many/${n}.nc`, 'x');
    expect((await listing()).paths.filter((path) => path.startsWith('many/'))).toHaveLength(600);
  });

  it('the archive in a folder never follows a link out, nor lists twice what a link inside points to', async () => {
    await writeFile(join(base, 'outside.nc'), 'secret');
    await mkdir(join(base, 'elsewhere'));
    await writeFile(join(base, 'elsewhere', 'b.nc'), 'secret');
    await symlink(join(base, 'outside.nc'), join(root, 'out.nc'));
    await symlink(join(base, 'elsewhere'), join(root, 'out-folder'));
    await symlink(join(root, 'top.nc'), join(root, 'again.nc'));
    await symlink('..', join(root, 'sgp', 'loop'));
    await symlink('nothing', join(root, 'dangling.nc'));
    const { paths, skipped } = await listing();
    expect(paths).toHaveLength(3);
    expect(skipped).toEqual([
      'again.nc: The link leads to a place inside the archive, and is listed there.',
      'dangling.nc: It cannot be read (it is not there, or its name is no UTF-8).',
      'out-folder: The link leads out of the archive.',
      'out.nc: The link leads out of the archive.',
      'sgp/loop: The link leads to a place inside the archive, and is listed there.',
    ]);
    const archive = await openDiskArchive(root);
    for (const path of ['out.nc', 'out-folder/b.nc']) {
      await expect(archive.open(path)).rejects.toMatchObject({ code: 'not-found' });
      expect(archive.localPath?.(path)).toBeNull();
    }
    expect(archive.localPath?.('top.nc')).toBe(join(root, 'top.nc'));
  });

  it.skipIf(getuid?.() === 0)(
    'the archive in a folder skips and reports a folder that may not be read (needs a user that is not root)',
    async () => {
      await chmod(join(root, 'deep'), 0o000);
      const { paths, skipped } = await listing();
      await chmod(join(root, 'deep'), 0o755);
      expect(paths).toHaveLength(2);
      expect(skipped).toEqual(['deep: The folder cannot be read (permission denied).']);
    },
  );

  it('a file below a folder that cannot be opened is unreadable, and not gone', async () => {
    const archive = await openDiskArchive(root);
    const path = 'deep/er/and deeper/empty.nc';
    expect(await archive.look(path)).toMatchObject({ path });
    await rm(join(root, 'deep'), { recursive: true });
    expect(await archive.look(path)).toBeNull();
    await symlink('deep', join(root, 'deep')); // which leads to itself
    expect(await archive.look(path)).toBe('unreadable');
    expect(await archive.look('deep')).toBe('unreadable');
    expect(await archive.look('top.nc/below.nc')).toBeNull();
    expect(await archive.look(`${'long'.repeat(100)}.nc`)).toBeNull();
  });

  it('the archive in a folder is not an empty archive when its folder is gone', async () => {
    await expect(openDiskArchive(join(base, 'none'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(openDiskArchive(join(root, 'top.nc'))).rejects.toMatchObject({
      code: 'not-found',
    });
    const archive = await openDiskArchive(root);
    await expect(archive.open('none.nc')).rejects.toMatchObject({ code: 'not-found' });
    await rm(root, { recursive: true });
    await expect(archive.open('top.nc')).rejects.toMatchObject({ code: 'unavailable' });
    const first = archive.list()[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'not-found' });
    await mkdir(root); // where a disk was mounted
    await expect(archive.open('top.nc')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.skipIf(process.platform === 'win32')(
    'the archive in a folder does not wait for a writer of a pipe that replaced a file',
    async () => {
      const archive = await openDiskArchive(root);
      await rm(join(root, 'top.nc'));
      execFileSync('mkfifo', [join(root, 'top.nc')]);
      expect(archive.localPath?.('top.nc')).toBeNull();
      await expect(archive.open('top.nc')).rejects.toMatchObject({ code: 'not-found' });
      await expect(fileSource(join(root, 'top.nc'))).rejects.toThrow(/not a file/);
      expect(archive.localPath?.('deep')).toBeNull();
    },
  );
});
