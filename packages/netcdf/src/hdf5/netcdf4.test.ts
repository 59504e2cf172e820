// NetCDF-4 beyond the real files: groups, strings, user types, unlimited dimensions, sources in
// memory, damage.

import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../fixtures/real-files.ts';
import { type ByteSource, bytesSource } from '../byte-source.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { openDataset } from '../open.ts';
import { expectSameAsNcdump } from '../testing/same-as-ncdump.ts';
import { hasNcdump, hasPython, ncdump, python, temporaryFolder } from '../testing/tools.ts';

const RICH = `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.title = 'a file of everything'
    f.setncattr_string('many', ['one', 'zwei', 'très'])
    f.setncattr_string('one', 'só')
    f.empty = ''
    f.createDimension('time', None); f.createDimension('n', 3); f.createDimension('other', None); f.createDimension('len', 6)
    t = f.createVariable('time', 'f8', ('time',)); t.units = 'seconds since 2019-01-01'; t[:] = np.arange(5.)
    for kind in ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']:
        v = f.createVariable('v_' + kind, kind, ('time', 'n'), zlib=True, fill_value=7)
        v[:4] = np.arange(12).reshape(4, 3) * (1 if kind[0] == 'u' else -1)
        v.setncattr('limit', np.array([1, 2], kind))
    f.createVariable('short_one', 'f4', ('other', 'n'))[:2] = 1.5
    f.createVariable('long_one', 'f4', ('other',))[:4] = 2.5
    s = f.createVariable('words', str, ('n',)); s[:] = np.array(['a', 'çb', ''], object)
    f.createVariable('word', str, ())[...] = 'alone'
    c = f.createVariable('letters', 'S1', ('n', 'len')); c[:] = netCDF4.stringtochar(np.array(['ab', 'cdefgh', ''], 'S6'))
    f.createVariable('scalar', 'i2', ())[...] = 42
    f.createVariable('n', 'f4', ('len',))[:] = np.arange(6)
    f.createVariable('bigendian', '>f4', ('n',), endian='big')[:] = [1, 2, 3]
    f.createVariable('nothing', 'f4', ('time', 'n'))
`;

