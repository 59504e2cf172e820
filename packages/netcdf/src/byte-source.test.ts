import { expect, it } from 'vitest';
import { type ByteSource, blocksOf, bytesSource } from './byte-source.ts';

const BYTES = Uint8Array.from({ length: 3 << 20 }, (_, i) => (i * 7) % 251);

async function all(source: ByteSource, blockBytes: number) {
  const blocks: { bytes: Buffer; of: Uint8Array }[] = [];
  for await (const block of blocksOf(source, blockBytes))
    blocks.push({ bytes: Buffer.from(block), of: block });
  return blocks;
}

it.each([1 << 20, (1 << 20) + 13, 4 << 20])(
  'the blocks of a source of %i bytes are all of it',
  async (size) => {
    const blocks = await all(bytesSource(BYTES), size);
    expect(blocks.map(({ bytes }) => bytes.length)).toEqual(
      Array.from({ length: Math.ceil(BYTES.length / size) }, (_, i) =>
        Math.min(size, BYTES.length - i * size),
      ),
    );
    expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).equals(BYTES)).toBe(true);
  },
);

it('the blocks of a source give their memory back when the next is asked for', async () => {
  const blocks = await all(bytesSource(BYTES), 1 << 20);
  expect(blocks.map(({ of }) => of.length)).toEqual([0, 0, 0]);
});

it('the blocks of a source end where the source has become shorter, and are none of an empty one', async () => {
  const shorter = { ...bytesSource(BYTES.subarray(0, 1500)), size: 3000 };
  expect((await all(shorter, 1000)).map(({ bytes }) => bytes.length)).toEqual([1000, 500]);
  expect(await all(bytesSource(new Uint8Array(0)), 1000)).toEqual([]);
});

it('report a block that cannot be read', async () => {
  const failing: ByteSource = {
    ...bytesSource(BYTES),
    read: (offset, length) =>
      offset > 0
        ? Promise.reject(new Error('the disk is gone'))
        : Promise.resolve(BYTES.slice(0, length)),
  };
  await expect(all(failing, 1 << 20)).rejects.toThrow('the disk is gone');
});
