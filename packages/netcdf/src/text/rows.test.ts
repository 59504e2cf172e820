// Rows as bytes, in a room that is too small at first; and the file that they are put into.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/tools.ts';
import { Room } from './room.ts';
import { cutRows, type RowBlock, Rows } from './rows.ts';
import { longestCells } from './text-columns.ts';
import { TextWriter } from './text-writer.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const BLOCK: RowBlock = {
  shapes: [
    { perRow: 2, width: 0 },
    { perRow: 1, width: 3 },
    { perRow: 1, width: 0 },
  ],
  columns: [
    Float32Array.of(1.5, -2.25, 1e-30, Number.NaN, 3, 4),
    new TextEncoder().encode('abc"""xyz'),
    ['', 'ümlaut "quoted"', 'x'.repeat(5000)],
  ],
  times: Float64Array.of(0, 86_400.25, 1e9),
};
const LINES = [
  '1970-01-01T00:00:00Z,1.5,-2.25,abc,\r\n',
  '1970-01-02T00:00:00.25Z,1e-30,NaN,"""""""","ümlaut ""quoted"""\r\n',
  `2001-09-09T01:46:40Z,3,4,xyz,${'x'.repeat(5000)}\r\n`,
];

function textOf(block: RowBlock, firstBytes: number): string {
  const [room, rows] = [new Room(firstBytes), new Rows(block)];
  for (let row = 0; row < rows.count; row++) rows.put(room, row);
  return new TextDecoder().decode(room.bytes.subarray(0, room.length));
}

it('rows have the same bytes in a room that grows and in one that is large enough', () => {
  const text = textOf(BLOCK, 1 << 16).replaceAll(/(?<=,)-?\d+\.(?=,)/g, (all) => all.slice(0, -1));
  expect(text).toBe(LINES.join(''));
  expect(textOf(BLOCK, 1)).toBe(textOf(BLOCK, 1 << 16));
  expect(new Rows(BLOCK).cellsPerRow).toBe(5);
});

it('rows that are cut out of a block for a thread are those rows', () => {
  const whole = textOf(BLOCK, 1).split(/(?<=\r\n)/);
  for (const [from, to] of [
    [0, 1],
    [1, 3],
    [2, 3],
  ] as const) {
    const numbers = {
      ...BLOCK,
      shapes: BLOCK.shapes.slice(0, 2),
      columns: BLOCK.columns.slice(0, 2),
    };
    const { block } = cutRows(numbers, from, to);
    expect(textOf(block, 1)).toBe(
      textOf(numbers, 1)
        .split(/(?<=\r\n)/)
        .slice(from, to)
        .join(''),
    );
    expect(new Rows(block).count).toBe(to - from);
  }
  expect(whole).toHaveLength(3);
});

it('a file holds all that was added to it, however long, and its beginning can be exchanged', async () => {
  const path = join(folder.path, 'text');
  const writer = await TextWriter.create(path);
  const [long, end] = ['y'.repeat(3e6), new TextEncoder().encode('end')];
  writer.add('size 0\n');
  expect(writer.isFull).toBe(false);
  writer.add(long);
  expect(writer.isFull).toBe(true);
  await writer.addBytes(end);
  writer.add('!');
  await expect(writer.replaceStart('size 10\n')).rejects.toMatchObject({ code: 'invalid' });
  await writer.replaceStart('size 1\n');
  expect(writer.written).toBe(3e6 + 11);
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe(`size 1\n${long}end!`);
});

it('a file in a folder that is not there is refused by name', async () => {
  await expect(TextWriter.create(join(folder.path, 'none', 'text'))).rejects.toMatchObject({
    code: 'unreadable',
  });
});

it.each([
  ['float', [], false, 16],
  ['float', [2, 3], false, 6 * 16],
  ['short', [], false, 12],
  ['short', [], true, 25],
  ['int64', [2], false, 2 * 21],
  ['char', [4, 20], false, 4 * 23],
  ['char', [], false, 4],
] as const)(
  'the size of %s values of %j is estimated by their columns',
  (type, inner, isPacked, most) => {
    expect(longestCells(type, inner, isPacked)).toBe(most);
  },
);
