// Threads that turn rows into text: the same bytes as without them, and none of it when there is
// little.
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { concatenate } from '../job/concatenate.ts';
import { openDataset } from '../open.ts';
import { madeBytes } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { Room } from './room.ts';
import { formatApart, rowThreadsAreReady } from './row-threads.ts';
import { type RowBlock, Rows } from './rows.ts';

const ROWS = 60_000;
const folder = temporaryFolder();

/** One file of a day, as text. */
async function made(name: string): Promise<Buffer> {
  const output = join(folder.path, name);
  const inputs = [{ name, open: () => openDataset(bytesSource(bytes)) }];
  const result = await concatenate({ inputs, variables: 'all', output, format: 'csv' });
  expect(result.problems).toEqual([]);
  const text = await readFile(output);
  expect(result.files[0]?.bytes).toBe(text.length);
  return text;
}

/** Makes much text until threads are ready. */
const muchText = () =>
  vi.waitFor(
    async () => {
      await made('much.csv');
      expect(rowThreadsAreReady()).toBe(true);
    },
    { timeout: 60_000 },
  );

const wave = (n: number) => Array.from({ length: ROWS }, (_, i) => Math.sin(i * n) * 10 ** (n % 5));
const floats = Array.from({ length: 9 }, (_, n) => [
  `wave_${n}`,
  { type: 'float' as const, dimensions: ['time'], values: wave(n), attributes: { units: 'm' } },
]);
let bytes: Uint8Array;

beforeAll(() => {
  const since = { units: 'seconds since 2020-01-01 00:00:00 0:00' };
  const seconds = Array.from({ length: ROWS }, (_, i) => i);
  bytes = madeBytes({
    time: ROWS,
    variables: {
      time: { type: 'double', dimensions: ['time'], values: seconds, attributes: since },
      ...Object.fromEntries(floats),
    },
  });
});
afterAll(() => folder[Symbol.dispose]());

describe.skipIf(availableParallelism() < 2)('threads that write text (needs two cores)', () => {
  it('threads that write text begin when there is much of it, and write what would be written without them', {
    timeout: 60_000,
  }, async () => {
    expect(rowThreadsAreReady()).toBe(false);
    const before = await made('before.csv');
    expect(rowThreadsAreReady()).toBe(false);
    await muchText();
    const after = await made('after.csv');
    expect(after.equals(before)).toBe(true);
    expect(after.toString().split('\r\n').at(-2)).toMatch(/^2020-01-01T16:39:59Z,/);
  });

  it('threads that write text take rows of every type, from the middle of a block', async () => {
    await muchText();
    const shape = (perRow: number, width = 0) => ({ perRow, width });
    const block: RowBlock = {
      shapes: [shape(2), shape(1), shape(1), shape(1), shape(1, 3), shape(1)],
      columns: [
        Float32Array.of(1.5, 2.5, Number.NaN, -9999, 0.1, 1e-30),
        Float64Array.of(1 / 3, 1e300, -0),
        Int32Array.of(1, -2, 3),
        BigInt64Array.of(1n, -(2n ** 60n), 3n),
        new TextEncoder().encode('abc,"x y '),
        ['plain', 'a "quoted", text', 'line\r\nline'],
      ],
      times: Float64Array.of(0, 1.5, Number.NaN),
    };
    const room = new Room(1);
    const rows = new Rows(block);
    for (const row of [1, 2]) rows.put(room, row);
    const apart = await formatApart(block, 1, 3);
    expect(new TextDecoder().decode(apart)).toBe(
      new TextDecoder().decode(room.bytes.subarray(0, room.length)),
    );
  });
});
