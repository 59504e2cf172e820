// Tables of pages: what is a quantity is aligned as one.
import { expect, it } from 'vitest';
import { table } from './parts.ts';

it('numbers and sizes of a table are aligned as quantities, with their heads, and texts are not', () => {
  const { text } = table(
    ['File', 'Values', 'Size', 'Kind'],
    [
      ['a.nc', 1440, '85.8 kB', '12 of kB'],
      ['b.nc', '', '1,023 bytes', 'GB'],
    ],
  );
  const cells = [...text.matchAll(/<t[hd]\b([^>]*)>([^<]*)</g)].map(([, attributes = '', cell]) => [
    cell,
    attributes.includes('class="number"'),
  ]);
  expect(cells).toEqual([
    ['File', false],
    ['Values', true],
    ['Size', true],
    ['Kind', false],
    ['a.nc', false],
    ['1,440', true],
    ['85.8 kB', true],
    ['12 of kB', false],
    ['b.nc', false],
    ['', false],
    ['1,023 bytes', true],
    ['GB', false],
  ]);
});
