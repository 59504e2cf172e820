// Searches for events and good days over the real files, compared with a brute force over what
// numpy reads from them.

import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EventSearch, eventSearch } from '@isobar/contract/calls/facts.ts';
import { parseDays } from '@isobar/contract/facts/days-address.ts';
import { type AffectedSpan, touches } from '@isobar/contract/quality/affected.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_ARCHIVE } from '../../../../fixtures/real-files.ts';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import { hasReaders } from '../../../../scripts/python-modules.mjs';
import { openDiskArchive } from '../adapters/archive-disk.ts';
import { computeAll } from '../core/facts/keep-facts.ts';
import { FactReader } from '../core/facts/read-facts.ts';
import { ensureTables, loadTables } from '../core/tables/load.ts';
import { daysExamples } from '../features/facts/examples.ts';
import { answerSearch, type KnownLife } from '../features/facts/search.ts';
import { listedVariables } from '../features/facts/variable-hours.ts';
import { harvest } from '../features/harvest/harvest.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import { rowsOfPython } from './rows-of-python.ts';

const SHIPPED = fileURLToPath(new URL('../../tables', import.meta.url));
const NUMPY = fileURLToPath(new URL('./hour-facts.py', import.meta.url));
const hasNumpy = hasReaders();
const log = pino({ level: 'silent' });
const HOUR = 3600;

/** Variables of which all files are read here. */
const VARIABLES = [
  ['sgpmetE13.b1', 'temp_mean'],
  ['sgpmetE13.b1', 'rh_mean'],
  ['sgpmetE13.b1', 'wspd_arith_mean'],
  ['sgpsirsE13.b1', 'down_short_hemisp'],
  ['sgpsirsE13.b1', 'up_long_hemisp'],
] as const;
type Row = readonly [string, string, string, number, ...(number | null)[]];
interface Hour {
  readonly valid: number;
  readonly mean: number;
  readonly max: number;
  readonly min: number;
}

