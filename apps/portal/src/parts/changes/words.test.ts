// What changed since a delivery, in words.
import type { FileChange, OrderChanges, ReportChange } from '@isobar/contract/orders/changes.ts';
import { expect, it } from 'vitest';
import { calmWords, extentWords, fileWords } from './words.ts';

const version = (file: string, bytes: number) => ({ file, bytes, sha256: null });
const change = (kind: FileChange['kind'], ...now: FileChange['now']): FileChange => ({
  ...{ kind, datastream: 'a.b1', file: 'a', start: '', end: '', noticed: null, delivered: [] },
  ...{ before: version('a', 12_400), now },
});

it('a file that was replaced or has grown is named by its sizes, or by its values where they are the same', () => {
  expect(fileWords(change('grown', version('a', 12_600)))).toBe('12.4 kB then, 12.6 kB now.');
  const same = 'Different values, same size: 12.4 kB.';
  expect(fileWords(change('replaced', version('a', 12_400)))).toBe(same);
  expect(fileWords(change('replaced'))).toBe(same);
});

it('a file that was withdrawn is named by those that hold its times', () => {
  expect(fileWords(change('withdrawn', version('b', 1), version('c', 2)))).toBe(
    'These times are now in b, c.',
  );
  expect(fileWords(change('withdrawn'))).toBe('The archive no longer has a file for these times.');
});

it.each([
  [
    { days: 3, share: 0.021, values: 4310 },
    '3 days, 2.1 % of the delivered time, 4,310 values in the hours concerned',
  ],
  [
    { days: 1, share: 0.9999, values: 1 },
    '1 day, over 99.9 % of the delivered time, 1 value in the hours concerned',
  ],
  [{ days: 1, share: 0.0001, values: null }, '1 day, under 0.1 % of the delivered time'],
])('a report that concerns %j has its extent in words', (extent, words) => {
  // Nothing else of a change is read here.
  expect(extentWords(extent as ReportChange)).toBe(words);
});

it('a delivery without changes that matter is described by what there is', () => {
  const calm = (counts: object, checked: string | null = '2020-01-01') =>
    calmWords({
      counts: { replaced: 0, withdrawn: 0, reported: 0, harmless: 0, grown: 0, ...counts },
      checked,
    } as OrderChanges)?.slice(0, 10);
  expect([calm({}), calm({ grown: 1 }), calm({ grown: 1, harmless: 1 }), calm({}, null)]).toEqual([
    'No changes',
    'Nothing wa',
    'Your value',
    'This deliv',
  ]);
  for (const name of ['replaced', 'withdrawn', 'reported'])
    expect([name, calm({ [name]: 1 }), calm({ [name]: 1 }, null)]).toEqual([
      name,
      undefined,
      undefined,
    ]);
});
