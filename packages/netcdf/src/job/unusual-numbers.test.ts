// Numbers at the edges of their types, and missing values that are stated in odd ways: nothing
// becomes another number.
import { describe, expect, it } from 'vitest';
import { findAttribute, numbersAttribute } from '../attribute.ts';
import { openDataset } from '../open.ts';
import { DAY, day, FIRST, joined } from '../testing/made-days.ts';
import type { MadeVariable } from '../testing/made-file.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';

const column = (
  type: MadeVariable['type'],
  values: readonly number[],
  attributes: MadeVariable['attributes'] = {},
): MadeVariable => ({ type, dimensions: ['time'], values, attributes });

it.each([
  ['byte', [-127, -128, 1], 127],
  ['ubyte', [255, 0, 1], 2],
  ['short', [-9999, 2, 3], -32767],
] as const)(
  'what an input does not have is filled in %s by a value that no other input uses, with a note',
  async (type, values, filler) => {
    await joined([day(0, { n: column(type, values) }), day(1)], async (result, open) => {
      const dataset = await open(0);
      const all = Array.from((await dataset.read('n')) as Int8Array);
      expect(all).toEqual([...values, filler, filler, filler]);
      expect(numbersAttribute(dataset.variable('n'), 'missing_value')).toEqual([filler]);
      expect(result.files[0]?.notes.join()).toContain(`n states no missing value: ${filler}`);
    });
  },
);

it('what an input does not have is never a zero that may be measured, in the type that has no -9999', async () => {
  await joined([day(0, { u: column('uint64', [0, 1, 2]) }), day(1)], async (_result, open) => {
    const dataset = await open(0);
    const all = [...((await dataset.read('u')) as BigUint64Array)];
    const filler = 18446744073709551614n;
    expect(all).toEqual([0n, 1n, 2n, filler, filler, filler]);
  });
});

const time = (number: number, more: Partial<MadeVariable>) =>
  day(number, { time: { ...column('int', [0, 60, 120]), ...more } });

it('times of inputs that are joined are stored as double where 32 bits do not hold them', async () => {
  const old = { units: 'seconds since 1902-01-01' };
  const epoch = Date.UTC(1902, 0, 1) / 1000;
  const first = time(0, {
    type: 'uint',
    values: [FIRST - epoch, FIRST - epoch + 60, FIRST - epoch + 120],
    attributes: old,
  });
  const second = time(1, { attributes: { units: 'seconds since 2020-01-02' } });
  await joined([first, second], async (_result, open) => {
    const dataset = await open(0);
    const times = Array.from((await dataset.read('time')) as Float64Array, Number);
    const from = FIRST - epoch;
    expect(times).toEqual([
      from,
      from + 60,
      from + 120,
      from + DAY,
      from + DAY + 60,
      from + DAY + 120,
    ]);
  });
});

it('times of inputs that are joined keep every digit of 64 bits', async () => {
  const units = (date: string) => ({ units: `nanoseconds since ${date}` });
  const first = time(0, { type: 'int64', values: [1, 2, 3], attributes: units('2020-01-01') });
  const second = time(300, { type: 'int64', values: [1, 2, 3], attributes: units('2020-10-27') });
  await joined([first, second], async (_result, open) => {
    const dataset = await open(0);
    const days = 300n * 86_400_000_000_000n;
    expect([...((await dataset.read('time')) as BigInt64Array)]).toEqual([
      1n,
      2n,
      3n,
      days + 1n,
      days + 2n,
      days + 3n,
    ]);
  });
});

it('times of inputs that are joined are read as unsigned where they are stored so', async () => {
  const attributes = (date: string) => ({ units: `seconds since ${date}`, _Unsigned: 'true' });
  const values = [0, -32_768, -1];
  const at = (number: number, date: string) =>
    time(number, { type: 'short', values, attributes: attributes(date) });
  await joined([at(0, '2020-01-01'), at(1, '2020-01-02')], async (_result, open) => {
    const dataset = await open(0);
    expect(Array.from((await dataset.read('time', 3)) as Int32Array)).toEqual([
      DAY,
      DAY + 32_768,
      DAY + 65_535,
    ]);
  });
});

const bits = { type: 'short', dimensions: ['time'], values: [-1, -2, 3] } as const;

it('inputs that differ in the sign of their numbers are not joined', async () => {
  const unsigned = { ...bits, attributes: { _Unsigned: 'true' } };
  await joined([day(0, { n: unsigned }), day(1, { n: bits })], async ({ files }) => {
    expect(files).toHaveLength(2);
    expect(files[1]?.notes.join()).toContain('what _Unsigned says of n changes');
  });
});

