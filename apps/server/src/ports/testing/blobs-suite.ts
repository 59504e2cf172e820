// What every adapter of the blobs port keeps to.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Blobs } from '../blobs.ts';

export function blobsSuite(open: () => Promise<{ blobs: Blobs; scratch: string }>): void {
  const keys = async (blobs: Blobs, prefix: string) => {
    const found: string[] = [];
    for await (const { key, bytes } of blobs.list(prefix)) found.push(`${key} ${bytes}`);
    return found.sort();
  };

  it('blobs keep files and small contents, replace and list them', async () => {
    const { blobs, scratch } = await open();
    const file = join(scratch, 'a.nc');
    await writeFile(file, 'CDF-bytes');
    await blobs.putFile('1/data/a.nc', file);
    await blobs.putFile('1/data/a.nc', file);
    await rm(file);
    await blobs.put('1/README.txt', 'old');
    await blobs.put('1/README.txt', 'new text');
    await blobs.put('11/README.txt', 'of order 11');
    expect(await blobs.stat('1/data/a.nc')).toEqual({ key: '1/data/a.nc', bytes: 9 });
    expect(await blobs.stat('1/data/b.nc')).toBeNull();
    expect(await blobs.stat('1/data')).toBeNull();
    expect(await text(await blobs.read('1/README.txt'))).toBe('new text');
    expect(await keys(blobs, '1')).toEqual(['1/README.txt 8', '1/data/a.nc 9']);
    expect(await keys(blobs, '7')).toEqual([]);
    expect((await blobs.folders()).sort()).toEqual(['1', '11']);
  });

  it('blobs are read in ranges', async () => {
    const { blobs } = await open();
    await blobs.put('1/a', 'ABCDEFGH');
    expect(await text(await blobs.read('1/a', { start: 2, end: 5 }))).toBe('CDE');
    expect(await text(await blobs.read('1/a', { start: 7, end: 8 }))).toBe('H');
    expect(await text(await blobs.read('1/a', { start: 3, end: 3 }))).toBe('');
    await blobs.put('1/empty', '');
    expect(await text(await blobs.read('1/empty'))).toBe('');
    await expect(blobs.read('1/none')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('blobs are removed under a prefix, and nothing beside it', async () => {
    const { blobs } = await open();
    await blobs.put('1/a/b', 'x');
    await blobs.put('12/a', 'y');
    await blobs.removeAll('1');
    await blobs.removeAll('1');
    expect(await keys(blobs, '1')).toEqual([]);
    expect(await keys(blobs, '12')).toEqual(['12/a 1']);
  });

  it.each(['', '/etc/passwd', '../a', '1/../../a', '1//a', '1/./a', '1\\..\\a', '1/a\0b', '1/'])(
    'blobs refuse the key %j',
    async (key) => {
      const { blobs } = await open();
      await expect(blobs.put(key, 'x')).rejects.toMatchObject({ code: 'bad-request' });
      await expect(blobs.read(key)).rejects.toMatchObject({ code: 'bad-request' });
      await expect(blobs.stat(key)).rejects.toMatchObject({ code: 'bad-request' });
    },
  );
}
