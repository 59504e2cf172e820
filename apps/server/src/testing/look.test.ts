// What the screen 'Look' is given, compared with what numpy reads from the real files: samples,
// columns of near and far windows, pictures.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LookReply,
  type LookState,
  lookReply,
  sampleReply,
} from '@isobar/contract/calls/look.ts';
import { fromBase64 } from '@isobar/contract/quicklooks/base64.ts';
import { valueOfByte } from '@isobar/contract/quicklooks/palette.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../../../../fixtures/real-files.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { hasReaders } from '../../../../scripts/python-modules.mjs';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { computeAll } from '../core/facts/keep-facts.ts';
import { FactReader, factVariables } from '../core/facts/read-facts.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { answerLook } from '../features/facts/look.ts';
import { registerLook } from '../features/facts/look-routes.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { tablesOf } from '../features/orders/testing/tables.ts';
import { createHttp, type Http } from '../platform/http/http.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import { rowsOfPython } from './rows-of-python.ts';

const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
const NUMPY = fileURLToPath(new URL('./look-samples.py', import.meta.url));
const hasNumpy = hasReaders();
const log = pino({ level: 'silent' });

/** What numpy reads of one variable of one file. */
interface Truth {
  readonly datastream: string;
  readonly variable: string;
  readonly levels: number;
  readonly times: readonly (number | null)[];
  readonly values: readonly (readonly (number | null)[])[];
  readonly bad: readonly (readonly boolean[])[];
}
interface Sample {
  readonly time: number;
  readonly value: number | null;
  readonly bad: boolean;
}

/** Datastreams whose variables are compared. */
const COMPARED = ['sgpmetE13.b1', 'sgpsirsE13.b1', 'sgpmfrsr7nchE11.b1', 'sgpco2flx4mC1.b1'];
const MET = 'sgpmetE13.b1';

