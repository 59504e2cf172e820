// Names of delivered files, whatever the archive calls them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeName } from './safe-name.ts';

const unmarked = (name: string) => name.replace(/~[0-9a-f]{6}/, '~');

it.each([
  ['sgpmetE13.b1.20190101.000000.cdf', 'sgpmetE13.b1.20190101.000000.cdf'],
  ['-rf.nc', '_-rf~.nc'],
  ['.hidden.nc', '_.hidden~.nc'],
  ['invoice\u202Efdp.nc', 'invoice_fdp~.nc'],
  ['a\u0007b\n.nc', 'a_b_~.nc'],
  ['..\\x', '_.~._x'],
  ['größe µ.nc', 'größe µ.nc'],
])('%j -> %s', (name, safe) => expect(unmarked(safeName(name))).toBe(safe));

it('a safe name never gives two files one name', () => {
  expect(safeName('a\u202eb.nc')).not.toBe(safeName('a\u202db.nc'));
});

it('a safe name leaves room for what orders add to it, and keeps its ending and its mark', () => {
  const long = (letter: string, count: number, ending = '.nc') => letter.repeat(count) + ending;
  expect(safeName(long('x', 177))).toBe(long('x', 177)); // 180 bytes
  expect(safeName(long('x', 178))).toMatch(/^x{170}~[0-9a-f]{6}\.nc$/);
  expect(safeName(long('ü', 89))).toMatch(/^ü{85}~[0-9a-f]{6}\.nc$/);
  expect(safeName(long('x', 250, '.y'.repeat(200)))).toMatch(/^x{171}~[0-9a-f]{6}\.y$/);
  expect(safeName(long('x', 241, 'a.nc'))).not.toBe(safeName(long('x', 241, 'b.nc')));
});

it('a safe name is never an option, never hidden, never another folder, and the same when cleaned again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const safe = safeName(name);
      expect(safe).toMatch(/^[^-.][^/\\]*$/u);
      expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(safe)).toBe(false);
      expect(safeName(safe)).toBe(safe);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
    }),
  );
});