describe.skipIf(!hasPython || !hasNcdump)(
  'NetCDF-4 made by Python (needs netCDF4 and ncdump)',
  () => {
    it('NetCDF-4 made by Python is read as ncdump reads it, with what was never written filled (needs netCDF4 and ncdump)', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'rich.nc');
      python(RICH, path);
      const dataset = await openDataset(path);
      expect(await expectSameAsNcdump(dataset, ncdump(path))).toBeGreaterThan(200);
      expect(
        dataset.dimensions.filter(({ unlimited }) => unlimited).map(({ name }) => name),
      ).toEqual(['time', 'other']);
      expect(await dataset.read('v_i4', 3)).toEqual(Int32Array.of(-9, -10, -11, 7, 7, 7));
      expect(await dataset.read('words', 1, 3)).toEqual(['çb', '']);
      await dataset.close();
    });

    it('with groups has their variables under their path', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'groups.nc');
      python(
        `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('x', 2)
    f.createVariable('a', 'i4', ('x',))[:] = [1, 2]
    g = f.createGroup('deep').createGroup('down')
    g.note = 'here'
    g.createDimension('y', 3)
    g.createVariable('b', 'f4', ('x', 'y'))[:] = 5`,
        path,
      );
      const dataset = await openDataset(path);
      expect(
        dataset.variables.map(({ name, dimensions, shape }) => [name, dimensions, shape]),
      ).toEqual([
        ['a', ['x'], [2]],
        ['deep/down/b', ['x', 'deep/down/y'], [2, 3]],
      ]);
      expect(dataset.attributes).toEqual([{ name: 'deep/down/note', type: 'char', value: 'here' }]);
      expect(await dataset.read('deep/down/b')).toEqual(new Float32Array(6).fill(5));
      await dataset.close();
    });

    it('with groups in each other is read to a depth of 32, and deeper ones are the reason why it is not', async () => {
      using folder = temporaryFolder();
      const at = (depth: number) => join(folder.path, `${depth}.nc`);
      python(
        `
import sys, netCDF4
for depth, path in ((32, sys.argv[1]), (33, sys.argv[2])):
    with netCDF4.Dataset(path, 'w') as f:
        group = f
        for n in range(depth):
            group = group.createGroup('g')
        group.createVariable('a', 'i4', ())[...] = depth`,
        at(32),
        at(33),
      );
      const dataset = await openDataset(at(32));
      expect(dataset.variables.map(({ name }) => name)).toEqual([`${'g/'.repeat(32)}a`]);
      await dataset.close();
      await expect(openDataset(at(33))).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('Its groups are more than 32 deep.'),
      });
    });

    it('with types that are not read still opens, names them, and tells enumerations as flags', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'types.nc');
      python(
        `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('x', 2)
    pair = f.createCompoundType(np.dtype([('a', 'i4'), ('b', 'f8')]), 'pair')
    f.createVariable('compound', pair, ('x',))
    f.createVariable('ragged', f.createVLType('i4', 'list'), ('x',))
    kind = f.createEnumType('u1', 'kind', {'clear': 0, 'cloudy sky': 4})
    f.createVariable('sky', kind, ('x',))[:] = [4, 0]
    f.createVariable('good', 'i4', ('x',))[:] = [1, 2]`,
        path,
      );
      const dataset = await openDataset(path);
      expect(dataset.unreadable).toEqual([
        { name: 'compound', reason: 'compound values are not supported' },
        { name: 'ragged', reason: 'variable-length values are not supported' },
      ]);
      await expect(dataset.read('compound')).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringContaining('compound values'),
      });
      expect(await dataset.read('sky')).toEqual(Uint8Array.of(4, 0));
      expect(dataset.variable('sky').attributes).toEqual([
        { name: 'flag_values', type: 'ubyte', value: Uint8Array.of(0, 4) },
        { name: 'flag_meanings', type: 'char', value: 'clear cloudy_sky' },
      ]);
      expect(await dataset.read('good')).toEqual(Int32Array.of(1, 2));
      await dataset.close();
    });

    it('with a damaged compressed chunk fails, instead of giving what is not in it', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'damaged.nc');
      python(
        `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('x', 20000)
    f.createVariable('v', 'f4', ('x',), zlib=True)[:] = np.random.default_rng(1).random(20000)`,
        path,
      );
      const bytes = await readFile(path);
      await writeFile(path, bytes.fill(0x55, bytes.length - 30_000, bytes.length - 20_000));
      const dataset = await openDataset(path);
      await expect(dataset.read('v')).rejects.toMatchObject({ code: 'corrupt' });
      await dataset.close();
    });

    it('with a variable that is named after its first dimension has all of its dimensions, as it was made', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'named.nc');
      python(
        `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    for name, length in (('level', 2), ('lon', 3), ('lat', 3)):
        f.createDimension(name, length)
    f.createVariable('lat', 'f4', ('lat', 'lon'))[:] = np.arange(9).reshape(3, 3)
    f.createVariable('z', 'f4', ('level', 'lat', 'lon'))[:] = 1`,
        path,
      );
      const dataset = await openDataset(path);
      expect(dataset.variables.map(({ name, dimensions }) => [name, ...dimensions])).toEqual([
        ['lat', 'lat', 'lon'],
        ['z', 'level', 'lat', 'lon'],
      ]);
      await dataset.close();
    });

    it('without dimension scales gets phony dimensions, as ncdump makes them', async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'plain.h5');
      await plainHdf5(path);
      const dataset = await openDataset(path);
      await expectSameAsNcdump(dataset, ncdump(path));
      expect(dataset.dimensions.map(({ name, length }) => [name, length])).toEqual([
        ['phony_dim_0', 2],
        ['phony_dim_1', 3],
        ['phony_dim_2', 3],
      ]);
      await dataset.close();
    });
  },
);