describe.skipIf(!hasNumpy)('Look (needs numpy)', () => {
  let store: TemporaryStore;
  let folder: string;
  let http: Http<string>;
  let tables: CuratedTables;
  let truths: readonly Truth[];
  /** 'datastream variable' -> the samples of all files, by time. */
  const samples = new Map<string, Sample[]>();

  beforeAll(async () => {
    folder = temporaryFolder();
    store = await temporaryStore();
    await ensureTables({ shipped: SHIPPED, folder: join(folder, 'tables') });
    const archive = await openDiskArchive(REAL_ARCHIVE);
    await harvest({ store, archive, tables: await loadTables(join(folder, 'tables')), log });
    const { signal } = new AbortController();
    for await (const _ of computeAll({ store, archive, log, signal }, COMPARED));
    truths = await readTruths(store);
    for (const { datastream, variable, levels, times, values, bad } of truths) {
      if (levels > 1) continue;
      const key = `${datastream} ${variable}`;
      const known = samples.get(key) ?? [];
      samples.set(key, known);
      for (const [at, time] of times.entries())
        if (time !== null)
          known.push({ time, value: plain(values[at]?.[0]), bad: bad[at]?.[0] ?? false });
    }
    tables = tablesOf({});
    const facts = { db: store.db, reader: new FactReader(store.db) };
    http = await createHttp<string>({
      log,
      requestsPerMinute: 1e6,
      trustProxy: false,
      noSessionMessage: 'no session',
      session: async () => null,
    });
    registerLook(http, {
      db: store.db,
      tables: async () => tables,
      look: (job) => answerLook({ archive: async () => archive, facts: async () => facts }, job),
    });
  }, 300_000);
  afterAll(async () => {
    await http.app.close();
    await store.close();
  });

  async function ask(path: string, query: Readonly<Record<string, string | number>>) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) params.set(name, String(value));
    const reply = await http.app.inject({ url: `/services/facts/${path}?${params}` });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<unknown>();
  }
  const windowOf = async (
    key: string,
    query: Readonly<Record<string, string | number>>,
  ): Promise<LookReply> => lookReply.parse(await ask(`${key.replace(' ', '/')}/window`, query));

  const anyKey = () => fc.constantFrom(...samples.keys());
  const anySample = () =>
    anyKey().chain((key) => fc.nat((samples.get(key)?.length ?? 1) - 1).map((at) => ({ key, at })));

  it('[LK2] the screen of Look reads out 200 samples that equal those of the files', async () => {
    for (const { key, at } of fc.sample(anySample(), { numRuns: 200, seed: 26 })) {
      const all = samples.get(key) ?? [];
      const one = all[at];
      if (!one) throw new Error('There is a sample at this place.');
      const { sample } = sampleReply.parse(
        await ask(`${key.replace(' ', '/')}/sample`, { time: one.time, within: 60 }),
      );
      const same = all.filter(({ time }) => time === sample?.time);
      expect(Math.abs((sample?.time ?? 0) - one.time), key).toBeLessThan(1e-3);
      expect(
        same.some(({ value }) => value === sample?.value),
        `${key} at ${one.time}: ${sample?.value} is not ${one.value}`,
      ).toBe(true);
      expect(same.some(({ bad }) => bad === (sample?.check === 'bad'))).toBe(true);
    }
  });

  it('[LK2] the screen of Look counts and averages the samples of each column of 120 random windows as numpy does', async () => {
    const windows = fc.record({
      of: anySample(),
      seconds: fc.integer({ min: 600, max: 600_000 }),
      columns: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 170, max: 400 })),
    });
    const sources = new Set<string>();
    for (const { of, seconds, columns } of fc.sample(windows, { numRuns: 120, seed: 7 })) {
      const all = samples.get(of.key) ?? [];
      const from = Math.floor((all[of.at]?.time ?? 0) - seconds / 3);
      const reply = await windowOf(of.key, { from, to: from + seconds, columns });
      sources.add(compare(reply, all));
    }
    expect([...sources].sort()).toEqual(['columns facts', 'columns files', 'samples']);
  });

  it('[LK3] the screen of Look shows profiles as pictures whose cells equal the values of the files, to a colour', async () => {
    let compared = 0;
    for (const { datastream, variable, times, values, bad, levels } of truths) {
      const [time] = times;
      if (levels === 1 || time === null || time === undefined) continue;
      const { shown } = await windowOf(`${datastream} ${variable}`, {
        from: Math.floor(time),
        to: Math.floor(time) + 600,
        columns: 600,
      });
      if (shown?.kind !== 'image' || !shown.range || shown.launches.length > 0) continue;
      const { sample } = sampleReply.parse(
        await ask(`${datastream}/${variable}/sample`, { time, within: 60 }),
      );
      expect(sample?.profile?.values).toEqual(values[0]);
      const cells = fromBase64(shown.cells, shown.width * shown.height);
      const at = Math.floor(time - Math.floor(time));
      const column = Array.from(
        { length: shown.height },
        (_, row) => cells[row * shown.width + at] ?? 0,
      ).filter((byte) => byte > 0);
      const there = (values[0] ?? []).filter((one) => one !== null);
      if (shown.height === levels) expect(column.length).toBe(there.length);
      const step = (shown.range.high - shown.range.low) / 254;
      for (const byte of column.filter((one) => one > 1 && one < 255)) {
        if (shown.range.logarithmic) continue;
        const value = valueOfByte(byte, shown.range);
        expect(there.some((one) => Math.abs(one - value) <= step)).toBe(true);
      }
      expect(shown.marks === '' || bad.flat().some(Boolean) || shown.marks.length > 0).toBe(true);
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('[LK3] the screen of Look shows launches against height, one beside the other', async () => {
    const { shown, dimensions } = await windowOf('twpsondewnpnC3.b1 tdry', { columns: 400 });
    expect(dimensions).toBe(1);
    expect(shown).toMatchObject({
      kind: 'image',
      launches: expect.toSatisfy((all: number[]) => all.length === 16),
      axis: { name: 'alt', units: 'km above Mean Sea Level' },
    });
    const { sample } = sampleReply.parse(
      await ask('twpsondewnpnC3.b1/tdry/sample', {
        time: shown?.kind === 'image' ? shown.from + 600 : 0,
        within: 21_600,
      }),
    );
    expect(sample?.profile?.at.length).toBeGreaterThan(100);
  });

  it('[LK6] the screen of Look shows nothing of times of limited access', async () => {
    const [first] = samples.get(`${MET} temp_mean`) ?? [];
    const day = Math.floor((first?.time ?? 0) / 86_400) * 86_400;
    const window = { from: day, to: day + 86_400, columns: 100 };
    expect((await windowOf(`${MET} temp_mean`, window)).shown).not.toBeNull();
    const iso = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
    tables = tablesOf({
      'quality-reports.csv': [report('D1', '99', iso(day), iso(day + 86_399))],
    });
    const hidden = await windowOf(`${MET} temp_mean`, window);
    expect(hidden.shown).toBeNull();
    expect(hidden.limited).toHaveLength(1);
    const { sample } = sampleReply.parse(
      await ask(`${MET}/temp_mean/sample`, { time: first?.time ?? 0, within: 10 }),
    );
    expect(sample).toBeNull();
    tables = tablesOf({});
  });

  it('[LK7] the screen of Look has a state that changes with the reports on the variable and the files of the window, and with nothing else', async () => {
    const state = async (variable = 'temp_mean', day = '2019-01-02') =>
      ((await ask(`${MET}/${variable}/state`, { from: day, to: day })) as LookState).state;
    const before = await state();
    expect(before).toMatch(/^[0-9a-f]{10}$/);
    expect(await state()).toBe(before);
    const inForce = report('D2', '4', '2019-01-02T06:00:00Z', '2019-01-02T07:00:00Z');
    const [other, later] = [await state('rh_mean'), await state('temp_mean', '2019-01-03')];
    tables = tablesOf({ 'quality-reports.csv': [inForce] });
    expect(await state()).not.toBe(before);
    expect(await state('rh_mean')).toBe(other);
    expect(await state('temp_mean', '2019-01-03')).toBe(later);
    tables = tablesOf({});
    await store.db
      .updateTable('files')
      .set((e) => ({ size: e('size', '+', 1) }))
      .where('file_name', 'like', `${MET}.20190103%`)
      .execute();
    expect(await state()).toBe(before);
    expect(await state('temp_mean', '2019-01-03')).not.toBe(later);
  });

  it.each([
    [`${MET}/temp_mean/window?from=2019-01-03&to=2019-01-01`, 400],
    [`${MET}/temp_mean/window?from=yesterday`, 400],
    [`${MET}/temp_mean/window?columns=5000`, 400],
    [`${MET}/temp_mean/sample?time=noon`, 400],
    [`${MET}/nothing/window`, 404],
    ['sgpnothingE1.b1/temp/window', 404],
  ])('the screen of Look answers %s with %i', async (path, status) => {
    expect((await http.app.inject({ url: `/services/facts/${path}` })).statusCode).toBe(status);
  });
});

const report = (id: string, code: string, start_time: string, end_time: string) => ({
  dqr_id: id,
  datastream: MET,
  quality_code: code,
  quality_name: code === '4' ? 'Incorrect' : 'Limited',
  ...{ start_time, end_time, variables: 'temp_mean', subject: '' },
});

async function readTruths({ db }: TemporaryStore): Promise<readonly Truth[]> {
  const files = await db.selectFrom('files').select(['datastream', 'path']).execute();
  const asked: Record<string, { paths: string[]; variables: string[] }> = {};
  for (const datastream of COMPARED) {
    const variables = (await factVariables(db, datastream)).map(({ variable }) => variable);
    const paths = files.filter((file) => file.datastream === datastream);
    asked[datastream] = { paths: paths.map(({ path }) => join(REAL_ARCHIVE, path)), variables };
  }
  for (const [datastream, variables] of [
    ['sgpaerich1C1.b1', ['mean_rad']],
    ['sgpmplpolfsC1.b1', ['signal_return_co_pol', 'backscatter']],
    ['sgpdlppiC1.b1', ['radial_velocity', 'intensity']],
  ] as const) {
    const paths = files.filter((file) => file.datastream === datastream);
    asked[datastream] = {
      paths: paths.map(({ path }) => join(REAL_ARCHIVE, path)),
      variables: [...variables],
    };
  }
  return rowsOfPython<Truth>(NUMPY, asked);
}

/** Compares a window with a brute force over the samples; resolves what kind of reply it was. */
function compare(reply: LookReply, all: readonly Sample[]): string {
  const { shown, from, to, variable, datastream } = reply;
  const what = `${datastream} ${variable} from ${from} to ${to}`;
  const inside = all.filter(({ time }) => time >= from && time < to);
  if (shown === null || shown.kind === 'image') {
    expect(inside, what).toHaveLength(0);
    return 'nothing';
  }
  if (shown.kind === 'samples') {
    expect(shown.times.length, what).toBe(inside.length);
    const bad = new Set(shown.bad);
    const got = shown.times.map((time, at) => ({
      ...{ time: Math.round(time * 1e3), value: shown.values[at] ?? null, bad: bad.has(at) },
    }));
    const expected = inside.map((one) => ({ ...one, time: Math.round(one.time * 1e3) }));
    expect(got.sort(byTime), what).toEqual(expected.sort(byTime));
    return 'samples';
  }
  for (let column = 0; column < shown.count; column++) {
    const start = shown.from + column * shown.step;
    const edge = 1e-6 * shown.step;
    const here = all.filter(({ time }) => time >= start - edge && time < start + shown.step - edge);
    const there = here.filter(({ value }) => value !== null);
    const good = there.filter(({ bad }) => !bad).map(({ value }) => value ?? 0);
    const mark = `${what}, column ${column}`;
    const lanes = [shown.good, shown.doubtful];
    const kept = shown.source === 'facts' ? [shown.good] : lanes;
    const n = kept.reduce((sum, lane) => sum + (lane.n[column] ?? 0), 0);
    expect(n, mark).toBe(good.length);
    expect(shown.bad.n[column] ?? 0, mark).toBe(there.length - good.length);
    expect(shown.missing[column] ?? 0, mark).toBe(here.length - there.length);
    if (n === 0) continue;
    const mean = kept.reduce((sum, l) => sum + (l.n[column] ?? 0) * (l.mean[column] ?? 0), 0) / n;
    const ends = (of: 'low' | 'high') => kept.flatMap((lane) => lane[of][column] ?? []);
    expect(isNear(mean, good.reduce((a, b) => a + b, 0) / n, good), `${mark}: mean`).toBe(true);
    expect(isNear(Math.min(...ends('low')), Math.min(...good), good), `${mark}: low`).toBe(true);
    expect(isNear(Math.max(...ends('high')), Math.max(...good), good), `${mark}: high`).toBe(true);
  }
  return `columns ${shown.source}`;
}

/** Without the sign of zero, which JSON does not keep. */
const plain = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : value + 0;

const byTime = (a: Sample, b: Sample): number =>
  a.time - b.time || (a.value ?? -1e30) - (b.value ?? -1e30);

/** Facts have single precision; a mean of large values of both signs is only as exact as these. */
const isNear = (got: number, expected: number, of: readonly number[]): boolean =>
  Math.abs(got - expected) <= 3e-6 * Math.max(...of.map(Math.abs), 1e-30);