it('inputs that differ in missing values, or about themselves, get a note', async () => {
  const first = day(0, { n: bits }, { attributes: { serial: 'A', title: 'same', history: 'x' } });
  const second = day(
    1,
    { n: { ...bits, attributes: { missing_value: 3 } } },
    { attributes: { serial: 'B', title: 'same', history: 'y' } },
  );
  await joined([first, second], async ({ files }) => {
    expect(files).toHaveLength(1);
    expect(files[0]?.notes).toContain(
      'n: 3 is stated as missing from day1 on, and now is in all of the file',
    );
    expect(files[0]?.notes).toContain(
      'global attributes differ between inputs (serial); those of the first are kept',
    );
  });
});

const ODD = `
import sys, netCDF4, numpy as np
with netCDF4.Dataset(sys.argv[1], 'w', format='NETCDF3_CLASSIC') as f:
    f.createDimension('time', None)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2020-01-01'; t[:] = [0, 3600, 7200]
    def add(name, kind, values, missing):
        v = f.createVariable(name, kind, ('time',)); v.set_auto_maskandscale(False); v.missing_value = missing; v[:] = values
    add('beyond', 'i2', [0, 1, 2], np.float32(1e20))
    add('wide', 'f4', np.array([-999.9, 1, -999.9], 'f4'), -999.9)
    add('worded', 'i4', [-888, 1, 2], '-888')
`;

describe.skipIf(!hasPython)('missing values of a different type (needs Python netCDF4)', () => {
  it('missing values of a different type stay what they are, count as missing, and are stated so that programs see them', async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/odd.nc`;
    python(ODD, path);
    const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST + 3600 }];
    await joined(
      [],
      async (result, open) => {
        const dataset = await open(0);
        const missing = (name: string) => numbersAttribute(dataset.variable(name), 'missing_value');
        // 1e20 is no short: turned into one it would be 0, which is measured.
        expect(Array.from((await dataset.read('beyond')) as Int16Array)).toEqual([-9999, -9999, 2]);
        expect(missing('beyond')).toEqual([-9999]);
        expect(result.files[0]?.masked).toEqual({ beyond: 2, wide: 1, worded: 1 });
        expect(findAttribute(dataset.variable('worded'), 'missing_value')).toMatchObject({
          type: 'int',
          value: Int32Array.of(-888),
        });
        expect(Array.from((await dataset.read('worded')) as Int32Array)).toEqual([-888, -888, 2]);
      },
      { masks, inputs: [{ name: 'odd', open: () => openDataset(path) }] },
    );
  });
});

const WIDE = `
import sys, netCDF4, numpy as np
for n, path in enumerate(sys.argv[1:]):
    with netCDF4.Dataset(path, 'w') as f:
        f.createDimension('time', None)
        t = f.createVariable('time', 'f8', ('time',)); t.units = f'seconds since 2020-01-0{n + 1}'; t[:] = [0, 3600]
        if n == 0:
            v = f.createVariable('n', 'i8', ('time',), fill_value=-9223372036854775806); v.set_auto_maskandscale(False)
            v[:] = [-9223372036854775807, -9223372036854775806]
`;

describe.skipIf(!hasPython)('integers of 64 bits (needs Python netCDF4)', () => {
  it('integers of 64 bits are filled by the very value that is stated, and the next one is measured', async () => {
    using folder = temporaryFolder();
    const paths = ['a', 'b'].map((name) => `${folder.path}/${name}.nc`);
    python(WIDE, ...paths);
    const masks = [{ variables: 'all' as const, start: FIRST, end: FIRST + 3600 }];
    const inputs = paths.map((path, n) => ({ name: `day${n}`, open: () => openDataset(path) }));
    const stated = -9223372036854775806n;
    await joined(
      [],
      async (_result, open) => {
        const dataset = await open(0);
        const values = await dataset.read('n');
        expect([...(values as BigInt64Array)]).toEqual([stated - 1n, stated, stated, stated]);
      },
      { inputs },
    );
    await joined([], async (result) => expect(result.files[0]?.masked).toEqual({ n: 1 }), {
      inputs,
      masks,
    });
  });
});

const NAMES = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('x', 2)
    for name in ('__proto__', 'constructor', 'toString'): f.createVariable(name, 'f4', ('x',))[:] = [1, 2]
`;

it.skipIf(!hasPython)(
  'variables may be called as a property of every object is (needs Python netCDF4)',
  async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/names.nc`;
    python(NAMES, path);
    const dataset = await openDataset(path);
    expect(dataset.variables.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
    expect(dataset.unreadable).toEqual([]);
    expect(await dataset.read('__proto__')).toEqual(Float32Array.of(1, 2));
    await dataset.close();
  },
);
