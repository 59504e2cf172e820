// The results of all units, put together: each loss is reported once, each name is given once.
import { expect, it } from 'vitest';
import { gather } from './gather.ts';
import type { CheckedInput, MadeFile, Plan, UnitResult } from './plan.ts';

const DATASTREAM = 'sgpmetE13.b1';
const treatment = {
  ...{ datastream: DATASTREAM, variables: [], ranges: null },
  ...{ masks: [], maskAssessed: [], joinTo: null },
};
const input = (fileName: string) => ({
  ...{ datastream: DATASTREAM, fileName, path: fileName, size: 1, start: 0, end: 1 },
});
const plan: Plan = {
  orderId: 1,
  inputs: [input('a.cdf'), input('b.cdf')],
  treatments: [treatment],
  units: (['netcdf', 'csv'] as const).map((make) => ({
    ...{ make, treatment: 0, inputs: [0, 1], folder: '' },
  })),
};
const lost = { file: 'a.cdf', reason: 'It is damaged.' };
const result = (more: Partial<UnitResult>): UnitResult => ({
  ...{ files: [], missing: [], empty: [] },
  ...more,
});
const file = (name: string): MadeFile => ({
  ...{ name, file: name, bytes: 1, sha256: '', crc32: 0, format: 'netcdf', inputs: [0] },
  ...{
    firstTime: 0,
    lastTime: 1,
    records: 1,
    masked: {},
    present: {},
    marks: {},
    kept: {},
    notes: [],
  },
});

it('the gathering of results tells what two formats lack once, and what only one lacks beside it', () => {
  const alone = { file: 'a.cdf', reason: 'As ASCII-CSV: it has too many columns.' };
  const results = [result({ missing: [lost] }), result({ missing: [lost, alone] })];
  expect(gather(plan, results, new Map()).missing).toEqual([lost, alone]);
});

it('the gathering of results does not tell again what was found missing before anything was made', () => {
  const checked = new Map([[0, { input: 0, bytes: 0, sha256: '', missing: lost.reason }]]);
  const results = [result({ missing: [lost] }), result({})];
  expect(gather(plan, results, checked).missing).toEqual([lost]);
});

it('the gathering of results tells a file without data in the range once, and gives each file a name of its own', () => {
  const results = [
    result({ empty: ['b.cdf'], files: [file('x.nc'), file('README.txt')] }),
    result({ empty: ['b.cdf'], files: [file('x.nc')] }),
  ];
  const { empty, files } = gather(plan, results, new Map());
  expect(empty).toEqual(['b.cdf']);
  expect(files.map(({ name, unit }) => [name, unit])).toEqual([
    ['x.nc', 0],
    [`${DATASTREAM}/README.txt`, 0],
    [`${DATASTREAM}/x.nc`, 1],
  ]);
});

it('the gathering of results counts on where the folder of a datastream has a file of that name as well', () => {
  const results = [
    result({ files: [file('x.nc'), file('x.nc'), file('x.nc')] }),
    result({ files: [file('x.nc')] }),
  ];
  expect(gather(plan, results, new Map()).files.map(({ name }) => name)).toEqual([
    'x.nc',
    `${DATASTREAM}/x.nc`,
    `${DATASTREAM}-2/x.nc`,
    `${DATASTREAM}-3/x.nc`,
  ]);
});

it('the gathering of results takes no name of a document or a list, and no sign that a name cannot have', () => {
  const reserved = [
    ...['README.txt', 'CITATION.cff', 'CITATION.txt', 'LICENSE.txt', 'quality-reports.json'],
    ...['recipe.json', 'ro-crate-metadata.json', 'SHA256SUMS', 'index.html', 'index.json'],
    ...['all.zip', 'helper.sh', 'helper.py', 'transfer.txt'],
  ];
  const results = [result({ files: [...reserved.map(file), file('a\u0001b\n.nc ')] }), result({})];
  expect(gather(plan, results, new Map()).files.map(({ name }) => name)).toEqual([
    ...reserved.map((name) => `${DATASTREAM}/${name}`),
    'a_b_.nc',
  ]);
});

it('the gathering of results tells what was missing before in the order of the files, and what else is missing after it', () => {
  const gone = (input: number): [number, CheckedInput] => [
    input,
    { input, bytes: 0, sha256: null, missing: `gone ${input}` },
  ];
  const there: [number, CheckedInput] = [2, { input: 2, bytes: 1, sha256: 'ab', missing: null }];
  const results = [result({ missing: [lost] }), result({})];
  expect(gather(plan, results, new Map([there, gone(1), gone(0)])).missing).toEqual([
    { file: 'a.cdf', reason: 'gone 0' },
    { file: 'b.cdf', reason: 'gone 1' },
    lost,
  ]);
});
