// One law for all that says which quality reports concern which data, and from when to when: each
// reader agrees with a slow twin, which compares the dates of the table as texts, second by second.
// The twin calls nothing that a reader calls.
import { orderReports } from '@isobar/contract/calls/quality.ts';
import { sentSpan } from '@isobar/contract/quality/affected.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byClass, maskedBy, touchingReports } from '../../../portal/src/lib/quality/touching.ts';
import { factsOf } from '../core/catalogue/facts.ts';
import { qualityDates } from '../core/catalogue/quality-dates.ts';
import { qualitySection, qualityShares } from '../core/pages/kinds/quality-section.ts';
import { reportsSection } from '../core/pages/kinds/reports-section.ts';
import { reportOf, reportsOn } from '../core/quality/reports.ts';
import { allOf } from '../core/quality/spans.ts';
import { qualityReports } from '../features/orders/documents/quality-reports.ts';
import { orderReportsOf } from '../features/quality/order-reply.ts';
import { listedReport, NO_HISTORY, reportReplyOf } from '../features/quality/report-reply.ts';
import { answerTo } from '../features/quality/service-answer.ts';
import { dayReports } from '../features/quicklooks/day-reports.ts';
import type { TemporaryStore } from '../store/testing/temporary-store.ts';
import {
  agree,
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
  STREAM,
  secondsOf,
  sorted,
  VARIABLES,
} from './report-twin.ts';
import { described, FEWER, law, MANY, storeWithDays } from './reported-days.ts';

/** The classes that lists name, by the table's codes. */
const CLASS_NAMES: Readonly<Record<string, string>> = {
  ...{ 0: 'Missing', 3: 'Suspect', 4: 'Incorrect', 5: 'Note', 6: 'Reprocessed' },
};

let store: TemporaryStore;
beforeAll(async () => {
  store = await storeWithDays();
});
afterAll(() => store.close());

it('the service, the order report and the delivered file name the reports that concern what they are asked about', async () => {
  await law(MANY, async ({ rows, ranges, variables }, tables) => {
    const told = rows.filter((row) => concerns(row, ranges, variables));
    const holding = { datastream: STREAM, ranges, variables };
    expect(sorted(reportsOn(tables, [holding]).map(({ id }) => id))).toEqual(idsOf(told));
    const delivered = qualityReports(tables, [holding], () => VARIABLES)[STREAM] ?? {};
    expect(sorted(Object.values(delivered).flatMap(Object.keys))).toEqual(idsOf(told));
    const reply = await orderReportsOf(
      {
        ...{ orderId: 1, orderDate: 0, completedAt: null, quality: async () => [] },
        holdings: [{ ...holding, flagged: [] }],
      },
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
  const known = await described(store);
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
  const known = await described(store);
  await law(FEWER, ({ rows, ranges }, tables) => {
    const facts = factsOf(known, tables);
    // reads nothing else of its sources
    const page = String(qualitySection({ tables } as never, known.row, facts, false).body.text);
    const told = rows.filter((row) => row.datastream === STREAM);
    const linked = [...page.matchAll(/\/report\/(D[\d.]+)"/g)].map(([, id = '']) => id);
    expect(sorted(linked)).toEqual(idsOf(told));
    const product = String(reportsSection(tables, [known.row]).body.text);
    const listed = [...product.matchAll(/\/report\/(D[\d.]+)"/g)].map(([, id = '']) => id);
    expect(sorted(listed)).toEqual(idsOf(told));
    for (const [row = '', id] of [page, product].flatMap((list) => [
      ...list.matchAll(/<tr>(?:(?!<\/tr>).)*\/report\/(D[\d.]+)".*?<\/tr>/gs),
    ]))
      for (const [code, name] of Object.entries(CLASS_NAMES))
        expect(row.includes(`${name}<`) || row.includes(`${name},`), `${id} ${name}`).toBe(
          told.some((one) => one.dqr_id === id && one.quality_code === code),
        );
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
