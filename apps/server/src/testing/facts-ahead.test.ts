// Hour facts that no user asked for: computed at once on an idle machine, for a tenth of the time
// on a busy one.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { wantDays } from '../core/facts/due-days.ts';
import { keepFacts } from '../core/facts/keep-facts.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { writeMetFile } from '../features/orders/testing/met-file.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';

const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
const log = pino({ level: 'silent' });
const MET = 'sgpmetE13.b1';
/** One file in each of these years. */
const YEARS = [2016, 2017, 2018, 2019];

const secondsOf = (year: number): number => Date.UTC(year, 0, 1) / 1000;

describe('hour facts that no user asked for', () => {
  let store: TemporaryStore;
  let folder: string;
  let archive: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    archive = join(folder, 'archive');
    await mkdir(archive);
    for (const year of YEARS)
      await writeMetFile(join(archive, `${MET}.${year}0101.000000.cdf`), {
        ...{ start: secondsOf(year), samples: 144, step: 600, datastream: MET },
      });
    store = await temporaryStore();
    await ensureTables({ shipped: SHIPPED, folder: join(folder, 'tables') });
    await harvest({
      store,
      archive: await openDiskArchive(archive),
      tables: await loadTables(join(folder, 'tables')),
      log,
    });
  });
  afterEach(() => store.close());

  /**
   * Years that have facts after the loop has run on such a machine; each computation takes 100 ms
   * by the given clock.
   */
  async function yearsAfter(
    { load, ahead = true, clockMs }: { load: number; ahead?: boolean; clockMs: number },
    want?: number,
  ): Promise<number[]> {
    const stopping = new AbortController();
    let clock = 1_000_000_000_000;
    const day = want === undefined ? [] : [{ from: secondsOf(want), to: secondsOf(want) }];
    await wantDays(store.db, MET, day, clock);
    const opened = await openDiskArchive(archive);
    const working = keepFacts({
      ...{ store, archive: opened, log, ahead, signal: stopping.signal, everyMs: 1 },
      load: () => load,
      now: () => {
        clock += 50;
        if (clock > 1_000_000_000_000 + clockMs) stopping.abort();
        return clock;
      },
    });
    const limit = sleep(20_000, undefined, { ref: false }).then(() => stopping.abort());
    await Promise.race([working, limit]);
    await working;
    const rows = await store.db.selectFrom('hour_facts').select('year').distinct().execute();
    return rows.map(({ year }) => Number(year)).sort();
  }

  it('[FX2] hour facts that no user asked for are computed for all years on an idle machine', async () => {
    expect(await yearsAfter({ load: 0.1, clockMs: 6000 })).toEqual(YEARS);
  });

  it('[FX2] hour facts that no user asked for begin on a busy machine too, the newest first, with long rests', async () => {
    const some = await yearsAfter({ load: 9, clockMs: 2000 });
    expect(some).toContain(2019);
    expect(some.length).toBeLessThan(YEARS.length);
    expect(await yearsAfter({ load: 9, clockMs: 60_000 })).toEqual(YEARS);
  });

  it('[FX2] hour facts that no user asked for wait for nothing when a user has asked, and are not computed when the operator has turned that off', async () => {
    expect(await yearsAfter({ load: 9, ahead: false, clockMs: 3000 })).toEqual([]);
    expect(await yearsAfter({ load: 9, ahead: false, clockMs: 3000 }, 2017)).toEqual([2017]);
  });
});
