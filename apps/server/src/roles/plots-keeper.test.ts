// A server that makes no plots ahead starts no thread for them either, until a plot is requested.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskBlobs } from '../adapters/blobs-disk.ts';
import { tablesOf } from '../features/orders/testing/tables.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { temporaryStore } from '../store/testing/temporary-store.ts';
import { keepPlots } from './plots-keeper.ts';
import { openWorkPool } from './work-pool.ts';

it.each([
  ['on', 1],
  ['off', 0],
])(
  'with plots ahead %s, a server starts %i threads before the first plot is requested',
  async (ahead, started) => {
    const home = temporaryFolder();
    const configuration = readConfiguration({
      ISOBAR_HOME: join(home, 'home'),
      ISOBAR_ARCHIVE: home,
      ISOBAR_LOG: 'silent',
      ISOBAR_PLOTS_AHEAD: ahead,
    });
    const store = await temporaryStore();
    const pool = await openWorkPool({ configuration, version: '1.0.0' });
    const threads: number[] = [];
    const plots = keepPlots({
      pool: {
        ...pool,
        warm: (count = 1) => {
          threads.push(count);
          pool.warm(count);
        },
      },
      configuration,
      db: store.db,
      tables: async () => tablesOf({}),
      blobs: await openDiskBlobs(join(home, 'plots')),
      log: createLog('silent'),
    });
    plots.begin();
    await plots.close();
    await pool.close();
    await store.close();
    expect(threads).toHaveLength(started);
  },
);
