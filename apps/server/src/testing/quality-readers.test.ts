// One law for all that says which quality reports concern which data, and from when to when: each reader agrees with a slow twin, which
// compares the dates of the table as texts, second by second. The twin calls nothing that a reader calls.
import { orderReports } from '@isobar/contract/calls/quality.ts';
import { orderRequest } from '@isobar/contract/orders/request.ts';
import { sentSpan } from '@isobar/contract/quality/affected.ts';
import { byClass, maskedBy, touchingReports } from '@isobar/contract/quality/touching.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf } from '../core/catalogue/facts.ts';
import { type Header, storedHeader } from '../core/catalogue/header.ts';
import { qualityDates } from '../core/catalogue/quality-dates.ts';
import { limitedAccess } from '../core/quality/limited-access.ts';
import { reportOf, reportsOn } from '../core/quality/reports.ts';
import { allOf, spansOn } from '../core/quality/spans.ts';
import type { CuratedTables } from '../core/tables/curated-tables.ts';
import { limitedHours, touchedHours } from '../features/facts/variable-hours.ts';
import { planMod } from '../features/live/mod.ts';
import { reviewOf } from '../features/orders/assess.ts';
import { qualityReports } from '../features/orders/documents/quality-reports.ts';
import { flaggedOf } from '../features/orders/flagged.ts';
import { selectionsOf } from '../features/orders/steps/retrieve.ts';
import { qualitySection, qualityShares } from '../features/pages/kinds/quality-section.ts';
import { reportsSection } from '../features/pages/kinds/reports-section.ts';
import { orderReportsOf } from '../features/quality/order-reply.ts';
import { listedReport, NO_HISTORY, reportReplyOf } from '../features/quality/report-reply.ts';
import { answerTo } from '../features/quality/service-answer.ts';
import { addDatastream, tablesWith } from '../features/quality/testing/reports.ts';
import { dayReports } from '../features/quicklooks/day-reports.ts';
import { type TemporaryStore, temporaryStore } from '../store/testing/temporary-store.ts';
import {
  agree,
  anyCase,
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
  namesOf,
  OTHER,
  type Range,
  STEP,
  STREAM,
  secondsOf,
  sorted,
  VARIABLES,
} from './report-twin.ts';

const HEADER: Header = {
  format: 'netcdf4',
  attributes: {},
  place: null,
  dimensions: [{ name: 'time', length: DAY / STEP, unlimited: true }],
  variables: ['time', ...VARIABLES].map((name) => ({
    ...{ name, type: 'float', dimensions: ['time'] },
    attributes: name === 'time' ? { units: 'seconds since 2020-01-01' } : {},
  })),
};

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
  for (const name of [STREAM, OTHER]) await addDatastream(store.db, name, VARIABLES);
  await store.db
    .updateTable('designs')
    .set({ header: storedHeader(HEADER) })
    .execute();
  await store.db.updateTable('datastreams').set({ start_s: FIRST, end_s: LAST }).execute();
  await store.db.insertInto('files').values(FILES).execute();
});
afterAll(() => store.close());

const FILES = Array.from({ length: DAYS }, (_, n) => ({
  datastream: STREAM,
  file_name: `${STREAM}.2020010${n + 1}.000000.nc`,
  path: `${n}`,
  size: 1,
  start_s: FIRST + n * DAY,
  end_s: FIRST + (n + 1) * DAY - STEP,
  modified_ms: 0,
  design: 'one',
}));

const described = async () => ({
  row: await store.db
    .selectFrom('datastreams')
    .selectAll()
    .where('datastream', '=', STREAM)
    .executeTakeFirstOrThrow(),
  variables: HEADER.variables,
  header: HEADER,
  gaps: [],
  scanNames: [],
});

/** Thousands of cases, each of which holds a reader to the twin. */
const law = (runs: number, holds: (one: Case, tables: CuratedTables) => void | Promise<void>) =>
  fc.assert(
    fc.asyncProperty(anyCase, async (one) => {
      await holds(one, tablesWith(one.rows));
    }),
    { numRuns: runs },
  );

const MANY = 2000;
const FEWER = 400;

