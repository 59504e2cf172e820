// Which files an order of only what changed consists of: those with other bytes, or other masked
// values.
import type { FileChange } from '@isobar/contract/orders/changes.ts';
import { expect, it } from 'vitest';
import { masksOf } from '../quality/masks.ts';
import { lookUpIn, type ReportRow, spanOf } from '../quality/spans.ts';
import type { KeptHolding, KeptInput } from './evidence.ts';
import { touchedFiles } from './touched.ts';

const DAY = 86_400;
const input = (day: number, more: Partial<KeptInput> = {}): KeptInput => ({
  ...{ datastream: 'a.b1', file: `day${day}`, path: '', bytes: 1, sha256: '', delivered: [] },
  ...{ start: day * DAY, end: (day + 1) * DAY - 1, holdings: [0] },
  ...more,
});
const holding = (more: Partial<KeptHolding> = {}): KeptHolding => ({
  ...{ selection: 0, datastream: 'a.b1', variables: [], ranges: [], masks: [], copied: [] },
  ...{ filters: [], joined: false, together: false },
  ...more,
});
const change = (file: string, kind: FileChange['kind'], ...now: string[]): FileChange => ({
  ...{ kind, datastream: 'a.b1', file, start: '', end: '', noticed: null, delivered: [] },
  before: { file, bytes: 1, sha256: null },
  now: now.map((name) => ({ file: name, bytes: 2, sha256: null })),
});
const report = (day: number, variables: readonly string[], days = 1): ReportRow =>
  ({
    ...{ dqr_id: 'D1', datastream: 'a.b1', quality_code: 4, variables },
    ...{ start_time: day * DAY, end_time: (day + days) * DAY - 1 },
    // Nothing else of a row is read here.
  }) as unknown as ReportRow;
const masks = (...rows: ReportRow[]) => masksOf(rows.map(spanOf), ['incorrect']);

function touched(
  holdings: readonly KeptHolding[],
  inputs: readonly KeptInput[],
  { changes = [], reports = [] }: { changes?: FileChange[]; reports?: ReportRow[] },
) {
  const kept = { simulated: false, holdings: [...holdings], reports: [] };
  const tables = lookUpIn([['a.b1', reports]]);
  return touchedFiles(tables, { kept, inputs }, changes).map(
    ({ selection, files }) => [selection, ...files] as const,
  );
}
const THREE = [input(1), input(2), input(3)];

it('an order of which nothing changed has no files', () => {
  expect(touched([holding()], THREE, {})).toEqual([]);
});

it('a file that was replaced comes as it is now, one that was divided in its parts, and one that was withdrawn not', () => {
  const changes = [
    change('day1', 'replaced', 'day1'),
    change('day2', 'withdrawn', 'day2b', 'a day2'),
    change('day3', 'withdrawn'),
  ];
  expect(touched([holding()], THREE, { changes })).toEqual([[0, 'a day2', 'day1', 'day2b']]);
  expect(touched([holding()], THREE, { changes: [change('day3', 'withdrawn')] })).toEqual([[0]]);
});

it('a file of another datastream does not count by its name', () => {
  const changes = [{ ...change('day1', 'replaced', 'day1'), datastream: 'b.b1' }];
  expect(touched([holding()], THREE, { changes })).toEqual([]);
});

it('joined files all come again, without those that were withdrawn', () => {
  const changes = [change('day1', 'replaced', 'day1'), change('day3', 'withdrawn')];
  expect(touched([holding({ joined: true })], THREE, { changes })).toEqual([[0, 'day1', 'day2']]);
  expect(touched([holding({ joined: true })], THREE, {})).toEqual([]);
});

it('selections that were made into one file come together, and others by themselves', () => {
  const both = [
    holding({ together: true, joined: true }),
    holding({ selection: 1, together: true }),
    holding({ selection: 2 }),
  ];
  const inputs = [input(1), input(2, { holdings: [1, 2] })];
  const changes = [change('day1', 'replaced', 'day1')];
  expect(touched(both, inputs, { changes })).toEqual([[0, 'day1'], [1]]);
  const alone = [input(1, { holdings: [0, 1] }), input(2, { holdings: [2] })];
  const second = [change('day2', 'replaced', 'day2')];
  expect(touched(both, alone, { changes: second })).toEqual([[2, 'day2']]);
});

it('a file of which a new report masks values comes again, and no other', () => {
  const masked = holding({ filters: ['incorrect'] });
  const reports = [report(2, [])];
  expect(touched([masked], THREE, { reports })).toEqual([[0, 'day2']]);
  expect(touched([holding()], THREE, { reports })).toEqual([]);
  const gone = holding({ filters: ['incorrect'], masks: masks(report(3, ['temp'])) });
  expect(touched([gone], THREE, {})).toEqual([[0, 'day3']]);
});

it('reports that mask the same values in other words change no file', () => {
  const then = masks(report(1, []), report(2, []), report(3, []));
  const masked = holding({ filters: ['incorrect'], masks: then });
  expect(touched([masked], THREE, { reports: [report(1, [], 3)] })).toEqual([]);
  const named = [report(1, [], 3), report(2, ['temp'])];
  expect(touched([masked], THREE, { reports: named })).toEqual([]);
  expect(touched([masked], THREE, { reports: [report(1, [], 2)] })).toEqual([[0, 'day3']]);
});

it('a report that masks all variables where one was masked before changes the file', () => {
  const one = holding({ filters: ['incorrect'], masks: masks(report(2, ['temp'])) });
  expect(touched([one], THREE, { reports: [report(2, [])] })).toEqual([[0, 'day2']]);
  const all = holding({ filters: ['incorrect'], masks: masks(report(2, [])) });
  expect(touched([all], THREE, { reports: [report(2, ['temp'])] })).toEqual([[0, 'day2']]);
});

it('a report on variables that were not ordered changes no file', () => {
  const masked = holding({ filters: ['incorrect'], variables: ['temp'] });
  expect(touched([masked], THREE, { reports: [report(2, ['rh'])] })).toEqual([]);
  expect(touched([masked], THREE, { reports: [report(2, ['rh', 'temp'])] })).toEqual([[0, 'day2']]);
  expect(touched([masked], THREE, { reports: [report(2, [])] })).toEqual([[0, 'day2']]);
  const then = { ...masked, masks: masks(report(2, ['rh', 'temp'])) };
  expect(touched([then], THREE, { reports: [report(2, ['temp'])] })).toEqual([]);
});