describe('a real NetCDF-4 file', () => {
  const path = realFile('sgpaosccn2colaE13.b1.20170903.000000.nc');

  it('a real NetCDF-4 file is read from a byte source as from its path, without reading all of it', async () => {
    const direct = await openDataset(path);
    const remote = watched(bytesSource(await readFile(path)));
    const dataset = await openDataset(remote);
    expect({ ...dataset }.variables).toEqual({ ...direct }.variables);
    const large = watched(repeatedBehind(await readFile(path), 40e6));
    const lazy = await openDataset(large);
    await lazy.read('time', 0, 10);
    expect(large.bytes).toBeLessThan(2e6);
    for (const { name } of direct.variables) {
      expect(await dataset.read(name)).toEqual(await direct.read(name));
    }
    for (const each of [direct, dataset, lazy]) await each.close();
    expect(remote.closed).toBe(true);
    await expect(dataset.read('time')).rejects.toMatchObject({ code: 'closed' });
  });

  it('a real NetCDF-4 file that is cut off or fails while it is read is refused by name', async () => {
    using folder = temporaryFolder();
    const bytes = await readFile(path);
    const cut = join(folder.path, 'cut.nc');
    await writeFile(cut, bytes.subarray(0, bytes.length - 1000));
    await expect(openDataset(cut)).rejects.toMatchObject({
      code: 'truncated',
      message: expect.stringContaining('cut.nc'),
    });
    const failing: ByteSource = {
      ...bytesSource(bytes),
      read: (offset, length) =>
        offset > 0
          ? Promise.reject(new Error('gone'))
          : bytesSource(bytes).read(offset, Math.min(length, 40_000)),
    };
    await expect(openDataset(failing)).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable|truncated/),
    });
    // and the pool goes on
    const dataset = await openDataset(path);
    expect((await dataset.read('time')).length).toBeGreaterThan(0);
    await dataset.close();
  });

  it('a real NetCDF-4 file with any damage is read or refused by name, and the pool goes on', async () => {
    const whole = await readFile(realFile('sgpco2flx4mC1.b1.20201007.001500.nc'));
    const places = fc.array(fc.tuple(fc.integer({ min: 8, max: whole.length - 1 }), fc.nat(255)), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(places, async (changes) => {
        const bytes = new Uint8Array(whole);
        for (const [place, value] of changes) bytes[place] = value;
        try {
          const dataset = await openDataset(bytesSource(bytes));
          try {
            for (const { name } of dataset.variables) await dataset.read(name);
          } finally {
            await dataset.close();
          }
        } catch (error) {
          expect(error).toBeInstanceOf(NetcdfError);
        }
      }),
      { numRuns: 80 },
    );
    const dataset = await openDataset(bytesSource(whole));
    expect(await dataset.read('lat')).toEqual(Float32Array.of(36.605381));
    await dataset.close();
  });

  it('a real NetCDF-4 file opens many times over in a few workers, and many at once', async () => {
    const opened = await Promise.all(Array.from({ length: 60 }, () => openDataset(path)));
    const firsts = await Promise.all(opened.map((dataset) => dataset.read('time', 0, 1)));
    expect(new Set(firsts.map(String)).size).toBe(1);
    await Promise.all(opened.map((dataset) => dataset.close()));
  });

  it('a real NetCDF-4 file does not keep the process alive, open or closed', () => {
    const index = join(import.meta.dirname, '../index.ts');
    const script = `
      import { openDataset } from ${JSON.stringify(index)};
      const kept = await openDataset(${JSON.stringify(path)});
      const values = await kept.read('time');
      console.log(values.length);
      // a worker or a timer that holds the process would let this one fire
      setTimeout(() => console.log('still here'), 3000).unref();`;
    const out = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(Number.parseInt(out, 10)).toBeGreaterThan(0);
    expect(out).not.toContain('still here');
  });
});

function watched(source: ByteSource): ByteSource & { bytes: number; closed: boolean } {
  const self = {
    size: source.size,
    bytes: 0,
    closed: false,
    read: (offset: number, length: number) => {
      self.bytes += length;
      return source.read(offset, length);
    },
    close: () => {
      self.closed = true;
      return source.close();
    },
  };
  return self;
}

/** A source that is much longer than its file: what follows must not be read. */
function repeatedBehind(bytes: Uint8Array, size: number): ByteSource {
  const inner = bytesSource(bytes);
  return {
    size,
    read: async (offset, length) => {
      const wanted = new Uint8Array(Math.min(length, size - offset));
      wanted.set(await inner.read(offset, wanted.length));
      return wanted;
    },
    close: () => inner.close(),
  };
}

/** HDF5 that no NetCDF library wrote. */
async function plainHdf5(path: string): Promise<void> {
  const { File, ready } = await import('h5wasm/node');
  await ready;
  const file = new File(path, 'w');
  file.create_dataset({ name: 'a', data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] });
  file.create_dataset({
    name: 'b',
    data: Int32Array.from({ length: 9 }, (_, i) => i),
    shape: [3, 3],
  });
  file.close();
}
