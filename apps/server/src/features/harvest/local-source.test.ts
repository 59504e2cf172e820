// Pieces of a local file are the bytes that reading the whole file gives, however far apart they
// are.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localSource } from './local-source.ts';

it('pieces of a local file are its bytes at their places, and end with the last whole span before the end of the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'isobar-pieces-'));
  try {
    const bytes = Uint8Array.from({ length: 700_000 }, (_, i) => (i * 7919) >> 3);
    await writeFile(join(folder, 'file'), bytes);
    const source = localSource(join(folder, 'file'));
    const word = fc.integer({ min: 0, max: 50 }).map((words) => words * 4);
    const layout = fc.record({
      offset: fc.integer({ min: 0, max: 1000 }),
      length: fc.oneof(fc.constant(8), fc.integer({ min: 1, max: 100 }), fc.constant(300_000)),
      gap: fc.oneof(word, fc.integer({ min: 0, max: 20_000 })),
      count: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(5000)),
    });
    await fc.assert(
      fc.asyncProperty(layout, async ({ offset, length, gap, count }) => {
        const stride = length + gap;
        if (stride === 0) return;
        const expected = Array.from({ length: count }, (_, i) => offset + i * stride);
        const read = await source.readPieces?.(offset, length, stride, count);
        const end = offset + (count - 1) * stride + length;
        const whole = Buffer.concat(expected.map((at) => bytes.subarray(at, at + length)));
        const isComplete = count === 0 || end <= bytes.length;
        expect(read?.length === length * count).toBe(isComplete);
        expect(whole.subarray(0, read?.length).equals(read ?? Buffer.of(1))).toBe(true);
      }),
      { numRuns: 150 },
    );
    await source.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
