// Hour facts of the real files, compared with numpy row by row; and what becomes of them when files
// change or a worker dies.

import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factColumns } from '@isobar/contract/calls/facts.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../../../../fixtures/real-files.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { hasReaders } from '../../../../scripts/python-modules.mjs';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { computeLatest } from '../core/facts/compute.ts';
import { addDatastreams, nextDue, takeDays } from '../core/facts/due-days.ts';
import { computeAll } from '../core/facts/keep-facts.ts';
import { FactReader, factVariables, unknownHours } from '../core/facts/read-facts.ts';
import { yearOf, yearStart } from '../core/facts/year-days.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { registerFactColumns } from '../features/facts/routes.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { tablesOf } from '../features/orders/testing/tables.ts';
import { createHttp } from '../platform/http/http.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../store/testing/temporary-store.ts';
import { rowsOfPython } from './rows-of-python.ts';

const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
const NUMPY = fileURLToPath(new URL('./hour-facts.py', import.meta.url));
const hasNumpy = hasReaders();
const log = pino({ level: 'silent' });

/**
 * Datastream, variable, units, hour since 1970; valid, bad, missing, mean, max, min (null of
 * columns).
 */
type Row = readonly [string, string, string, number, ...(number | null)[]];
const NO_ROW: Row = ['', '', '', 0];

/** Single precision holds seven digits. */
const isNear = (got: number, expected: number): boolean =>
  Number.isNaN(expected)
    ? Number.isNaN(got)
    : Math.abs(got - expected) <= 2e-6 * Math.max(Math.abs(expected), 1e-30);

/** What numpy counts and averages in every hour of all files of the store. */
async function numpyRows({ db }: TemporaryStore): Promise<Row[]> {
  const files = await db.selectFrom('files').select(['datastream', 'path']).execute();
  const asked: Record<string, { paths: string[]; variables: string[] }> = {};
  for (const [datastream, some] of Map.groupBy(files, (file) => file.datastream)) {
    const known = await factVariables(db, datastream);
    const variables = [...new Set(known.map(({ variable }) => variable))];
    asked[datastream] = { paths: some.map(({ path }) => join(REAL_ARCHIVE, path)), variables };
  }
  return rowsOfPython<Row>(NUMPY, asked);
}

/** By datastream, variable and units. */
const ofVariables = (rows: readonly Row[]) =>
  Map.groupBy(rows, ([datastream, variable, units]) =>
    JSON.stringify([datastream, variable, units]),
  ).values();

