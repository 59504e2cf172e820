// Rows at a distance: the same as reading all rows and leaving out the others, in both formats and
// from any source.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileSource } from './byte-source.ts';
import { ClassicWriter } from './classic/classic-writer.ts';
import type { Dataset } from './dataset.ts';
import { openDataset } from './open.ts';
import { hasNcdump, run } from './testing/tools.ts';

const ROWS = 151;
const WIDE = 2500;
let folder: string;
const datasets: [string, Dataset][] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobar-every-'));
  const classic = join(folder, 'a.nc');
  const writer = await ClassicWriter.create(
    classic,
    {
      dimensions: [
        { name: 'time', length: 0, unlimited: true },
        { name: 'height', length: WIDE, unlimited: false },
        { name: 'fixed', length: 40, unlimited: false },
      ],
      attributes: [],
      variables: [
        { name: 'time', type: 'double', dimensions: ['time'], attributes: [] },
        { name: 'wide', type: 'float', dimensions: ['time', 'height'], attributes: [] },
        { name: 'flag', type: 'short', dimensions: ['time'], attributes: [] },
        { name: 'table', type: 'int', dimensions: ['fixed', 'fixed'], attributes: [] },
      ],
    },
    ROWS,
  );
  await writer.writeFixed(
    'table',
    Int32Array.from({ length: 1600 }, (_, i) => i),
  );
  await writer.writeRecords(
    new Map<string, Float64Array | Float32Array | Int16Array>([
      ['time', Float64Array.from({ length: ROWS }, (_, i) => i * 60)],
      ['wide', Float32Array.from({ length: ROWS * WIDE }, (_, i) => i)],
      ['flag', Int16Array.from({ length: ROWS }, (_, i) => i % 7)],
    ]),
    ROWS,
  );
  await writer.close();
  const netcdf4 = join(folder, 'b.nc');
  if (hasNcdump) run('nccopy', ['-k', 'nc4', '-d1', '-c', 'time/50,height/500', classic, netcdf4]);
  await writeFile(join(folder, 'x'), '');
  const plain = await fileSource(classic);
  const pieces = await fileSource(classic);
  datasets.push(
    ['classic, by path', await openDataset(classic)],
    [
      'classic, a source of spans',
      await openDataset({
        size: plain.size,
        read: (offset: number, length: number) => plain.read(offset, length),
        close: () => plain.close(),
      }),
    ],
    [
      'classic, a source of pieces',
      await openDataset({
        size: pieces.size,
        read: (offset: number, length: number) => pieces.read(offset, length),
        close: () => pieces.close(),
        async readPieces(offset: number, length: number, stride: number, count: number) {
          const out = new Uint8Array(length * count);
          for (let i = 0; i < count; i++)
            out.set(await pieces.read(offset + i * stride, length), i * length);
          return out;
        },
      }),
    ],
  );
  if (hasNcdump) datasets.push(['netCDF-4', await openDataset(netcdf4)]);
});
afterAll(async () => {
  for (const [, dataset] of datasets) await dataset.close();
  await rm(folder, { recursive: true });
});

it('rows that are read apart are those of the whole', async () => {
  for (const [name, dataset] of datasets) {
    const whole = new Map<string, ArrayLike<unknown>>();
    for (const variable of ['time', 'wide', 'flag', 'table'])
      whole.set(variable, await dataset.read(variable));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('time', 'wide', 'flag', 'table'),
        fc.nat(40),
        fc.nat(ROWS),
        fc.integer({ min: 1, max: 90 }),
        async (variable, from, length, every) => {
          const { shape } = dataset.variable(variable);
          const rows = shape[0] ?? 0;
          const start = Math.min(from, rows);
          const stop = Math.min(rows, start + length);
          const width = shape[1] ?? 1;
          const expected: unknown[] = [];
          for (let row = start; row < stop; row += every)
            for (let i = 0; i < width; i++) expected.push(whole.get(variable)?.[row * width + i]);
          const read = await dataset.readEvery(variable, start, stop, every);
          expect([...read], `${name} ${variable} ${start}:${stop}:${every}`).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  }
});

it('a distance that is none, or rows that are not there, are refused', async () => {
  for (const [, dataset] of datasets) {
    await expect(dataset.readEvery('time', 0, 10, 0)).rejects.toMatchObject({
      code: 'out-of-range',
    });
    await expect(dataset.readEvery('time', 0, 10, 1.5)).rejects.toMatchObject({
      code: 'out-of-range',
    });
    await expect(dataset.readEvery('time', 0, ROWS + 1, 2)).rejects.toMatchObject({
      code: 'out-of-range',
    });
    await expect(dataset.readEvery('none', 0, 1, 1)).rejects.toMatchObject({
      code: 'no-such-variable',
    });
  }
});