it('the service, the order report and the delivered file name the reports that concern what they are asked about', async () => {
  await law(MANY, async ({ rows, ranges, variables }, tables) => {
    const told = rows.filter((row) => concerns(row, ranges, variables));
    const holding = { datastream: STREAM, ranges, variables };
    expect(sorted(reportsOn(tables, [holding]).map(({ id }) => id))).toEqual(idsOf(told));
    const delivered = qualityReports(tables, [holding], () => VARIABLES)[STREAM] ?? {};
    expect(sorted(Object.values(delivered).flatMap(Object.keys))).toEqual(idsOf(told));
    const reply = await orderReportsOf(
      { orderId: 1, orderDate: 0, completedAt: null, holdings: [{ ...holding, flagged: [] }] },
      tables,
      new Map(),
      (name) => name,
    );
    const [only] = orderReports.parse(reply).datastreams;
    expect(sorted(only?.reports.map(({ dqrid }) => dqrid) ?? [])).toEqual(idsOf(told));
  });
}, 60_000);

it('the service tells dates that hold the seconds of its reports, and lists what they flag', async () => {
  const words = ['missing', 'suspect', 'incorrect', 'reprocessed'];
  const wordOf: Readonly<Record<string, string>> = {
    ...{ 0: 'missing', 3: 'suspect', 4: 'incorrect', 6: 'reprocessed' },
  };
  await law(FEWER, async ({ rows, ranges }, tables) => {
    const [asked = null] = ranges;
    const question = { datastream: STREAM, range: asked, assessments: words };
    const answer = (await answerTo(question, tables, store.db))?.[STREAM] ?? {};
    const told = rows.filter(
      (row) => wordOf[row.quality_code] && concerns(row, asked ? [asked] : [], []),
    );
    for (const word of words) {
      const own = told.filter((row) => wordOf[row.quality_code] === word);
      expect(sorted(Object.keys(answer[word] ?? {}))).toEqual(idsOf(own));
      for (const [id, report] of Object.entries(answer[word] ?? {})) {
        const ofIt = own.filter((row) => row.dqr_id === id);
        for (const second of secondsOf({ rows, ranges })) {
          const written = iso(second).replace('T', ' ').replace('Z', '');
          const isTold = report.dates.some(
            ({ start_date, end_date }) =>
              start_date <= written && (end_date === null || written <= end_date),
          );
          agree(
            isTold,
            ofIt.some((row) => isIn(row, second)),
            second,
            report.dates,
          );
        }
        const flagged = ofIt.flatMap((row) => (namesOf(row).length > 0 ? namesOf(row) : VARIABLES));
        expect(sorted(report.variables)).toEqual(sorted(flagged));
      }
    }
  });
}, 60_000);

it('the timeline has an entry for each report, from the hour of its first second to the hour of its last', async () => {
  const known = await described();
  const hour = (text: string, without: string) =>
    text.length === 10 ? text.replaceAll('-', '') + without : text.slice(0, 13).replace(/\D/g, '');
  await law(MANY, ({ rows, variables }, tables) => {
    const told = rows
      .filter((row) => concerns(row, [], variables))
      .map((row) => {
        const isOpen = row.end_time === '' || row.end_time.startsWith('3001');
        const first = hour(row.start_time, '00');
        const end = hour(iso(LAST), '23');
        const last = isOpen ? [first, end].sort().at(-1) : hour(row.end_time, '23');
        return `${first} ${last} ${row.dqr_id} ${row.quality_code}`;
      });
    const entries = qualityDates(known, variables, tables).map((entry) => entry.join(' '));
    expect([...entries].sort()).toEqual([...told].sort());
  });
}, 60_000);

it('the page of a report, and the list of reports from which rows, menus and dialogs are counted, tell its seconds', async () => {
  await law(FEWER, async ({ rows, ranges, variables }, tables) => {
    const listed = reportsOn(tables, [allOf(STREAM)]).map(listedReport);
    for (const { dqrid, affected } of listed) {
      const report = reportOf(tables, dqrid);
      if (!report) throw new Error(`${dqrid} is not there`);
      const reply = await reportReplyOf(report, NO_HISTORY, tables, store.db);
      const onPage = reply.affected.filter(({ datastream }) => datastream === STREAM);
      expect(new Set(onPage)).toEqual(new Set(affected));
      const own = rows.filter((row) => row.dqr_id === dqrid && row.datastream === STREAM);
      for (const second of secondsOf({ rows, ranges }))
        for (const name of VARIABLES) {
          const isTold = affected
            .map(sentSpan)
            .some(
              (span) =>
                span.start <= second &&
                second <= span.end &&
                (span.variables.length === 0 || span.variables.includes(name)),
            );
          const isSo = own.some((row) => isAbout(row, [name]) && isIn(row, second));
          agree(isTold, isSo, second, affected);
        }
    }
    if (ranges.length === 0) return;
    const reports = byClass(
      listed.map(({ dqrid: id, subject, affected }) => ({
        ...{ id, subject },
        spans: affected.map(sentSpan),
      })),
    );
    const touches = touchingReports(reports, ranges, variables);
    const told = rows.filter((row) => concerns(row, ranges, variables));
    expect(touches.map(({ report: { id, code } }) => `${id} ${code}`).sort()).toEqual(
      sorted(told.map((row) => `${row.dqr_id} ${row.quality_code}`)),
    );
    const { time } = maskedBy(touches, ranges, variables, [4]);
    expect(time > 0).toBe(told.some((row) => row.quality_code === '4'));
  });
}, 60_000);

