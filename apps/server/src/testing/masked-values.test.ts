// The same law for all that leaves values out, or counts those that are left: orders, live service,
// arrays, estimates, hour facts, access.
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { dataQualityLines } from '@isobar/contract/quality/data-quality.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharesOf } from '../core/facts/masked-share.ts';
import type { FactReader } from '../core/facts/read-facts.ts';
import { limitedAccess } from '../core/quality/limited-access.ts';
import { allOf, spansOn } from '../core/quality/spans.ts';
import { limitedTest, masksInForce } from '../core/series/index-manifest.ts';
import { limitedHours, limitsOf, touchedHours } from '../features/facts/limits.ts';
import { planMod } from '../features/live/mod.ts';
import { reviewOf } from '../features/orders/assess.ts';
import { dataQualityOf } from '../features/orders/data-quality.ts';
import { flaggedOf } from '../features/orders/flagged.ts';
import { selectionsOf } from '../features/orders/steps/retrieve.ts';
import { tablesWith } from '../features/quality/testing/reports.ts';
import type { TemporaryStore } from '../store/testing/temporary-store.ts';
import {
  agree,
  type Case,
  concerns,
  DAY,
  DAYS,
  FIRST,
  idsOf,
  isAbout,
  isIn,
  iso,
  LAST,
  type Range,
  STEP,
  STREAM,
  secondsOf,
  sorted,
  VARIABLES,
} from './report-twin.ts';
import { FEWER, FILES, HEADER, law, MANY, storeWithDays, TIMES } from './reported-days.ts';

let store: TemporaryStore;
beforeAll(async () => {
  store = await storeWithDays();
});
afterAll(() => store.close());

const requestOf = (
  { ranges, variables }: Pick<Case, 'ranges' | 'variables'>,
  dqrFilter: readonly string[],
) =>
  orderRequest.parse({
    selectedData: {
      selectedDatastreams: [
        {
          datastream: STREAM,
          dates: ranges.map(({ start, end }) => ({ startDate: iso(start), endDate: iso(end) })),
          ...{ variables, dqrFilter },
        },
      ],
      outputFormat: ['ANDR'],
    },
  });

it('an order and the live service mask the seconds of the chosen classes, to the end of the last', async () => {
  const settings = { url: 'http://archive.example', mostBytes: 1e9 };
  const parameters = { ds: STREAM, wt: 'cdf', dqr: 'incorrect' };
  await law(FEWER, async (one, tables) => {
    const kept = one.rows.filter((row) => row.quality_code !== '99');
    const open = tablesWith(kept);
    const [selection] = await selectionsOf(store.db, tables, requestOf(one, ['incorrect']));
    const { job } = await planMod(store.db, open, settings, { parameters, body: '' }, 0);
    const told = one.rows.filter((row) => row.quality_code === '4' && row.datastream === STREAM);
    for (const { masks } of [{ masks: selection?.masks ?? [] }, job])
      for (const second of secondsOf(one))
        for (const name of VARIABLES)
          for (const part of [0, 0.999]) {
            const isMasked = masks.some(
              ({ start, end, variables }) =>
                start <= second + part &&
                second + part <= end &&
                (variables === 'all' || variables.includes(name)),
            );
            const isSo = told.some((row) => isAbout(row, [name]) && isIn(row, second));
            agree(isMasked, isSo, second, masks);
          }
  });
}, 60_000);

