// A machine that takes long to load the library: no file is skipped for that.
import { afterEach, expect, it, vi } from 'vitest';
import { hasPython, python, temporaryFolder } from '../testing/tools.ts';
import { Hdf5Session } from './pool.ts';

const WRITE = `
import sys, netCDF4
with netCDF4.Dataset(sys.argv[1], 'w') as f: f.title = 'small'
`;

afterEach(() => {
  vi.useRealTimers();
});

it.skipIf(!hasPython)(
  'a header has its time from when the library is loaded (needs Python netCDF4)',
  async () => {
    using folder = temporaryFolder();
    const path = `${folder.path}/small.nc`;
    python(WRITE, path);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const session = new Hdf5Session();
    const header = session.run({ kind: 'header', input: { path } });
    vi.advanceTimersByTime(60_000); // nothing of the worker can have been heard yet
    vi.useRealTimers();
    await expect(header).resolves.toMatchObject({
      attributes: [{ name: 'title', value: 'small' }],
    });
    await session.release();
  },
);
