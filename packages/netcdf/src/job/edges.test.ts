// Edge cases: missing times when days are joined, rows at the ends of a range, padding behind the
// last piece.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ClassicWriter } from '../classic/classic-writer.ts';
import { openDataset } from '../open.ts';
import { day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeVariable } from '../testing/made-file.ts';
import { temporaryFolder } from '../testing/tools.ts';

it('missing times stay missing when those of later days are counted from the first', async () => {
  const gap = (number: number) => {
    const file = day(number);
    const at = (name: string): MadeVariable => {
      const variable = file.variables[name] as MadeVariable;
      const attributes = { ...variable.attributes, missing_value: -1 };
      return { ...variable, values: [0, -1, 7200], attributes };
    };
    const times = { time: at('time'), time_offset: at('time_offset') };
    return { ...file, variables: { ...file.variables, ...times } };
  };
  await joined([gap(0), gap(1)], async (_result, open) => {
    const dataset = await open(0);
    const expected = [0, -1, 7200, 86_400, -1, 93_600];
    expect(Array.from(await dataset.read('time'), Number)).toEqual(expected);
    expect(Array.from(await dataset.read('time_offset'), Number)).toEqual(expected);
  });
});

it('rows without a time are not within any dates, and a note states how many there were', async () => {
  const file = day(0);
  const at = (name: string): MadeVariable => {
    const variable = file.variables[name] as MadeVariable;
    return {
      ...variable,
      values: [0, -1, 7200],
      attributes: { ...variable.attributes, missing_value: -1 },
    };
  };
  const gap = {
    ...file,
    variables: { ...file.variables, time: at('time'), time_offset: at('time_offset') },
  };
  const ranges = [[FIRST - 1, FIRST + 7000]] as const;
  await joined(
    [gap],
    async (result, open) => {
      expect(Array.from(await (await open(0)).read('time'), Number)).toEqual([0]);
      expect(result.files[0]?.notes).toEqual([
        'day0: 1 row has no time and cannot be assigned to the dates, so it is not here',
      ]);
    },
    { ranges },
  );
  await joined([gap], async (result) => expect(result.files[0]?.notes).toEqual([]));
});

it.each([
  [0, 3600, [0]],
  [0, 3600.001, [0, 3600]],
  [3600, 7200, [3600]],
  [7200, 7200.5, [7200]],
  [-10, 0.001, [0]],
  [3600.5, 7200, []],
])(
  'rows from %d s on and before %d s are those of the range, its end not among them',
  async (from, to, expected) => {
    await joined(
      [day(0)],
      async (result, open) => {
        if (expected.length === 0) {
          expect(result.empty).toEqual(['day0']);
          return;
        }
        expect(Array.from(await (await open(0)).read('time'), Number)).toEqual(expected);
      },
      { ranges: [[FIRST + from, FIRST + to]] },
    );
  },
);

it('a variable that is written in pieces is padded, also at the end of its file', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'pieces.nc');
  const definition = {
    dimensions: [{ name: 'x', length: 5, unlimited: false }],
    attributes: [],
    variables: [{ name: 'v', type: 'byte' as const, dimensions: ['x'], attributes: [] }],
  };
  const writer = await ClassicWriter.create(path, definition, 0);
  await writer.writeFixedPiece('v', Int8Array.of(1, 2, 3), 0);
  await writer.writeFixedPiece('v', Int8Array.of(4, 5), 3);
  await writer.close();
  expect((await stat(path)).size).toBe(writer.layout.size);
  const dataset = await openDataset(path);
  expect(await dataset.read('v')).toEqual(Int8Array.of(1, 2, 3, 4, 5));
  await dataset.close();
});

it('a large variable that is handed over whole is padded too, at the end of its file', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'large.nc');
  const length = (4 << 20) + 5;
  const definition = {
    dimensions: [{ name: 'x', length, unlimited: false }],
    attributes: [],
    variables: [{ name: 'v', type: 'byte' as const, dimensions: ['x'], attributes: [] }],
  };
  const writer = await ClassicWriter.create(path, definition, 0);
  await writer.writeFixed('v', new Int8Array(length).fill(7));
  await writer.close();
  expect((await stat(path)).size).toBe(writer.layout.size);
  const dataset = await openDataset(path);
  expect((await dataset.read('v')).at(-1)).toBe(7);
  await dataset.close();
});
