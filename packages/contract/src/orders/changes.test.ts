// What changed since a delivery, counted and in words.
import { expect, it } from 'vitest';
import {
  changesInWords,
  changesThatMatter,
  countChanges,
  type FileChange,
  fileChangeMatters,
  type ReportChange,
  reportChangeMatters,
} from './changes.ts';

const file = (kind: FileChange['kind']): FileChange => ({
  ...{ kind, datastream: 'sgpmetE13.b1', file: 'a', start: '', end: '', now: [], noticed: null },
  ...{ before: { file: 'a', bytes: 1, sha256: null }, delivered: [] },
});
const report = (id: string, kind: ReportChange['kind'], harmless = false): ReportChange => ({
  ...{ kind, report: id, subject: '', code: 1, className: 'Incorrect', datastream: 'sgpmetE13.b1' },
  ...{ variables: [], spans: [], days: 1, share: 0.1, values: null, harmless },
});
const NONE = { replaced: 0, withdrawn: 0, grown: 0, reported: 0, harmless: 0, unreported: 0 };

it('files are counted by what became of them, and each report once, however many datastreams it is about', () => {
  const files = [file('replaced'), file('replaced'), file('grown'), file('withdrawn')];
  const reports = [
    report('a', 'reported'),
    report('a', 'reported'),
    report('b', 'reported', true),
    report('c', 'unreported'),
    report('c', 'unreported'),
  ];
  const counts = countChanges({ files, reports });
  expect(counts).toEqual({
    ...{ replaced: 2, withdrawn: 1, grown: 1, reported: 1, harmless: 1, unreported: 1 },
  });
  expect(changesThatMatter(counts)).toBe(4);
  expect(countChanges({ files: [], reports: [] })).toEqual(NONE);
});

it.each([
  [{}, ''],
  [{ grown: 2, harmless: 1, unreported: 3 }, ''],
  [{ replaced: 1 }, '1 file replaced'],
  [{ replaced: 2, withdrawn: 1 }, '2 files replaced, 1 file withdrawn'],
  [{ withdrawn: 2 }, '2 files withdrawn'],
  [{ reported: 1 }, '1 new quality report'],
  [
    { replaced: 1, withdrawn: 1, reported: 2 },
    '1 file replaced, 1 file withdrawn, 2 new quality reports',
  ],
])('the changes %j are: %s', (some, words) => {
  expect(changesInWords({ ...NONE, ...some })).toBe(words);
});

it('a delivery may not be used as before when its files were replaced or withdrawn, or reports came that are not about masked values alone', () => {
  const files = (['replaced', 'grown', 'withdrawn'] as const).filter((kind) =>
    fileChangeMatters({ kind }),
  );
  expect(files).toEqual(['replaced', 'withdrawn']);
  expect(
    [report('a', 'reported'), report('b', 'reported', true), report('c', 'unreported')].map(
      reportChangeMatters,
    ),
  ).toEqual([true, false, false]);
});
