import { constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAside, openInPlace } from './open-file.ts';

const BYTES = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) % 251);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-open-file-'));
  file = join(folder, 'a.nc');
  await writeFile(file, BYTES);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['aside', openAside],
  ['in place', openInPlace],
])('a file that is read %s', (_, open) => {
  it('a file that is read has the bytes from each position, fewer at its end and none behind it', async () => {
    const opened = await open(file, constants.O_RDONLY);
    expect(opened).toMatchObject({ size: BYTES.length, isFile: true });
    for (const [position, length] of [
      [0, 10],
      [99_990, 50],
      [31, 70_000],
      [100_000, 5],
    ] as const) {
      const into = new Uint8Array(length);
      const expected = BYTES.subarray(position, position + length);
      expect(await opened.read(into, position)).toBe(expected.length);
      expect(into.subarray(0, expected.length)).toEqual(expected);
    }
    await opened.close();
  });

  it('a file that is read is not read any more once it is closed, even where another file has its number', async () => {
    const opened = await open(file, constants.O_RDONLY);
    await opened.close();
    const other = await open(file, constants.O_RDONLY);
    await expect(opened.read(new Uint8Array(5), 0)).rejects.toThrow();
    await other.close();
  });

  it('a file that is read is reported where there is none, and is no folder', async () => {
    await expect(open(join(folder, 'none'), constants.O_RDONLY)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    const opened = await open(folder, constants.O_RDONLY);
    expect(opened.isFile).toBe(false);
    await opened.close();
  });
});
