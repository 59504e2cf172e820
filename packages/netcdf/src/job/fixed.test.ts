// Tables without time that are larger than one piece: they are whole in every format, and a table
// that differs begins a new file.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import type { Values } from '../dataset.ts';
import { openDataset } from '../open.ts';
import { madeBytes, madeFile } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { concatenate } from './concatenate.ts';
import { FixedValues, fixedPieces } from './fixed.ts';
import type { OutputFormat } from './output-formats.ts';

const ROWS = 45;
const PLACES = 40_001;
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const weights = Array.from({ length: ROWS * PLACES }, (_, i) => i % 1009);

function day(number: number, table: readonly number[] = weights): Uint8Array {
  return madeBytes({
    time: 2,
    dimensions: { row: ROWS, place: PLACES },
    variables: {
      time: {
        type: 'double',
        dimensions: ['time'],
        values: [0, 3600],
        attributes: { units: `seconds since 2020-01-0${number} 00:00:00 0:00` },
      },
      weights: { type: 'float', dimensions: ['row', 'place'], values: table },
      rain: { type: 'float', dimensions: ['time'], values: [1, 2] },
    },
  });
}

async function joined(format: OutputFormat, days: readonly Uint8Array[]) {
  const inputs = days.map((bytes, n) => ({
    name: `day ${n}`,
    open: () => openDataset(bytesSource(bytes)),
  }));
  const output = join(folder.path, `out.${format}`);
  const { files, problems } = await concatenate({ inputs, variables: 'all', output, format });
  expect(problems).toEqual([]);
  return files;
}

const sameAsMade = (values: Values) =>
  values.length === weights.length && weights.every((weight, i) => values[i] === weight);

it.each(['classic', 'netcdf4'] as const)(
  'a large table beside the times is whole in %s, and comes in pieces',
  async (format) => {
    const [file] = await joined(format, [day(1), day(2)]);
    const dataset = await openDataset(file?.path ?? '');
    expect(sameAsMade(await dataset.read('weights'))).toBe(true);
    expect(Array.from((await dataset.read('rain')) as Float32Array)).toEqual([1, 2, 1, 2]);
    if (format === 'classic') {
      const rows: number[] = [];
      for await (const piece of fixedPieces(dataset, 'weights')) {
        rows.push(piece.rows);
        expect(piece.values.length).toBe(piece.rows * PLACES);
        expect(piece.values.length * 4).toBeLessThanOrEqual(4 << 20);
      }
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.reduce((sum, each) => sum + each)).toBe(ROWS);
    }
    await dataset.close();
  },
);

it('a large table beside the times is named in ASCII-CSV, not spelt out', async () => {
  const [file] = await joined('csv', [day(1), day(2)]);
  const text = await readFile(file?.path ?? '', 'utf8');
  expect(text).toContain(
    `# weights (row=45, place=40001): ${ROWS * PLACES} values, in NetCDF only`,
  );
  expect(text.split('\r\n').filter((line) => line.startsWith('2020-'))).toHaveLength(4);
});

it('a large table beside the times that differs in its last value begins a new file', async () => {
  const other = [...weights];
  other[other.length - 1] = -1;
  const files = await joined('classic', [day(1), day(2, other)]);
  expect(files.map(({ inputs }) => inputs)).toEqual([['day 0'], ['day 1']]);
  expect(files[1]?.notes.join()).toContain('weights has other values');
});

it('pieces are put together in their order, of numbers and of texts', () => {
  const fixed = new FixedValues();
  fixed.add('codes', { values: Int16Array.of(1, 2), start: 0, rows: 2 });
  fixed.add('names', { values: ['a', 'b'], start: 0, rows: 2 });
  fixed.add('codes', { values: Int16Array.of(3), start: 2, rows: 1 });
  fixed.add('names', { values: ['c'], start: 2, rows: 1 });
  expect(Object.fromEntries(fixed.byName)).toEqual({
    codes: Int16Array.of(1, 2, 3),
    names: ['a', 'b', 'c'],
  });
  fixed.add('codes', { values: Int16Array.of(9), start: 0, rows: 1 });
  expect(fixed.byName.get('codes')).toEqual(Int16Array.of(9));
});

it('a scalar comes in one piece, and a variable without values in none', async () => {
  const dataset = await madeFile({
    time: 0,
    dimensions: { place: 3 },
    variables: {
      lat: { type: 'float', values: [36.5] },
      rain: { type: 'float', dimensions: ['time', 'place'], values: [] },
    },
  });
  const pieces = async (name: string) => {
    const found = [];
    for await (const piece of fixedPieces(dataset, name)) found.push(piece);
    return found;
  };
  expect(await pieces('lat')).toEqual([{ values: Float32Array.of(36.5), start: 0, rows: 1 }]);
  expect(await pieces('rain')).toEqual([]);
});

it.each([
  ['cdf2', [4, 1]],
  ['netcdf4', [5]],
] as const)(
  'a table of 5 MiB comes in pieces of 4 MiB at most, or of 16 where it is compressed: %s',
  async (format, rows) => {
    const table = { name: 'table', type: 'double', dimensions: ['row', 'place'], attributes: [] };
    const pieces: number[] = [];
    const dataset = await madeFile({ time: 0, variables: {} });
    const made = Object.assign(Object.create(dataset), {
      format,
      variable: () => ({ ...table, shape: [5, 2 ** 17] }),
      read: async (_: string, start = 0, stop = 5) => new Float64Array(stop - start),
    });
    for await (const piece of fixedPieces(made, 'table')) pieces.push(piece.rows);
    expect(pieces).toEqual(rows);
  },
);
