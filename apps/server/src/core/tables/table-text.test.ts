// A table as text: rows keep their own text, whatever signs they hold, and the parts that it is
// read in never cut one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeText, countRows, parseText } from './table-text.ts';

const cell = fc.stringMatching(/^[a-z0-9 ,"\n]{0,12}$/).map((text) => text.trim());
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

it('a table as text without a change is what it was', async () => {
  const row = fc.tuple(fc.constantFrom('a', 'bb'), cell, cell);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const lines = rows.map(([key, ...rest]) => [key, ...rest.map(quoted)].join(','));
      const text = `${['key,one,two', ...lines].join('\n')}\n`;
      const parsed = await parseText('t.csv', text);
      expect(parsed.rows.map((one) => one.cells)).toEqual(rows);
      expect(changeText('t.csv', parsed, []).text).toBe(text);
      expect(countRows(text)).toBe(rows.length);
    }),
    { numRuns: 60 },
  );
});

it('rows are counted without blank lines, and with a last line that does not end', () => {
  expect(countRows('\uFEFFkey,text\r\n\r\na,b\n  \nc,"x\n\ny"\nd,e')).toBe(3);
  expect([countRows(''), countRows('key\n'), countRows('key\n"a')]).toEqual([0, 0, 1]);
});

it('a table as text of many rows is read in parts that end with a row', async () => {
  const rows = Array.from({ length: 4000 }, (_, n) => `r${n},"line one\nline, two ""${n}"""`);
  const parsed = await parseText('t.csv', `key,text\n${rows.join('\n')}\n`);
  expect(parsed.rows).toHaveLength(4000);
  expect(parsed.rows[3999]?.cells).toEqual(['r3999', 'line one\nline, two "3999"']);
});

it('a change of a table as text changes one row and no other', async () => {
  const text = 'key,value\na, "1" \nb,2\nc,3\n';
  const parsed = await parseText('t.csv', text);
  const next = changeText('t.csv', parsed, [
    { row: 1, cells: { value: 'x,y' } },
    { row: 2, cells: null },
    { cells: { key: 'd' } },
  ]);
  expect(next.text).toBe('key,value\na, "1" \nb,"x,y"\nd,\n');
  expect([next.changed, next.removed, next.added]).toEqual([
    [{ before: ['b', '2'], after: ['b', 'x,y'] }],
    [['c', '3']],
    [['d', '']],
  ]);
  expect(() => changeText('t.csv', parsed, [{ row: 0, cells: { other: '' } }])).toThrow(
    't.csv has no column other.',
  );
});
