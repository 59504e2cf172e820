// Cells of CSV: quoted where they have to be, and never a formula.
import { expect, it } from 'vitest';
import { csvCell, textCell } from './csv-cell.ts';

it('a text that a spreadsheet would evaluate has an apostrophe before it, wherever its sign stands', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\t1',
    ' =1',
    "'=1",
    '\u0001@a',
    '\u00a0+1',
    '＝1',
    '＠a',
  ])
    expect(textCell(text)).toBe(`'${text}`);
  expect(textCell('"=1,2"')).toBe(`"'""=1,2"""`);
  expect(textCell('\r\n=1')).toBe(`"'\r\n=1"`);
  for (const text of ['', 'a=1', '1-2', 'é@b', '.nc', "'a"]) expect(textCell(text)).toBe(text);
});

it('a cell with a comma, a quote or the end of a line is quoted, and no other', () => {
  expect(['a,b', 'a"b', 'a\nb', 'a\rb', 'a b', '=1'].map(csvCell)).toEqual([
    ...['"a,b"', '"a""b"', '"a\nb"', '"a\rb"', 'a b', '=1'],
  ]);
});