it('the page of a datastream names its reports, and shares of each variable that are the seconds in none', async () => {
  const known = await described();
  await law(FEWER, ({ rows, ranges }, tables) => {
    const facts = factsOf(known, tables);
    const page = String(qualitySection({ tables } as never, known.row, facts).body.text); // reads nothing else of its sources
    const told = rows.filter((row) => row.datastream === STREAM);
    const linked = [...page.matchAll(/\/report\/(D[\d.]+)"/g)].map(([, id = '']) => id);
    expect(sorted(linked)).toEqual(idsOf(told));
    const product = String(reportsSection(tables, [known.row]).body.text);
    const listed = [...product.matchAll(/\/report\/(D[\d.]+)"/g)].map(([, id = '']) => id);
    expect(sorted(listed)).toEqual(idsOf(told));
    const variables = VARIABLES.map((name) => ({ name }) as never); // a share needs the name alone
    const shares = qualityShares(tables, known.row, facts, variables);
    const edges = [FIRST, ...secondsOf({ rows, ranges }), LAST + 1].filter(
      (second) => second >= FIRST && second <= LAST + 1,
    );
    for (const name of VARIABLES) {
      const about = told.filter(
        (row) => ['0', '3', '4'].includes(row.quality_code) && isAbout(row, [name]),
      );
      const good = edges.reduce((sum, edge, n) => {
        const next = edges[n + 1] ?? edge;
        return about.some((row) => isIn(row, edge)) ? sum : sum + (next - edge);
      }, 0);
      expect(shares.get(name)?.good).toBeCloseTo(good / (LAST + 1 - FIRST), 9);
    }
  });
}, 60_000);

it('the plot of a day bears the reports of that day, from their first second in it to their last', async () => {
  await law(MANY, ({ rows, ranges, variables }, tables) => {
    const name = variables[0] ?? 'temp';
    const begin = FIRST + (ranges.length % DAYS) * DAY;
    const reports = dayReports(tables, STREAM, name, begin) ?? [];
    const told = rows.filter(
      (row) =>
        row.quality_code !== '6' && concerns(row, [{ start: begin, end: begin + DAY - 1 }], [name]),
    );
    expect(reports.map(({ id }) => id).sort()).toEqual(told.map((row) => row.dqr_id).sort());
    for (const second of secondsOf({ rows, ranges: [{ start: begin, end: begin + DAY - 1 }] })) {
      if (second < begin || second >= begin + DAY) continue;
      const drawn = reports.filter(
        ({ from, to }) => from <= second - begin && second - begin <= to,
      );
      expect(drawn.map(({ id }) => id).sort()).toEqual(
        told
          .filter((row) => isIn(row, second))
          .map((row) => row.dqr_id)
          .sort(),
      );
    }
  });
}, 60_000);

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
    const { job } = await planMod(store.db, open, settings, parameters, '', 0);
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

it('the estimate counts the samples of the chosen ranges and variables in the reports of a class', async () => {
  const times = Array.from({ length: (DAYS * DAY) / STEP }, (_, n) => FIRST + n * STEP);
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
    const chosen = times.filter(
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

it('hour facts leave out the hours in which a report of the chosen classes has a second', async () => {
  const hours = { from: FIRST, to: FIRST + DAYS * DAY };
  await law(FEWER, ({ rows, variables }, tables) => {
    const name = variables[0] ?? 'temp';
    const touched = touchedHours(tables, STREAM, name, ['incorrect'], hours);
    const limited = limitedHours(tables, STREAM, hours);
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
