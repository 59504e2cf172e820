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

it('a safe name is never an option, never hidden, never another folder, and the same when cleaned again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const safe = safeName(name);
      expect(safe).toMatch(/^[^-.][^/\\]*$/u);
      expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(safe)).toBe(false);
      expect(safeName(safe)).toBe(safe);
    }),
  );
});