it('README, mails and the page of an order name the reports that touch the ordered times, with their variables and values', async () => {
  await law(FEWER, ({ rows, ranges, variables }, tables) => {
    const work = dataQualityOf({
      datastream: STREAM,
      files: FILES.map(({ size, start_s: start, end_s: end, design }) => ({
        ...{ size, start, end, design },
      })),
      headers: new Map([['one', HEADER]]),
      ranges: ranges.length > 0 ? ranges : null,
      variables,
      reports: spansOn(tables, allOf(STREAM)).map((span) => ({ ...span, subject: '' })),
      isMasked: ({ code }) => code === 4,
      unmasked: new Set(),
    });
    let next = work.next();
    while (!next.done) next = work.next();
    const held = FILES.flatMap((file) =>
      (ranges.length > 0 ? ranges : [{ start: FIRST, end: LAST }]).map(({ start, end }) => ({
        start: Math.max(start, file.start_s),
        end: Math.min(end, file.end_s),
      })),
    ).filter(({ start, end }) => start <= end);
    const told = held.length === 0 ? [] : rows.filter((row) => concerns(row, held, variables));
    const times = TIMES.filter((time) =>
      held.some(({ start, end }) => start <= time && time <= end),
    );
    const names = variables.length > 0 ? variables : VARIABLES;
    const expected = Object.entries(
      Object.groupBy(told, (row) => `${row.dqr_id} ${row.quality_code}`),
    ).map(([key, own = []]) => ({
      key,
      values: names.reduce((sum, name) => {
        const about = own.filter((row) => isAbout(row, [name]));
        return sum + times.filter((time) => about.some((row) => isIn(row, time))).length;
      }, 0),
    }));
    const reports = next.value.reports.map(({ id, code, values }) => ({
      ...{ key: `${id} ${code}`, values },
    }));
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    expect(reports.sort(byKey)).toEqual(expected.sort(byKey));
    const lines = dataQualityLines(next.value).join('\n');
    expect(idsOf(told)).toEqual(sorted([...lines.matchAll(/D[\d.]+\d/g)].map(([id]) => id)));
  });
}, 60_000);

it('the estimate counts the samples of the chosen ranges and variables in the reports of a class', async () => {
  await law(FEWER, ({ rows, ranges, variables }, tables) => {
    const work = flaggedOf({
      files: FILES.map(({ size, start_s, end_s, design }) => ({
        ...{ size, design },
        ...{ start: start_s, end: end_s },
      })),
      headers: new Map([['one', HEADER]]),
      ranges: ranges.length > 0 ? ranges : null,
      variables,
      reports: spansOn(tables, allOf(STREAM)),
    });
    let next = work.next();
    while (!next.done) next = work.next();
    const chosen = TIMES.filter(
      (time) =>
        ranges.length === 0 || ranges.some(({ start, end }) => start <= time && time <= end),
    );
    const count = (codes: readonly string[]) => {
      const own = rows.filter(
        (row) => row.datastream === STREAM && codes.includes(row.quality_code),
      );
      return (variables.length > 0 ? variables : VARIABLES)
        .map((name) => own.filter((row) => isAbout(row, [name])))
        .reduce(
          (sum, about) =>
            sum + chosen.filter((time) => about.some((row) => isIn(row, time))).length,
          0,
        );
    };
    const each = variables.length > 0 ? variables.length : VARIABLES.length;
    expect(next.value).toMatchObject({
      samples: chosen.length * each,
      ...{ incorrect: count(['4']), suspect: count(['3']), either: count(['3', '4']) },
    });
  });
}, 60_000);

