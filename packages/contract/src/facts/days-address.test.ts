// A search for days survives its way through an address; broken parts are named and left out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysCode } from '../../../../apps/portal/src/screens/find-days/days-code.ts';
import { eventSearch } from '../calls/facts.ts';
import { EMPTY_DAYS, formatDays, parseDays } from './days-address.ts';
import { daysCsv } from './days-csv.ts';

const name = fc
  .stringMatching(/^[a-zA-Z0-9._/,;%&=+ -]{1,12}$/)
  .filter((text) => text.trim() === text);
const number = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 8);
const clause = fc
  .record({
    ...{ datastream: name, variable: name },
    statistic: fc.constantFrom('mean', 'max', 'min'),
    comparison: fc.constantFrom('>', '<', 'between'),
    value: number,
    width: fc.nat(100),
  })
  .map(({ width, ...one }) =>
    one.comparison === 'between' ? { ...one, upTo: one.value + width } : one,
  );
const search = fc
  .record(
    {
      clauses: fc.array(clause, { maxLength: 6 }),
      variables: fc.array(fc.record({ datastream: name, variable: name }), { maxLength: 20 }),
      hours: fc.integer({ min: 1, max: 8784 }),
      reports: fc.subarray(['incorrect', 'suspect']),
      start: fc.constantFrom('2019-01-01', '2019-01-01T05:00:00Z'),
      months: fc.subarray([1, 2, 12], { minLength: 1 }),
      hoursOfDay: fc.record({
        ...{ from: fc.integer({ min: 0, max: 23 }), to: fc.integer({ min: 0, max: 24 }) },
        clock: fc.constantFrom('utc', 'site'),
      }),
      share: fc.constantFrom(0.5, 0.9, 1),
    },
    { requiredKeys: ['clauses', 'variables'] },
  )
  .map((one) => eventSearch.parse(one));

it('[GD3] the address of a search for days is the state: parsing what was formatted gives the same search', () => {
  fc.assert(
    fc.property(search, fc.stringMatching(/^[ -~]{0,40}$/), (one, text) => {
      const wanted = { ...one, reports: one.reports };
      const read = parseDays(`?${formatDays(wanted, text.trim())}`);
      expect(read).toEqual({ search: wanted, text: text.trim(), ignored: [] });
    }),
  );
});

it('the address of a search for days names what means nothing and keeps the rest', () => {
  const read = parseDays('if=a,b,mean,above,30;a,b,mean,above&hours=0&months=13&at=x&from=soon');
  expect(read.ignored).toEqual([
    ...['if=a,b,mean,above', 'hours=0', 'months=13', 'at=x', 'from=soon'],
  ]);
  expect(read.search).toMatchObject({ hours: 1, clauses: [{ datastream: 'a', value: 30 }] });
  expect(parseDays('').search).toEqual(EMPTY_DAYS);
  expect(parseDays('reports=none').search.reports).toEqual([]);
});

const REPLY = {
  ...{ days: ['2019-01-01', '2019-01-03'], total: 2, unknownHours: 3, factsUntil: null },
  events: [
    { start: '2019-01-01T05:00:00Z', end: '2019-01-01T09:00:00Z', hours: 4, clauses: [] },
    { start: '2019-01-01T11:00:00Z', end: '2019-01-01T12:00:00Z', hours: 1, clauses: [] },
  ],
  nearly: [{ day: '2019-01-02', datastream: 'a.b1', variable: 'x, y', reason: 'missing' as const }],
  unknown: { missing: 3, report: 0, units: 0, limited: 0, computing: 0 },
  ...{ unknownDays: ['2019-01-04'], emptyDays: ['2019-01-05'], units: [] },
  ...{ start: '2019-01-01T00:00:00Z', end: '2019-01-06T00:00:00Z', clockOffset: 0 },
};

it('days as a table have a line each, with quotes where a cell needs them', () => {
  expect(daysCsv(REPLY).split('\r\n')).toEqual([
    'day,state,events beginning,longest (hours),spoiled by,reason',
    '2019-01-01,found,2,4,,',
    '2019-01-02,good but for one,,,"a.b1 x, y",missing',
    '2019-01-03,found,,,,',
    '2019-01-04,unknown,,,,',
    '2019-01-05,no data,,,,',
    '',
  ]);
});

describe('[GD3] a search as code', () => {
  it('a search as code holds the body that the portal sends, in every language', () => {
    const one = eventSearch.parse({
      clauses: [
        {
          ...{ datastream: "a'b", variable: 'x', statistic: 'mean', comparison: '>', value: 1 },
        },
      ],
    });
    for (const language of ['Python', 'R', 'MATLAB', 'curl'] as const)
      expect(daysCode(language, 'https://example.org/search', one)).toContain(
        'https://example.org/search',
      );
    expect(daysCode('curl', 'u', one)).toContain("a'\\''b");
    expect(daysCode('MATLAB', 'u', one)).toContain("a''b");
  });
});
