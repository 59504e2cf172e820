// Which reports on delivered data came since: held to a comparison of each second and variable.
import { formatInstant, parseInstant } from '@isobar/contract/time.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curatedTables } from '../tables/curated-tables.ts';
import { TABLE_SCHEMAS, type TableFile } from '../tables/schemas.ts';
import { reportChanges, without } from './compare-reports.ts';
import type { KeptHolding, KeptHoldings } from './evidence.ts';

const DATASTREAM = 'sgpmetE13.b1';
const NAMES = ['temp_mean', 'rh_mean', 'wspd'];
/** Seconds of the small world in which everything happens. */
const WORLD = 24;
const FIRST = Date.UTC(2019, 0, 1) / 1000;

interface Reported {
  readonly id: string;
  readonly code: number;
  readonly start: number;
  readonly end: number;
  readonly variables: readonly string[];
}

const tablesOf = (reports: readonly Reported[]) => {
  const rows = Object.fromEntries(
    (Object.keys(TABLE_SCHEMAS) as TableFile[]).map((file) => [file, [] as unknown[]]),
  );
  rows['quality-reports.csv'] = reports.map(({ id, code, start, end, variables }) => ({
    ...{ dqr_id: id, datastream: DATASTREAM, quality_code: code, quality_name: '' },
    ...{ start_time: FIRST + start, end_time: FIRST + end, variables },
    ...{ subject: '', description: '', suggestions: '', text_format: '', supersedes: [] },
  }));
  return curatedTables(rows as unknown as Parameters<typeof curatedTables>[0]);
};

const second = fc.integer({ min: 0, max: WORLD - 1 });
const span = fc
  .tuple(second, second)
  .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
const variables = fc.subarray(NAMES);
const reported = fc.record({
  id: fc.constantFrom('D1', 'D2', 'D3'),
  code: fc.constantFrom(3, 4),
  times: span,
  variables,
});
const reports = fc
  .array(reported, { maxLength: 6 })
  .map((all) => all.map(({ times, ...rest }): Reported => ({ ...rest, ...times })));

const shifted = ({ start, end }: { start: number; end: number }) => ({
  start: FIRST + start,
  end: FIRST + end,
});

/**
 * Second by second: does a report of this id and class speak of the variable? All of them: null.
 */
const says = (all: readonly Reported[], of: Reported, at: number, name: string | null): boolean =>
  all.some(
    (one) =>
      one.id === of.id &&
      one.code === of.code &&
      one.start <= at &&
      one.end >= at &&
      (one.variables.length === 0 || (name !== null && one.variables.includes(name))),
  );

it('the comparison of reports finds exactly the seconds and variables of each report that were not reported at delivery [AO1]', () => {
  fc.assert(
    fc.property(
      ...([reports, reports, fc.array(span, { minLength: 1, maxLength: 3 }), variables] as const),
      (then, now, ranges, chosen) => {
        const kept: KeptHoldings = {
          simulated: false,
          holdings: [holdingOf({ ranges: ranges.map(shifted), variables: chosen })],
          reports: then.map(({ start, end, ...one }) => ({
            ...one,
            ...shifted({ start, end }),
            datastream: DATASTREAM,
            variables: [...one.variables],
          })),
        };
        const found = new Set<string>();
        for (const change of reportChanges(tablesOf(now), kept)) {
          if (change.kind !== 'reported') continue;
          for (const { start, end } of change.spans)
            for (let at = parseInstant(start)! - FIRST; at <= parseInstant(end)! - FIRST; at++)
              for (const name of change.variables.length > 0 ? change.variables : ['*'])
                found.add(`${change.report} ${change.code} ${name} ${at}`);
        }
        expect(found).toEqual(expectedOf(then, now, ranges, chosen));
      },
    ),
    { numRuns: 400 },
  );
});

