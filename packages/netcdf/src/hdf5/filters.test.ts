// Compressed NetCDF-4 beyond deflate, filters that are not read, damage, and files that change on
// the disk.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDataset } from '../open.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';
import { missingFilter } from './filters.ts';
import type { H5 } from './h5.ts';

const WRITE = `
import sys, numpy as np, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    f.createDimension('time', None); f.createDimension('x', 50)
    t = f.createVariable('time', 'f8', ('time',), chunksizes=(512,)); t.units = 'seconds since 2019-01-01'; t[:] = np.arange(100.)
    how = sys.argv[2]
    options = {'fletcher32': True} if how == 'fletcher32' else {'compression': how}
    v = f.createVariable('v', 'f4', ('time', 'x'), chunksizes=(20, 50), **options)
    v[:] = np.arange(5000).reshape(100, 50) % 97
`;

/** Nothing is written, so that the chunks take no room. */
const LARGE = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f:
    for name, length, packed in (('at', 1 << 26, True), ('over', (1 << 26) + 1, True), ('plain', 1 << 27, False)):
        f.createDimension(f'{name}_n', length)
        f.createVariable(name, 'f4', (f'{name}_n',), chunksizes=(length,), zlib=packed)
`;

const read = async (path: string) => {
  const dataset = await openDataset(path);
  try {
    return await dataset.read('v');
  } finally {
    await dataset.close();
  }
};
/** The time limit of the pool for reading a header, in milliseconds. */
const LONGEST_HEADER_MS = 15_000;
const SOON_MS = 600;

afterEach(() => {
  vi.useRealTimers();
});

const expected = Float32Array.from({ length: 5000 }, (_, n) => n % 97);

/**
 * Some builds of the C library have no plugins for these, and write what they cannot compress as it
 * is.
 */
const hasFilter = (name: string): boolean => {
  if (!hasPython) return false;
  const asked = `import netCDF4; f = netCDF4.Dataset('x', 'w', diskless=True); print(f.has_${name}_filter())`;
  return python(asked).trim() === 'True';
};
const FILTERS = {
  ...{ szip: hasFilter('szip'), zstd: hasFilter('zstd') },
  ...{ bzip2: hasFilter('bzip2'), blosc: hasFilter('blosc') },
};

describe.skipIf(!hasPython)('compressed NetCDF-4 (needs Python netCDF4)', () => {
  it.each(['zlib', 'fletcher32'])('with %s is read', readsBack);
  it.skipIf(!FILTERS.szip)(
    'compressed NetCDF-4 with szip is read (needs Python netCDF4 with szip)',
    () => readsBack('szip'),
  );
  it.skipIf(!FILTERS.zstd)(
    'compressed NetCDF-4 with zstd is read (needs Python netCDF4 with zstd)',
    () => readsBack('zstd'),
  );
  it.skipIf(!FILTERS.bzip2)(
    'compressed NetCDF-4 with bzip2 is read (needs Python netCDF4 with bzip2)',
    () => readsBack('bzip2'),
  );
  it.skipIf(!FILTERS.blosc).each(['blosc_lz4', 'blosc_lz4hc', 'blosc_zlib', 'blosc_zstd'])(
    'compressed NetCDF-4 with %s is read (needs Python netCDF4 with blosc)',
    readsBack,
  );

  async function readsBack(how: string): Promise<void> {
    using folder = temporaryFolder();
    const path = join(folder.path, 'v.nc');
    python(WRITE, path, how);
    expect(await read(path)).toEqual(expected);
  }

  it.skipIf(!FILTERS.zstd)(
    'compressed NetCDF-4 with an unknown filter names it and reads the rest (needs Python netCDF4 with zstd)',
    async () => {
      using folder = temporaryFolder();
      const path = join(folder.path, 'v.nc');
      python(WRITE, path, 'zstd');
      const bytes = await readFile(path);
      // version 1 of the filter message: the number 32015 (zstd), then lengths and flags, then the
      // name
      const at = bytes.indexOf(Buffer.from([0x0f, 0x7d]));
      expect(at).toBeGreaterThan(0);
      bytes.writeUInt16LE(32014, at);
      await writeFile(path, bytes);
      const dataset = await openDataset(path).catch(() => undefined);
      // the header has a checksum: then it is refused as a whole, which is right as well
      if (!dataset) return;
      expect(dataset.unreadable).toEqual([
        { name: 'v', reason: 'it is compressed by filter 32014 (fpzip), which is not read here' },
      ]);
      expect(dataset.variables.map(({ name }) => name)).toEqual(['time']);
      await dataset.close();
    },
  );

  it('compressed NetCDF-4 with chunks of more than 256 MB leaves these variables out, and no others', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'v.nc');
    python(LARGE, path);
    const dataset = await openDataset(path);
    expect(dataset.unreadable).toEqual([
      { name: 'over', reason: 'its compressed chunks of 268435460 B are too large to be unpacked' },
    ]);
    expect(dataset.variables.map(({ name }) => name).sort()).toEqual(['at', 'plain']);
    await dataset.close();
  });

  it('compressed NetCDF-4 whose checksum does not fit is refused, though it was good when it was read before', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'v.nc');
    python(WRITE, path, 'fletcher32');
    await copyFile(path, `${path}.good`);
    const good = await readFile(path);
    const begin = good.indexOf(Buffer.from(expected.buffer, 0, 400));
    expect(begin).toBeGreaterThan(0);
    for (let round = 0; round < 3; round++) {
      const bad = Buffer.from(good);
      bad.writeUInt8(bad.readUInt8(begin + round) ^ 4, begin + round);
      await writeFile(path, bad); // in place: the same inode as before
      await expect(read(path)).rejects.toMatchObject({ name: 'NetcdfError' });
      await writeFile(path, good);
      expect(await read(path)).toEqual(expected);
    }
  });

  it('compressed NetCDF-4 whose dimensions lead nowhere is refused, as the C library does', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'v.nc');
    python(WRITE, path, 'zlib');
    const good = await readFile(path);
    const outcomes = new Set<string>();
    const heap = good.indexOf('GCOL');
    expect(heap).toBeGreaterThan(0);
    // Reading some of these files never ends: their fifteen seconds are cut short here.
    const [later, clearLater] = [setTimeout, clearTimeout];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let at = heap + 16; at < heap + 112; at++) {
      const bad = Buffer.from(good);
      bad.writeUInt8(bad.readUInt8(at) ^ 0x20, at);
      const other = join(folder.path, `${at}.nc`);
      await writeFile(other, bad);
      const impatient = later(() => vi.advanceTimersByTime(LONGEST_HEADER_MS), SOON_MS);
      const ours = await openDataset(other).then(
        async (dataset) => {
          await dataset.close();
          return 'opened';
        },
        () => 'refused',
      );
      clearLater(impatient);
      outcomes.add(ours);
    }
    expect(outcomes).toContain('refused');
  });
});

it.each([
  [[1, 2, 3], undefined],
  [[1, 305], '305 (LZO)'],
  [[40_000], '40000 (of no known name)'],
  [[40_001], '40001 (as the file calls it)'],
])('filters %j are read, or the first that is not is named', (ids, named) => {
  const filters = ids.map((id) => ({ id, name: id === 40_001 ? 'as the file calls it' : '' }));
  // all that filters are read with
  const h5 = { get_dataset_filters: () => filters } as unknown as H5;
  const reason = missingFilter(h5, 0n, '/v');
  if (named === undefined) expect(reason).toBeUndefined();
  else expect(reason).toBe(`it is compressed by filter ${named}, which is not read here`);
});
