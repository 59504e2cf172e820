// The folder of extracts in the making.
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openScratch } from './send-extract.ts';

it('the folder of extracts drops files that are more than a day old, and refuses files that would fill the disk', async () => {
  const folder = temporaryFolder();
  try {
    for (const name of ['old', 'young']) await writeFile(join(folder, name), 'x');
    const longAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(join(folder, 'old'), longAgo, longAgo);
    const scratch = await openScratch(folder);
    expect(await readdir(folder)).toEqual(['young']);
    expect(await scratch.path(1)).toContain(folder);
    await expect(scratch.path(1e18)).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
