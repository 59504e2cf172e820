// Datasets that share workers: what stays open between requests, what is fetched again, and a file
// that never ends beside others.
import { readdirSync, readlinkSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { openDataset } from '../open.ts';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';

const WRITE = `
import sys, numpy as np, netCDF4
for path, count in ((sys.argv[1], 1), (sys.argv[2], 250), (sys.argv[3], 251)):
    with netCDF4.Dataset(path, 'w') as f:
        f.createDimension('time', None); f.createDimension('x', 50)
        for n in range(count):
            v = f.createVariable(f'v{n}', 'f4', ('time', 'x'), chunksizes=(20, 50))
            v[:] = np.arange(5000 if n == 0 else 50).reshape(-1, 50) % 97
`;
const FIRST = Float32Array.from({ length: 50 }, (_, n) => n);
/** The pool's limits: workers, open files of each, and milliseconds for a header. */
const MOST = { workers: 4, files: 8, headerMs: 15_000, endless: 4 };
const hasDescriptors = process.platform === 'linux';

describe.skipIf(!hasPython)('datasets in shared workers (needs Python netCDF4)', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let one: string;
  const of250 = () => join(folder.path, '250.nc');
  const of251 = () => join(folder.path, '251.nc');
  beforeAll(() => {
    folder = temporaryFolder();
    one = join(folder.path, 'one.nc');
    python(WRITE, one, of250(), of251());
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => folder?.[Symbol.dispose]());

  /** Files of the folder that this process has open. */
  const open = () =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith(folder.path) ? [path.slice(folder.path.length + 1)] : [];
      } catch {
        return []; // it was closed meanwhile
      }
    });

  it.skipIf(!hasDescriptors)(
    'datasets in shared workers of which some stay open for the next request, and all are closed in the end',
    async () => {
      const paths = Array.from({ length: MOST.files * MOST.workers + 8 }, (_, n) =>
        join(folder.path, `${n}.nc`),
      );
      for (const path of paths) await copyFile(one, path);
      const datasets = await Promise.all(paths.map((path) => openDataset(path)));
      for (const dataset of datasets) expect(await dataset.read('v0', 0, 1)).toEqual(FIRST);
      expect(open().length).toBeGreaterThanOrEqual(MOST.files);
      expect(open().length).toBeLessThanOrEqual(MOST.files * MOST.workers);
      expect(open()).toContain(`${paths.length - 1}.nc`);
      for (const dataset of datasets) await dataset.close();
      expect(open()).toEqual([]);
    },
  );

  it.skipIf(!hasDescriptors)(
    'datasets in shared workers are closed once more than 250 variables of them are read at once',
    async () => {
      const [few, many] = [await openDataset(of250()), await openDataset(of251())];
      const names = many.variables.map(({ name }) => name);
      expect(open()).toEqual(['250.nc']);
      await many.read('v0');
      await few.read('v0');
      await many.readRows(names, 0, 1);
      expect(open()).toEqual(['250.nc']);
      for (const dataset of [few, many]) await dataset.close();
    },
  );

  it('that lie elsewhere are fetched once, though they are read by turns', async () => {
    const bytes = await readFile(one);
    let fetched = 0;
    const source = {
      ...bytesSource(bytes),
      read(offset: number, length: number) {
        fetched += length;
        return bytesSource(bytes).read(offset, length);
      },
    };
    const datasets = await Promise.all([0, 1, 2].map(() => openDataset(source)));
    for (const dataset of datasets) await dataset.read('v0');
    const before = fetched;
    for (const dataset of [...datasets, ...datasets])
      expect(await dataset.read('v0', 0, 1)).toEqual(FIRST);
    expect(fetched).toBe(before);
    for (const dataset of datasets) await dataset.close();
  });

  it('datasets in shared workers are read by another worker where files that never end keep theirs, and these alone are refused', async () => {
    const bytes = await readFile(one);
    // The list of scales of the first variable, in the heap of the file, is longer than the heap.
    const at = bytes.indexOf('GCOL') + 24;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x20, at);
    const endless = join(folder.path, 'endless.nc');
    await writeFile(endless, bytes);
    const datasets = await Promise.all(Array.from({ length: 20 }, () => openDataset(one)));
    const [every, stop] = [setInterval, clearInterval];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = Array.from({ length: MOST.endless }, () =>
      expect(openDataset(endless)).rejects.toMatchObject({ code: 'endless' }),
    );
    const values = datasets.map((dataset) => dataset.read('v0', 0, 1));
    // The time for a header, which is much less than that for values.
    const timer = every(() => vi.advanceTimersByTime(MOST.headerMs), 300);
    for (const read of values) expect(await read).toEqual(FIRST);
    await Promise.all(refused);
    stop(timer);
    for (const dataset of datasets) await dataset.close();
  });
});
