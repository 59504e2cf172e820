// Which days get hour facts first: laws over random questions, harvests and workers, some of which
// die.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { latestRun, markDue, nextDue, settleDays, takeDays, wantDays } from './due-days.ts';
import { YEAR_DAYS, YearDays, yearStart } from './year-days.ts';

const MET = 'sgpmetE13.b1';
const YEAR = 2019;
const HOUR_MS = 3_600_000;

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
beforeEach(() => store.empty());
afterAll(() => store.close());

const secondsOf = (day: number): number => yearStart(YEAR) + day * 86_400;
const spanOf = (first: number, last: number) => ({ from: secondsOf(first), to: secondsOf(last) });

async function yearWithNothing(): Promise<void> {
  const none = new YearDays().text;
  const rest = { taken: none, leased_until_ms: 0, wanted_ms: 0, wanted: '', version: 0 };
  const year = { datastream: MET, year: YEAR, due: YearDays.all(YEAR).text };
  await store.db
    .insertInto('fact_years')
    .values({ ...year, ...rest })
    .execute();
}

const rowOf = () =>
  store.db.selectFrom('fact_years').selectAll().where('year', '=', YEAR).executeTakeFirstOrThrow();

const daysIn = (days: YearDays): number[] =>
  Array.from({ length: YEAR_DAYS }, (_, day) => day).filter((day) => days.has(day));

const nextAt = (nowMs: number, onlyWanted: boolean) =>
  nextDue(store.db, nowMs, { wantedSinceMs: nowMs - HOUR_MS, onlyWanted });

it('days that users ask for are computed alone, and the rest of their year with all else', async () => {
  await yearWithNothing();
  const now = 1_000_000_000_000;
  await wantDays(store.db, MET, [spanOf(3, 5), spanOf(100, 100)], now);
  const first = await nextAt(now, true);
  expect(first && daysIn(first.due)).toEqual([3, 4, 5, 100]);
  if (!first) return;
  const taken = await takeDays(store, first, first.due, now);
  if (taken) await store.db.transaction().execute((db) => settleDays(db, store.kind, taken));
  expect(await nextAt(now, true)).toBeUndefined();
  const rest = await nextAt(now, false);
  expect(rest?.due.size).toBe(365 - 4);
});

it('days that users ask for are asked for by each question of an hour, and by none before', async () => {
  await yearWithNothing();
  const now = 1_000_000_000_000;
  await wantDays(store.db, MET, [spanOf(1, 1)], now - 2 * HOUR_MS);
  expect(await nextAt(now, true)).toBeUndefined();
  await wantDays(store.db, MET, [spanOf(8, 8)], now - 60_000);
  await wantDays(store.db, MET, [spanOf(9, 9)], now);
  const asked = await nextAt(now, true);
  expect(asked && daysIn(asked.due)).toEqual([8, 9]);
});

it('days that users ask for are those that were asked for and have no facts, whatever harvests and workers do meanwhile', async () => {
  const day = fc.integer({ min: 352, max: 364 });
  const step = fc.oneof(
    fc.record({ is: fc.constant('ask' as const), first: day, length: fc.nat(9) }),
    fc.record({ is: fc.constant('harvest' as const), first: day, length: fc.nat(9) }),
    fc.record({ is: fc.constant('work' as const), dies: fc.boolean(), any: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      await store.empty();
      await yearWithNothing();
      const withFacts = new Set<number>();
      const asked = new Set<number>();
      let now = 1_000_000_000_000;
      for (const one of steps) {
        // leases of those that died are over, and each question is of the last hour
        now += 11 * 60_000;
        if (one.is === 'work') {
          const next = await nextAt(now, !one.any);
          if (!next) continue;
          const [first, last] = latestRun(next.due, 5) ?? [0, -1];
          const run = new YearDays();
          for (let at = first; at <= last; at++) run.add(at);
          const taken = await takeDays(store, next, run, now);
          if (!taken || one.dies) continue;
          await store.db.transaction().execute((db) => settleDays(db, store.kind, taken));
          for (const at of daysIn(run)) {
            withFacts.add(at);
            asked.delete(at);
          }
        } else {
          const last = Math.min(364, one.first + one.length);
          const span = spanOf(one.first, last);
          for (let at = one.first; at <= last; at++)
            if (one.is === 'harvest') withFacts.delete(at);
            else if (!withFacts.has(at)) asked.add(at);
          if (one.is === 'ask') await wantDays(store.db, MET, [span], now);
          else
            await store.db
              .transaction()
              .execute((db) =>
                markDue(db, store.kind, [{ datastream: MET, start: span.from, end: span.to }]),
              );
        }
        const row = await rowOf();
        const without = YearDays.from(row.due).addAll(YearDays.from(row.taken));
        expect(daysIn(without)).toEqual(
          Array.from({ length: 365 }, (_, at) => at).filter((at) => !withFacts.has(at)),
        );
        expect(daysIn(YearDays.from(row.wanted))).toEqual([...asked].sort((a, b) => a - b));
      }
    }),
    { numRuns: 60 },
  );
});