it('the estimate from hour facts counts the same samples', async () => {
  const year = { datastream: STREAM, year: 2020 };
  const leased = { due: '', taken: '', leased_until_ms: 0, wanted_ms: 0, wanted: '', version: 0 };
  await store.db
    .insertInto('fact_years')
    .values({ ...year, ...leased })
    .execute();
  const facts = { ...year, units: 'K', dimensions: 1, block: new Uint8Array() };
  await store.db
    .insertInto('hour_facts')
    .values(VARIABLES.map((variable) => ({ ...facts, variable })))
    .execute();
  const perHour = 3600 / STEP;
  const reader = {
    counts: async (_: unknown, kind: string, { from, to }: { from: number; to: number }) =>
      Uint32Array.from({ length: (to - from) / 3600 }, (_, hour) => {
        const start = from + hour * 3600;
        return kind === 'valid' && start >= FIRST && start < LAST ? perHour : 0;
      }),
  } as unknown as FactReader; // the counts are all that is read
  await law(FEWER, async ({ rows, ranges, variables }, tables) => {
    if (ranges.length === 0) return;
    const told = await sharesOf(store.db, reader, {
      ...{ datastream: STREAM, variables, ranges },
      reports: spansOn(tables, allOf(STREAM)),
      starts: FILES.map(({ start_s }) => start_s),
    });
    const chosen = TIMES.filter((time) =>
      ranges.some(({ start, end }) => start <= time && time <= end),
    );
    const own = rows.filter((row) => row.datastream === STREAM);
    expect(told?.variables.length).toBe(variables.length || VARIABLES.length);
    for (const { variable, values, incorrect, suspect, either } of told?.variables ?? []) {
      const count = (codes: readonly string[]) => {
        const about = own.filter(
          (row) => codes.includes(row.quality_code) && isAbout(row, [variable]),
        );
        return chosen.filter((time) => about.some((row) => isIn(row, time))).length;
      };
      expect([values, incorrect, suspect, either].map((n) => Math.round(n * 1e6) / 1e6)).toEqual([
        ...[chosen.length, count(['4']), count(['3']), count(['3', '4'])],
      ]);
    }
  });
}, 60_000);

it('arrays leave out the seconds of incorrect and suspect reports, and files of limited access', async () => {
  await law(FEWER, (one, tables) => {
    const masks = masksInForce(tables, STREAM);
    const own = one.rows.filter((row) => row.datastream === STREAM);
    const told = own.filter((row) => ['3', '4'].includes(row.quality_code));
    for (const second of secondsOf(one))
      for (const name of VARIABLES) {
        const isMasked = masks.some(
          ({ start, end, variables }) =>
            start <= second && second <= end && (variables === 'all' || variables.includes(name)),
        );
        const isSo = told.some((row) => isAbout(row, [name]) && isIn(row, second));
        agree(isMasked, isSo, second, masks);
      }
    const isLimited = limitedTest(tables, STREAM);
    for (const { start_s, end_s } of FILES) {
      const span = { start: start_s, end: end_s };
      const isSo = own.some((row) => row.quality_code === '99' && concerns(row, [span], []));
      agree(isLimited({ first: start_s, last: end_s }), isSo, start_s, own);
    }
  });
}, 60_000);

it('hour facts leave out the hours in which a report of the chosen classes has a second', async () => {
  const hours = { from: FIRST, to: FIRST + DAYS * DAY };
  await law(FEWER, ({ rows, variables }, tables) => {
    const name = variables[0] ?? 'temp';
    const touched = touchedHours(
      limitsOf(tables, STREAM),
      { datastream: STREAM, variable: name },
      ['incorrect'],
      hours,
    );
    const limited = limitedHours(limitsOf(tables, STREAM), hours);
    const isTold = (code: string, names: readonly string[], span: Range) =>
      rows.some((row) => row.quality_code === code && concerns(row, [span], names));
    for (let hour = 0; hour < touched.length; hour++) {
      const start = FIRST + hour * 3600;
      const begin = start - ((start - FIRST) % DAY);
      const isTouched = isTold('4', [name], { start, end: start + 3599 });
      agree(touched[hour] === 1, isTouched, start, rows);
      const isLimited = isTold('99', [], { start: begin, end: begin + DAY - 1 });
      agree(limited[hour] === 1, isLimited, start, rows);
    }
  });
}, 60_000);

it('access is limited, and an order waits for a review, where a report of that class has a second', async () => {
  await law(MANY, (one, tables) => {
    const told = one.rows.some((row) => row.quality_code === '99' && concerns(row, one.ranges, []));
    expect(limitedAccess(tables, STREAM, one.ranges)).toBe(told);
    expect(reviewOf(tables, requestOf(one, []), 0, 1)).toBe(told ? 'Restricted' : null);
  });
}, 60_000);