describe('hour facts', () => {
  let store: TemporaryStore;
  /** With the facts of all real files, which only the tests beside numpy need. */
  let realStore: TemporaryStore;
  let rowsOfNumpy: Promise<Row[]> | undefined;
  const realRows = () => {
    rowsOfNumpy ??= (async () => {
      store = await temporaryStore();
      realStore = store;
      await harvestAll();
      await compute();
      return await numpyRows(realStore);
    })();
    return rowsOfNumpy;
  };
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    await ensureTables({ shipped: SHIPPED, folder: join(folder, 'tables') });
  });
  afterAll(async () => {
    if (rowsOfNumpy) await realStore.close();
  });

  const work = async (archive = REAL_ARCHIVE) => ({
    store,
    archive: await openDiskArchive(archive),
    log,
    signal: new AbortController().signal,
  });
  const harvestAll = async (archive = REAL_ARCHIVE) =>
    harvest({
      store,
      archive: await openDiskArchive(archive),
      tables: await loadTables(join(folder, 'tables')),
      log,
    });
  const compute = async (archive = REAL_ARCHIVE) => {
    for await (const { isDone } of computeAll(await work(archive), [])) expect(isDone).toBe(true);
  };
  /** An archive of two days of one datastream, and one of another. */
  const fewDays = async (name: string): Promise<string> => {
    const archive = join(folder, name);
    await cp(REAL_ARCHIVE, archive, {
      recursive: true,
      filter: (path) =>
        !/\.(nc|cdf)$/.test(path) || /sgpmetE13\.b1\.2019010[12]|sgpswats/.test(path),
    });
    return archive;
  };

  describe.skipIf(!hasNumpy)('of all real files (needs numpy and netCDF4)', () => {
    it('[FX1] hour facts equal what numpy counts and averages in every hour of every variable of all real files', async () => {
      const rows = await realRows();
      const reader = new FactReader(realStore.db);
      const wrong: string[] = [];
      for (const some of ofVariables(rows)) {
        const [[datastream, variable, units, first] = NO_ROW] = some;
        const year = yearOf(first * 3600);
        const range = { from: yearStart(year), to: yearStart(year + 1) };
        const of = { datastream, variable, units };
        const counts = await Promise.all(
          (['valid', 'bad', 'missing'] as const).map((name) => reader.counts(of, name, range)),
        );
        const values = await Promise.all(
          (['mean', 'max', 'min'] as const).map((name) => reader.values(of, name, range)),
        );
        for (const [, , , hour, ...numpy] of some) {
          const at = hour - range.from / 3600;
          const isSame =
            counts.every((one, n) => one[at] === numpy[n]) &&
            values.every((one, n) => isNear(one[at] ?? Number.NaN, numpy[3 + n] ?? Number.NaN));
          if (!isSame) wrong.push(`${datastream} ${variable} ${at}: ${numpy}`);
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(rows.length).toBeGreaterThan(5000);
    });

    it('[FX3] hour facts of all real files are answered as JSON and as 32-bit numbers, of columns without a minimum', async () => {
      const rows = await realRows();
      const http = await createHttp<string>({
        log,
        requestsPerMinute: 1e6,
        trustProxy: false,
        noSessionMessage: 'no session',
        session: async () => null,
      });
      const tables = tablesOf({});
      registerFactColumns(http, { db: realStore.db, tables: async () => tables });
      let columns = 0;
      const wrong: string[] = [];
      for (const some of ofVariables(rows)) {
        const [[datastream, variable, units, first] = NO_ROW] = some;
        const day = new Date(first * 3_600_000).toISOString().slice(0, 10);
        const query = new URLSearchParams({ from: day, to: day, units });
        const url = `/services/facts/${datastream}/${encodeURIComponent(variable)}?${query}`;
        const listed = await http.app.inject({ url });
        expect(listed.statusCode, `${url} ${listed.body}`).toBe(200);
        const facts = factColumns.parse(listed.json());
        if (facts.dimensions === 2) columns++;
        const plain = await http.app.inject({ url: `${url}&format=float32` });
        expect(plain.headers['content-type']).toBe('application/octet-stream');
        const numbers = plain.rawPayload;
        expect(numbers.length).toBe(7 * 24 * 4);
        for (const [, , , hour, valid, bad, missing, mean, max, min] of some) {
          const at = hour - Date.parse(day) / 3_600_000;
          if (at < 0 || at >= 24) continue;
          const told = [facts.n, facts.bad, facts.missing, facts.mean, facts.max, facts.min];
          const places = [0, 1, 3, 4, 6, 5];
          for (const [n, numpy] of [valid, bad, missing, mean, max, min].entries()) {
            const asJson = told[n]?.[at] ?? Number.NaN;
            const asNumber = numbers.readFloatLE(((places[n] ?? 0) * 24 + at) * 4);
            if (![asJson, asNumber].every((one) => isNear(one, numpy ?? Number.NaN)))
              wrong.push(`${url} hour ${at} column ${n}: ${asJson}, ${asNumber} for ${numpy}`);
          }
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(columns).toBeGreaterThan(0);
      await http.app.close();
    }, 120_000);
  });

  describe.each(STORE_KINDS)('on %s', (kind) => {
    it('[FX2] the store of hour facts has none of a changed day until they are computed again', async () => {
      store = await temporaryStore(kind);
      const archive = await fewDays(`changed-${kind}`);
      await harvestAll(archive);
      const day = { from: Date.UTC(2019, 0, 2) / 1000, to: Date.UTC(2019, 0, 3) / 1000 };
      const unknown = async () =>
        (await unknownHours(store.db, 'sgpmetE13.b1', day)).reduce((sum, one) => sum + one, 0);
      expect(await unknown()).toBe(24);
      await compute(archive);
      expect(await unknown()).toBe(0);
      const name = (await readdir(archive)).find((file) => file.includes('20190102'));
      await cp(
        join(REAL_ARCHIVE, 'sgpmetE13.b1.20190103.000000.cdf'),
        join(archive, 'sgpmetE13.b1.20190103.000000.cdf'),
      );
      await rm(join(archive, name ?? ''));
      await harvestAll(archive);
      expect(await unknown()).toBe(24);
      const first = { from: Date.UTC(2019, 0, 1) / 1000, to: Date.UTC(2019, 0, 4) / 1000 };
      expect(
        (await unknownHours(store.db, 'sgpmetE13.b1', first)).reduce((sum, one) => sum + one, 0),
      ).toBe(48);
      await compute(archive);
      const valid = await new FactReader(store.db).counts(
        { datastream: 'sgpmetE13.b1', variable: 'temp_mean', units: 'degC' },
        'valid',
        first,
      );
      expect([valid[0], valid[24], valid[48]]).toEqual([60, 0, 60]);
      await store.close();
    });

    it('the worker of hour facts computes again what one had taken that died', async () => {
      store = await temporaryStore(kind);
      const archive = await fewDays(`taken-${kind}`);
      await harvestAll(archive);
      while ((await addDatastreams(store.db, 50)) > 0);
      const any = { wantedSinceMs: 0, onlyWanted: false };
      const next = await nextDue(store.db, 1000, any);
      if (!next) throw new Error('Nothing is due.');
      const taken = await takeDays(store, next, next.due, 1000);
      expect(taken?.days.size).toBe(next.due.size);
      expect(await nextDue(store.db, 2000, any)).not.toMatchObject({
        datastream: next.datastream,
        year: next.year,
      });
      const range = { from: yearStart(next.year), to: yearStart(next.year + 1) };
      const unknown = await unknownHours(store.db, next.datastream, range);
      expect(unknown.some((one) => one === 1)).toBe(true);
      const late = (taken?.leasedUntilMs ?? 0) + 1;
      const again = await nextDue(store.db, late, any);
      expect(again).toMatchObject({ datastream: next.datastream, year: next.year });
      expect(
        await computeLatest({ ...(await work(archive)), now: () => late }, again ?? next),
      ).toBe(true);
      expect((await unknownHours(store.db, next.datastream, range)).some((one) => one === 1)).toBe(
        false,
      );
      expect(yearOf(range.from)).toBe(next.year);
      await store.close();
    });
  });
});
