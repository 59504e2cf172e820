// Blobs on disk keep to the port, and leave nothing half-written to be seen.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { blobsSuite } from '../ports/testing/blobs-suite.ts';
import { openDiskBlobs } from './blobs-disk.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function open() {
  const folder = temporaryFolder();
  folders.push(folder);
  await mkdir(join(folder, 'scratch'));
  return { blobs: await openDiskBlobs(join(folder, 'kept')), scratch: join(folder, 'scratch') };
}

describe('blobs on disk', () => {
  blobsSuite(open);

  it('report the free space', async () => {
    const { blobs } = await open();
    expect(await blobs.room()).toBeGreaterThan(0);
  });

  it('blobs on disk do not show what a killed process left unfinished', async () => {
    const { blobs, scratch } = await open();
    await blobs.put('1/a', 'x');
    await writeFile(join(scratch, '..', 'kept', '1', '.unfinished-123'), 'half');
    const found = [];
    for await (const { key } of blobs.list('1')) found.push(key);
    expect(found).toEqual(['1/a']);
    expect(blobs.localFolder('1')).toBe(join(scratch, '..', 'kept', '1'));
  });
});
