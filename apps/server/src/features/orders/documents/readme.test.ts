// README.txt: masked values are counted once, by datastream; selections without files are
// mentioned.
import { expect, it } from 'vitest';
import { NO_PROGRESS, type Order } from '../order.ts';
import { testSettings } from '../testing/settings.ts';
import type { Evidence } from './evidence.ts';
import { readme } from './readme.ts';

const treatment = (datastream: string) => ({
  datastream,
  variables: [],
  ranges: null,
  masks: [{ variables: 'all' as const, start: 0, end: 1 }],
  maskAssessed: [],
  joinTo: null,
});
const input = (datastream: string) => ({
  datastream,
  fileName: `${datastream}.cdf`,
  path: `${datastream}.cdf`,
  size: 1,
  start: 0,
  end: 1,
});
const file = (name: string, of: number, format: string, masked: Record<string, number>) => ({
  name,
  file: name,
  bytes: 10,
  sha256: '',
  crc32: 0,
  format,
  inputs: [of],
  firstTime: 0,
  lastTime: 1,
  records: 1,
  masked,
  present: {},
  marks: {},
  kept: {},
  notes: [],
  unit: 0,
});

const evidence: Evidence = {
  // what a README needs of it
  order: { orderId: 100_001, orderDate: 0, progress: NO_PROGRESS } as Order,
  settings: testSettings('/nowhere'),
  simulated: false,
  plan: {
    orderId: 100_001,
    inputs: [input('enaaosF1.b1'), input('sgpmetE13.b1')],
    treatments: ['enaaosF1.b1', 'sgpmetE13.b1', 'sgpmetE15.b1'].map(treatment),
    units: [0, 1].map((n) => ({ make: 'netcdf' as const, treatment: n, inputs: [n], folder: '' })),
  },
  inputs: [],
  files: [
    file('a.cdf', 0, 'cdf2', { temperature: 1200 }),
    file('a.ict', 0, 'icartt', { temperature: 1200 }),
    file('b.csv', 1, 'csv', { temperature: 7 }),
  ],
  missing: [],
  empty: [],
  quality: [],
  cited: [],
  citing: { archiveName: 'ARM', publisher: 'ARM', url: 'http://archive.example', accessed: 0 },
  made: 0,
  expires: 86_400,
};

it('the README counts what was masked once and by datastream, whatever formats it is delivered in', () => {
  const text = readme(evidence);
  expect(text).toContain('- enaaosF1.b1 temperature: 1,200\n');
  expect(text).toContain('- sgpmetE13.b1 temperature: 7\n');
  expect(text.match(/temperature/g)).toHaveLength(2);
});

it('the README names what was ordered and has no files', () => {
  const text = readme(evidence);
  expect(text).toContain('no file in the dates that were ordered of:\n- sgpmetE15.b1\n');
  expect(text).not.toContain('everything that was ordered is here');
  const complete = { ...evidence.plan, treatments: evidence.plan.treatments.slice(0, 2) };
  expect(readme({ ...evidence, plan: complete })).toContain('everything that was ordered is here');
});

it('the README says what stands for masked values, and what could not be masked', () => {
  const odd = {
    ...file('a.cdf', 0, 'cdf2', { count: 3 }),
    marks: { count: '-128' },
    kept: { word: { values: 2, reason: 'it is text, which has no missing value' } },
  };
  const text = readme({ ...evidence, files: [odd, { ...odd, name: 'a.csv', format: 'csv' }] });
  expect(text).toContain('- enaaosF1.b1 count: 3 (-128)\n');
  expect(text).toContain('- enaaosF1.b1 word: 2; it is text, which has no missing value\n');
});

it('the README names the reports of an older meaning of a variable by its plain name', () => {
  const files = [file('a.cdf', 0, 'cdf2', { pressure__to_20200112: 5, other: 1 })];
  const report = { id: 'D1', code: 4, subject: '', days: [], variables: ['pressure'], values: 0 };
  const quality = [
    {
      ...{ datastream: 'enaaosF1.b1', values: 0, masked: 0, more: 0, wholly: [] },
      reports: [{ ...report, of: 0, masked: 'yes' as const }],
    },
  ];
  const text = readme({ ...evidence, files, quality });
  expect(text).toContain('- enaaosF1.b1 pressure__to_20200112: 5 by D1\n');
  expect(text).toContain('- enaaosF1.b1 other: 1\n');
});

it('the README never claims that nothing was flagged in files that could not be read', () => {
  const copy = file('a.raw', 0, 'as archived', {});
  const text = readme({ ...evidence, files: [copy] });
  expect(text).not.toContain('no value of these files was flagged');
  expect(text).toContain('nothing in them was replaced:\n- a.raw\n');
  expect(readme({ ...evidence, files: [file('a.cdf', 0, 'cdf2', {})] })).toContain(
    'no value of these files was flagged',
  );
});

it('the README does not call an order whole of which variables were left out', () => {
  const cut = {
    ...file('a.cdf', 0, 'cdf2', {}),
    notes: ['v is left out: one row of it claims 8 GB'],
  };
  const complete = { ...evidence.plan, treatments: evidence.plan.treatments.slice(0, 2) };
  const text = readme({ ...evidence, plan: complete, files: [cut] });
  expect(text).not.toContain('everything that was ordered is here');
  expect(text).toContain('- a.cdf: v is left out: one row of it claims 8 GB');
});

