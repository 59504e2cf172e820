// The scan types that can be chosen, those that are, and how the choice is kept.
import { expect, it } from 'vitest';
import { chosenScans, scanOptions, scansToStore } from './scans.ts';

const LABELS = new Map([
  ['ppi', 'Plan position'],
  ['vpt', ''],
]);
const counted = scanOptions(
  ['ppi', 'rhi', 'vpt'],
  LABELS,
  new Map([
    ['ppi', 3],
    ['vpt', 1],
  ]),
);

it('a scan type has its description, or its name, and can be chosen where it has files', () => {
  expect(counted).toEqual([
    { value: 'ppi', label: 'Plan position', count: 3, available: true },
    { value: 'rhi', label: 'rhi', count: 0, available: false },
    { value: 'vpt', label: 'vpt', count: 1, available: true },
  ]);
});

it('every scan type can be chosen while the numbers of files are not known', () => {
  const options = scanOptions(['ppi', 'rhi'], LABELS, null);
  expect(options.map(({ count, available }) => [count, available])).toEqual([
    [null, true],
    [null, true],
  ]);
});

it('an empty choice stands for every scan type with files, and others count only as far as they have files', () => {
  expect([...chosenScans(counted, [])]).toEqual(['ppi', 'vpt']);
  expect([...chosenScans(counted, ['vpt', 'rhi'])]).toEqual(['vpt']);
});

it('a choice of all scan types with files is kept as the empty one, and another by its names', () => {
  expect(scansToStore(counted, new Set(['ppi', 'vpt']))).toEqual([]);
  expect(scansToStore(counted, new Set(['vpt', 'rhi']))).toEqual(['vpt']);
});
