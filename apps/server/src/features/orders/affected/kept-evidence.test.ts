// What is kept of a delivery: who made it of what, over which times, with which masks and reports,
// and the files that each input went into.
import { expect, it } from 'vitest';
import type { CheckedInput, Plan, Treatment } from '../steps/plan.ts';
import { tablesOf } from '../testing/tables.ts';
import { evidenceOf } from './kept-evidence.ts';

const DAY = 86_400;
const START = Date.UTC(2019, 0, 1) / 1000;

const treatment = (datastream: string, more: Partial<Treatment> = {}): Treatment => ({
  ...{ datastream, variables: [], ranges: null, masks: [], maskAssessed: [], joinTo: null },
  ...more,
});

/** A file of each day; the samples of the first end and begin between seconds. */
const input = (datastream: string, day: number) => ({
  ...{ datastream, fileName: `${datastream}.${day}.nc`, path: `x/${day}.nc`, size: 1 },
  ...{ start: START + day * DAY + 0.5, end: START + (day + 1) * DAY - 0.5 },
});

const PLAN: Plan = {
  orderId: 7,
  inputs: [
    input('a.b1', 0),
    input('a.b1', 1),
    input('a.b1', 2),
    input('b.b1', 0),
    input('c.b1', 0),
  ],
  treatments: [
    treatment('a.b1', {
      variables: ['temp', 'rh'],
      ranges: [{ start: START + 3600, end: START + DAY + 3600 }],
      masks: [{ variables: ['temp'], start: START, end: START + 60 }],
    }),
    treatment('b.b1', { joinTo: 1000 }),
    treatment('c.b1'),
    treatment('d.b1'),
  ],
  units: [
    { make: 'copy', treatment: 0, inputs: [0], folder: '' },
    { make: 'netcdf', treatment: 0, inputs: [1, 2], folder: '' },
    {
      ...{ make: 'netcdf', treatment: 1, inputs: [3, 4], folder: '' },
      parts: [
        { treatment: 1, inputs: [3] },
        { treatment: 2, inputs: [4] },
      ],
    },
  ],
};

const checked = (sha256: (n: number) => string | null): Map<number, CheckedInput> =>
  new Map(
    PLAN.inputs.map((_, n) => [n, { input: n, bytes: 100 + n, sha256: sha256(n), missing: null }]),
  );

const report = (dqr_id: string, variables: string, day: number) => ({
  ...{ dqr_id, datastream: 'a.b1', quality_code: '4', variables, subject: 'A sensor was blocked' },
  start_time: new Date((START + day * DAY) * 1000).toISOString(),
  end_time: new Date((START + day * DAY + 7200) * 1000).toISOString(),
});

/** A selection of all. */
const selected = {
  ...{ scanNames: [], dates: [], files: [], variables: [], dqrFilter: [], qcFilter: false },
};

const evidence = (more: Partial<Parameters<typeof evidenceOf>[0]> = {}) =>
  evidenceOf({
    request: {
      selectedData: {
        ...{ mergedOutput: false, maxMb: 0, outputFormat: [] },
        selectedDatastreams: [
          { ...selected, datastream: 'a.b1', dqrFilter: ['incorrect'] },
          { ...selected, datastream: 'b.b1' },
        ],
      },
    },
    plan: PLAN,
    files: [
      { unit: 0, inputs: [0], name: 'copied.nc' },
      ...[1, 2, 3, 4, 5].map((n) => ({ unit: 1, inputs: [1], name: `made.${n}.csv` })),
      { unit: 2, inputs: [3, 4], name: 'together.nc' },
    ],
    checked: checked((n) => `sum${n}`),
    ...{ simulated: false, madeAt: START + 99 * DAY },
    tables: tablesOf({
      'quality-reports.csv': [
        report('D1', 'temp', 0),
        report('D2', 'other', 0),
        report('D3', 'temp', 5),
      ],
    }),
    ...more,
  });

it('evidence has a holding for each selection that something was delivered of', () => {
  const { kept, orderId, madeAt } = evidence();
  expect([orderId, madeAt, kept.simulated]).toEqual([7, START + 99 * DAY, false]);
  expect(kept.holdings).toEqual([
    {
      ...{ selection: 0, datastream: 'a.b1', variables: ['temp', 'rh'] },
      ranges: [{ start: START + 3600, end: START + DAY + 3600 }],
      masks: [{ variables: ['temp'], start: START, end: START + 60 }],
      // Whatever was to be masked, this file is as archived.
      copied: [{ start: START, end: START + DAY - 1 }],
      ...{ filters: ['incorrect'], joined: false, together: false },
    },
    {
      ...{ selection: 1, datastream: 'b.b1', variables: [], masks: [], copied: [], filters: [] },
      ranges: [{ start: START, end: START + DAY - 1 }],
      ...{ joined: true, together: true },
    },
    {
      ...{ selection: 2, datastream: 'c.b1', variables: [], masks: [], copied: [], filters: [] },
      ranges: [{ start: START, end: START + DAY - 1 }],
      ...{ joined: true, together: true },
    },
  ]);
  expect(kept.reports.map(({ id }) => id)).toEqual(['D1']);
});

it('evidence has each input that was read, with its selections and four of its files at most', () => {
  const { inputs } = evidence();
  expect(inputs.map(({ file, holdings, delivered }) => [file, holdings, delivered])).toEqual([
    ['a.b1.0.nc', [0], ['copied.nc']],
    ['a.b1.1.nc', [0], ['made.1.csv', 'made.2.csv', 'made.3.csv', 'made.4.csv']],
    ['b.b1.0.nc', [1], ['together.nc']],
    ['c.b1.0.nc', [2], ['together.nc']],
  ]);
  expect(inputs[1]).toMatchObject({
    ...{ datastream: 'a.b1', path: 'x/1.nc', bytes: 101, sha256: 'sum1' },
    ...{ start: START + DAY + 0.5, end: START + 2 * DAY - 0.5 },
  });
  const without = (lacking: ReadonlyMap<number, CheckedInput>) =>
    evidence({ checked: lacking }).inputs.map(({ file }) => file);
  const unread = checked((n) => (n === 1 ? null : 'sum'));
  expect(without(unread)).toEqual(['a.b1.0.nc', 'b.b1.0.nc', 'c.b1.0.nc']);
  unread.delete(0);
  expect(without(unread)).toEqual(['b.b1.0.nc', 'c.b1.0.nc']);
});