function expectedOf(
  then: readonly Reported[],
  now: readonly Reported[],
  ranges: readonly { start: number; end: number }[],
  chosen: readonly string[],
): ReadonlySet<string> {
  const expected = new Set<string>();
  for (const one of now)
    for (let at = one.start; at <= one.end; at++) {
      if (!ranges.some(({ start, end }) => start <= at && end >= at)) continue;
      const all = chosen.length === 0 ? one.variables : chosen;
      const names =
        chosen.length === 0 && one.variables.length === 0
          ? ['*']
          : all.filter((name) => one.variables.length === 0 || one.variables.includes(name));
      for (const name of names)
        if (!says(then, one, at, name === '*' ? null : name))
          expected.add(`${one.id} ${one.code} ${name} ${at}`);
    }
  return expected;
}

const holdingOf = (more: Partial<KeptHolding>): KeptHolding => ({
  ...{ selection: 0, datastream: DATASTREAM, variables: [], masks: [], copied: [] },
  ...{
    ranges: [{ start: FIRST, end: FIRST + WORLD }],
    filters: [],
    joined: false,
    together: false,
  },
  ...more,
});

const kept = (holding: KeptHolding): KeptHoldings => ({
  ...{ simulated: false, holdings: [holding], reports: [] },
});
const REPORT: Reported = { id: 'D9', code: 4, start: 3, end: 9, variables: ['temp_mean'] };
const mask = (more: object = {}) => ({
  ...{ variables: ['temp_mean'], start: FIRST + 2, end: FIRST + 9.999999 },
  ...more,
});

it.each([
  ['that masks these values', [mask()], [], true],
  ['that masks all variables then', [mask({ variables: 'all' })], [], true],
  ['that masks a second less', [mask({ end: FIRST + 8.999999 })], [], false],
  ['that masks another variable', [mask({ variables: ['rh_mean'] })], [], false],
  [
    'whose two masks cover it together',
    [mask({ end: FIRST + 5.999999 }), mask({ start: FIRST + 6 })],
    [],
    true,
  ],
  ['that was delivered as archived', [mask()], [{ start: FIRST, end: FIRST + 20 }], false],
  ['without masks', [], [], false],
] as const)('a change of reports is harmless for an order %s: %#', (_, masks, copied, harmless) => {
  const holding = holdingOf({
    masks: masks.map((one) => ({ ...one })) as KeptHolding['masks'],
    copied: copied.map((one) => ({ ...one })),
  });
  const [change] = reportChanges(tablesOf([REPORT]), kept(holding));
  expect(change?.harmless).toBe(harmless);
});

it('the comparison of reports counts days and the share of the delivered time', () => {
  const DAY = 86_400;
  const holding = holdingOf({ ranges: [{ start: FIRST, end: FIRST + 4 * DAY - 1 }] });
  const long = { ...REPORT, start: DAY - 10, end: 2 * DAY - 1, variables: [] };
  const [change] = reportChanges(tablesOf([long]), kept(holding));
  expect(change).toMatchObject({
    ...{ days: 2, variables: [], className: 'Incorrect' },
    spans: [{ start: formatInstant(FIRST + DAY - 10), end: formatInstant(FIRST + 2 * DAY - 1) }],
  });
  expect(change?.share).toBeCloseTo((DAY + 10) / (4 * DAY), 12);
});

it('the comparison of reports reports what is no longer in force, which is never a harm', () => {
  const before = {
    ...kept(holdingOf({})),
    reports: [
      { ...{ id: 'D8', datastream: DATASTREAM, code: 3, start: null, end: null }, variables: [] },
    ],
  };
  expect(reportChanges(tablesOf([]), before)).toMatchObject([
    { kind: 'unreported', report: 'D8', harmless: true },
  ]);
});

it('spans are taken out of spans', () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 5 }),
      fc.array(span, { maxLength: 5 }),
      (all, taken) => {
        const covers = (some: readonly { start: number; end: number }[], at: number) =>
          some.some(({ start, end }) => start <= at && end >= at);
        const left = without(all, taken);
        for (let at = 0; at < WORLD; at++)
          expect(covers(left, at)).toBe(covers(all, at) && !covers(taken, at));
      },
    ),
    { numRuns: 300 },
  );
});