/** Lines that were broken between words are whole again. */
const unwrapped = (text: string) => text.replace(/(?<=\S)\n {2,}(?=\S)/g, ' ');

it('the README tells the share of what was masked where it is known how many values there were', () => {
  const told = (present: number) =>
    readme({
      ...evidence,
      files: [{ ...file('a.cdf', 0, 'cdf2', { rain: 600 }), present: { rain: present } }],
    });
  expect(told(2400)).toContain('- enaaosF1.b1 rain: 600 of 2,400 in the files concerned, 25.0 %\n');
  expect(told(600)).toContain('- enaaosF1.b1 rain: 600 of 600 in the files concerned, 100.0 %\n');
  for (const unknown of [0, 599]) expect(told(unknown)).toContain('- enaaosF1.b1 rain: 600\n');
});

it('the README lists what is missing and why, in the right number, and at length only in the recipe', () => {
  const reason = 'It is damaged.';
  const lost = (n: number) => Array.from({ length: n }, (_, i) => ({ file: `${i}.cdf`, reason }));
  const one = readme({ ...evidence, missing: lost(1), empty: ['empty.cdf'] });
  expect(one).toContain('\n1 file could not be delivered:\n- 0.cdf: It is damaged.\n');
  expect(unwrapped(one)).toMatch(/1 file of the archive had no sample in the dates/);
  expect(one).toContain('- empty.cdf\n');
  const many = readme({ ...evidence, missing: lost(2500) });
  expect(many).toContain('\n2,500 files could not be delivered:\n');
  const listed = [...many.matchAll(/^- \d+\.cdf: It is damaged\.$/gm)].length;
  expect(listed).toBeLessThan(2500);
  expect(many).toContain(`- and ${2500 - listed} more, see recipe.json\n`);
});

it('the README of only what changed names each file with both checksums, and those of which other values are masked', () => {
  const version = (name: string, sha256: string | null) => ({ file: name, bytes: 1, sha256 });
  const since = {
    orderId: 7,
    files: [
      { before: version('a.cdf', 'aa'), now: [version('a.cdf', 'bb'), version('b.cdf', null)] },
      { before: version('w.cdf', 'cc'), now: [] },
    ],
    masked: [version('m.cdf', 'dd')],
  };
  const text = unwrapped(readme({ ...evidence, since }));
  for (const line of [
    '- a.cdf (SHA-256 aa) -> a.cdf (SHA-256 bb), b.cdf (SHA-256 not known)',
    '- w.cdf (SHA-256 cc) -> nothing: it was withdrawn',
    '- m.cdf (SHA-256 dd)',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/This order has only what changed since order 7/);
  // Selections without changes are no gap.
  expect(text).not.toContain('no file in the dates that were ordered of');
  const nothing = readme({ ...evidence, since: { ...since, files: [], masked: [] } });
  expect(nothing).not.toMatch(/replaced or withdrawn, and|flag different values/);
});

it('the README states that no report affects the data, and repeats no note of several files', () => {
  const note = 'The times go backwards.';
  const files = ['a', 'b', 'c'].map((name) => ({
    ...file(`${name}.cdf`, 0, 'cdf2', {}),
    notes: name === 'c' ? ['Only here.', 'd.nc: As it is named.'] : [note],
  }));
  const text = readme({ ...evidence, files });
  expect(text).toContain('No quality report affects these data.\n');
  expect(text).toContain(`- ${note} (2 files)\n- c.cdf: Only here.\n- d.nc: As it is named.\n`);
  expect(readme(evidence)).toContain('Nothing in particular.\n');
});

it.each([
  [{ masks: [] }, 'all variables; whole files.'],
  [
    {},
    'all variables; whole files; values that the chosen data quality reports flag set to missing.',
  ],
  [
    {
      ...{ variables: ['a', 'b'], ranges: [{ start: 0, end: 60 }], masks: [] },
      ...{ maskAssessed: ['Bad', 'Indeterminate'], sortTimes: true, joinTo: 2e9 },
    },
    'variables a, b with their coordinates, bounds, quality and time variables; times 1970-01-01T00:00:00Z to 1970-01-01T00:01:00Z; values whose own quality variable says Bad or Indeterminate set to missing; rows of each file sorted by time, the first kept of those with the same time and station; files joined along time, up to 2.00 GB each.',
  ],
  [{ masks: [], joinTo: 1e6, oneFile: {} }, /^all variables; whole files; (?!.*joined along time)/],
])('the README says what was done to a datastream: %j', (how, line) => {
  const [first, ...others] = evidence.plan.treatments;
  const treatments = [{ ...first, ...how }, ...others] as typeof evidence.plan.treatments;
  const text = readme({ ...evidence, plan: { ...evidence.plan, treatments } });
  const said = /^- enaaosF1\.b1: ([\s\S]*?)\n- /m.exec(text)?.[1]?.replaceAll(/\s+/g, ' ');
  if (typeof line === 'string') expect(said).toBe(line);
  else expect(said).toMatch(line);
});
