// The check of an index file that is being served: whatever byte of what is read on demand differs
// is found, and nothing else is.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWhole } from './check.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-check-'));
});
afterAll(() => rm(folder, { recursive: true }));

const MEBIBYTE = 1 << 20;
/**
 * A head of three bytes, the digits whose checksum the standard of CRC-32 states, a gap, and more
 * than is read at once.
 */
const DIGITS = Buffer.from('123456789');
const LONG = Buffer.from(Array.from({ length: MEBIBYTE + 5 }, (_, at) => (at * 7) % 251));
const CONTENT = Buffer.concat([Buffer.from('abc'), DIGITS, Buffer.from('gap'), LONG]);
const PIECES = [
  { offset: 3, length: 9, checksum: 0xcbf43926 },
  { offset: 15, length: LONG.length, checksum: crc32(LONG) },
];

let files = 0;
/** Whether the content is whole after a change of it. */
async function whole(change: (content: Buffer) => Buffer, isWanted = () => true) {
  const path = join(folder, `${files++}.segment`);
  await writeFile(path, change(Buffer.from(CONTENT)));
  return await isWhole(path, PIECES, isWanted);
}
const flipped = (at: number) => (content: Buffer) => {
  content[at] = (content[at] ?? 0) ^ 1;
  return content;
};

it('a file is whole exactly where each byte of its pieces is as it was written', async () => {
  const last = CONTENT.length - 1;
  const within = [3, 11, 15, 14 + MEBIBYTE, 15 + MEBIBYTE, last].map((at) => whole(flipped(at)));
  const beside = [0, 2, 12, 14].map((at) => whole(flipped(at)));
  const same = whole((content) => content);
  expect(await Promise.all(within)).toEqual(within.map(() => false));
  expect(await Promise.all([same, ...beside])).toEqual([true, ...beside.map(() => true)]);
});

it('a file that was cut is not whole, and one that is longer is', async () => {
  const cuts = [CONTENT.length - 1, 15, 5, 0].map((end) =>
    whole((content) => content.subarray(0, end)),
  );
  const longer = whole((content) => Buffer.concat([content, content]));
  expect(await Promise.all([...cuts, longer])).toEqual([...cuts.map(() => false), true]);
});

it('a file that is no longer served counts as whole', async () => {
  let looks = 0;
  expect(await whole(flipped(3), () => false)).toBe(true);
  expect(await whole(flipped(3), () => looks++ === 0)).toBe(true);
  expect(looks).toBe(2);
});