describe.skipIf(!hasNumpy)('days (needs numpy)', () => {
  let store: TemporaryStore;
  let folder: string;
  let reader: FactReader;
  let lives: readonly KnownLife[];
  /** 'datastream variable' -> hour since 1970 -> what numpy says. */
  const truth = new Map<string, Map<number, Hour>>();

  beforeAll(async () => {
    folder = temporaryFolder();
    store = await temporaryStore();
    const wanted = new Set(VARIABLES.map(([datastream]) => datastream));
    const names = (await readdir(REAL_ARCHIVE)).filter((name) =>
      [...wanted].some((datastream) => name.startsWith(`${datastream}.`)),
    );
    for (const name of names) await copyFile(join(REAL_ARCHIVE, name), join(folder, name));
    await ensureTables({ shipped: SHIPPED, folder: join(folder, 'tables') });
    const archive = await openDiskArchive(folder);
    await harvest({ store, archive, tables: await loadTables(join(folder, 'tables')), log });
    const { signal } = new AbortController();
    for await (const { isDone } of computeAll({ store, archive, log, signal }, []))
      expect(isDone).toBe(true);
    reader = new FactReader(store.db);
    const rows = await store.db
      .selectFrom('datastreams')
      .select(['datastream', 'start_s', 'end_s'])
      .execute();
    lives = rows.map((row) => ({
      ...{ datastream: row.datastream, offset: -7 },
      ...{ start: Number(row.start_s), end: Number(row.end_s) },
    }));
    const asked = Object.fromEntries(
      [...wanted].map((datastream) => [
        datastream,
        {
          paths: names
            .filter((name) => name.startsWith(datastream))
            .map((name) => join(REAL_ARCHIVE, name)),
          variables: VARIABLES.filter(([of]) => of === datastream).map(([, variable]) => variable),
        },
      ]),
    );
    for (const row of rowsOfPython<Row>(NUMPY, asked)) {
      const [datastream, variable, , hour, valid, , , mean, max, min] = row;
      const hours = truth.get(`${datastream} ${variable}`) ?? new Map<number, Hour>();
      truth.set(`${datastream} ${variable}`, hours);
      const single = (value: number | null | undefined): number => Math.fround(value ?? Number.NaN);
      hours.set(hour, {
        ...{ valid: valid ?? 0, mean: single(mean), max: single(max), min: single(min) },
      });
    }
  }, 120_000);
  afterAll(() => store.close());

  const REPORTS: readonly AffectedSpan[] = [
    {
      ...{ datastream: 'sgpmetE13.b1', code: CODES.incorrect, variables: ['temp_mean'] },
      ...{ start: Date.UTC(2019, 0, 2, 3, 20) / 1000, end: Date.UTC(2019, 0, 2, 9, 0, 5) / 1000 },
    },
    {
      ...{ datastream: 'sgpmetE13.b1', code: CODES.suspect, variables: [] },
      ...{ start: Date.UTC(2019, 0, 5) / 1000, end: Date.UTC(2019, 0, 5, 12) / 1000 },
    },
  ];
  const CODE_OF = { incorrect: CODES.incorrect, suspect: CODES.suspect } as const;

  const answer = (search: EventSearch) => {
    const names = new Set([...search.clauses, ...search.variables].map((one) => one.datastream));
    const limits = Object.fromEntries(
      [...names].map((name) => [
        name,
        { reports: REPORTS.filter((one) => one.datastream === name), limited: [] },
      ]),
    );
    const mine = lives.filter(({ datastream }) => names.has(datastream));
    return answerSearch({ db: store.db, reader }, { search, lives: mine, limits });
  };

  it('[EV1] the search for days offers examples of which each finds days, and none of what is of limited access', async () => {
    const open = { reports: [], limited: [] };
    const variablesOf = (name: string) => listedVariables(store.db, name);
    const found = await daysExamples({ db: store.db, reader, limits: () => open }, variablesOf);
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const { search: query, text } of found) {
      const { search, ignored } = parseDays(query);
      expect(ignored).toEqual([]);
      expect((await answer(search)).days.length, text).toBeGreaterThan(0);
    }
    const closed = { reports: [], limited: REPORTS };
    const limited = { db: store.db, reader, limits: () => closed };
    expect(await daysExamples(limited, variablesOf)).toEqual([]);
    const empty = await temporaryStore();
    const none = { db: empty.db, reader: new FactReader(empty.db), limits: () => open };
    expect(await daysExamples(none, variablesOf)).toEqual([]);
    await empty.close();
  });

  /** Whether a report of a chosen class touches an hour, second by second of its borders. */
  const isTouched = (of: readonly [string, string], hour: number, search: EventSearch): boolean => {
    const ranges = [{ start: hour * HOUR, end: hour * HOUR + HOUR - 1 }];
    const holding = { datastream: of[0], ranges, variables: [of[1]] };
    return REPORTS.some(
      (span) => search.reports.some((one) => CODE_OF[one] === span.code) && touches(span, holding),
    );
  };
  const counts = (hour: number, { months, hoursOfDay }: EventSearch): boolean => {
    const at = new Date((hour + (hoursOfDay?.clock === 'site' ? -7 : 0)) * HOUR * 1000);
    if (months && !months.includes(at.getUTCMonth() + 1)) return false;
    if (!hoursOfDay) return true;
    const { from, to } = hoursOfDay;
    const inside = Array.from({ length: (to - from + 24) % 24 || 24 }, (_, n) => (from + n) % 24);
    return inside.includes(at.getUTCHours());
  };
  const daysIn = (search: EventSearch): number[] => {
    const [first, last] = [search.start, search.end].map((day) => Date.parse(`${day}T00:00:00Z`));
    const days = [];
    for (let day = first ?? 0; day <= (last ?? 0); day += 86_400_000) days.push(day / 3_600_000);
    return days;
  };
  const textOf = (hour: number): string => new Date(hour * 3_600_000).toISOString().slice(0, 10);

  const base = fc.record({
    reports: fc.subarray(['incorrect', 'suspect'] as const),
    months: fc.constantFrom(undefined, [1], [1, 5]),
    hoursOfDay: fc.constantFrom(
      undefined,
      { from: 6, to: 18, clock: 'utc' as const },
      { from: 20, to: 4, clock: 'site' as const },
    ),
    start: fc.constantFrom('2018-12-31', '2019-01-01', '2019-01-03'),
    end: fc.constantFrom('2019-01-05', '2019-01-08', '2019-06-02'),
  });
  const parsed = (search: object): EventSearch =>
    eventSearch.parse(JSON.parse(JSON.stringify(search)));

  it('[EV2] [EV3] [EV4] [EV5] [EV6] the search for days equals a brute force over the files in 50 questions', {
    timeout: 60_000,
  }, async () => {
    const clause = fc
      .record({
        of: fc.constantFrom(...VARIABLES),
        statistic: fc.constantFrom('mean' as const, 'max' as const, 'min' as const),
        comparison: fc.constantFrom('>' as const, '<' as const, 'between' as const),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        width: fc.double({ min: 0, max: 0.5, noNaN: true }),
      })
      .map(({ of: [datastream, variable], statistic, comparison, at, width }) => {
        const values = [...(truth.get(`${datastream} ${variable}`)?.values() ?? [])]
          .map((one) => one[statistic])
          .filter((value) => !Number.isNaN(value))
          .sort((a, b) => a - b);
        const pick = (share: number): number =>
          values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
        const upTo = comparison === 'between' ? { upTo: pick(Math.min(1, at + width)) } : {};
        return { datastream, variable, statistic, comparison, value: pick(at), ...upTo };
      });
    const question = fc
      .record({
        clauses: fc.array(clause, { minLength: 1, maxLength: 3 }),
        hours: fc.integer({ min: 1, max: 6 }),
        rest: base,
      })
      .map(({ clauses, hours, rest }) => parsed({ ...rest, clauses, hours }));
    let found = 0;
    for (const search of fc.sample(question, { seed: 26, numRuns: 50 })) {
      const { events, days, unknownHours } = await answer(search);
      let unknown = 0;
      const holds = new Set<number>();
      for (const day of daysIn(search))
        for (let hour = day; hour < day + 24; hour++) {
          if (!counts(hour, search)) continue;
          const states = search.clauses.map((one) => {
            const of = truth.get(`${one.datastream} ${one.variable}`)?.get(hour);
            if (!of || of.valid === 0) return null;
            if (isTouched([one.datastream, one.variable], hour, search)) return null;
            const value = of[one.statistic];
            if (one.comparison === '>') return value > one.value;
            if (one.comparison === '<') return value < one.value;
            return value >= one.value && value <= (one.upTo ?? one.value);
          });
          if (states.every((state) => state === true)) holds.add(hour);
          else if (!states.includes(false)) unknown++;
        }
      const runs: string[] = [];
      const expected = new Set<string>();
      for (const hour of holds) {
        if (holds.has(hour - 1)) continue;
        let end = hour;
        while (holds.has(end)) end++;
        if (end - hour < search.hours) continue;
        runs.push(`${hour} ${end}`);
        for (let at = hour; at < end; at++) expected.add(textOf(at));
      }
      const asHours = (text: string): number => Date.parse(text) / 3_600_000;
      expect(events.map((one) => `${asHours(one.start)} ${asHours(one.end)}`).sort()).toEqual(
        runs.sort(),
      );
      expect(days).toEqual([...expected].sort());
      expect(unknownHours).toBe(unknown);
      found += runs.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it('[GD1] the search for days equals a brute force over the files in 300 questions of good days', {
    timeout: 60_000,
  }, async () => {
    const question = fc
      .record({
        variables: fc.uniqueArray(fc.constantFrom(...VARIABLES), { minLength: 1, maxLength: 4 }),
        share: fc.constantFrom(0.5, 0.9, 1),
        rest: base,
      })
      .map(({ variables, share, rest }) =>
        parsed({
          ...{ ...rest, share },
          variables: variables.map(([datastream, variable]) => ({ datastream, variable })),
        }),
      );
    let good = 0;
    for (const search of fc.sample(question, { seed: 27, numRuns: 300 })) {
      const { days, nearly } = await answer(search);
      const expected: string[] = [];
      const but: string[] = [];
      for (const day of daysIn(search)) {
        const hours = Array.from({ length: 24 }, (_, n) => day + n).filter((hour) =>
          counts(hour, search),
        );
        if (hours.length === 0) continue;
        const spoilers = search.variables.filter(({ datastream, variable }) => {
          const facts = truth.get(`${datastream} ${variable}`);
          const there = hours.filter((hour) => (facts?.get(hour)?.valid ?? 0) > 0);
          return (
            hours.some((hour) => isTouched([datastream, variable], hour, search)) ||
            there.length / hours.length < search.share - 1e-9
          );
        });
        if (spoilers.length === 0) expected.push(textOf(day));
        else if (new Set(spoilers.map((one) => one.datastream)).size === 1) but.push(textOf(day));
      }
      expect(days).toEqual(expected);
      expect(nearly.map(({ day }) => day)).toEqual(but);
      good += expected.length;
    }
    expect(good).toBeGreaterThan(100);
  });
});
