// What helpers of calls make, as worked examples: names and addresses of arrays, lines of what
// changed, days of forms, errors, answers that are no JSON.
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { PROBLEMS } from '../problem.ts';
import { arrayAddresses } from './array-calls.ts';
import {
  ARRAY_ANSWER,
  ARRAY_STORE,
  cellsOf,
  changedValue,
  changeText,
  leftOutText,
  onGrid,
  readArrayName,
} from './arrays.ts';
import {
  accepted,
  bytes,
  defineCall,
  defineLenientCall,
  events,
  inPieces,
  isOfService,
  isSchema,
  jsonOr,
  nothing,
  redirect,
} from './call.ts';
import { dayOfForm } from './day-of-form.ts';
import { errorsOf } from './errors-of.ts';
import { maskedValues } from './flagged.ts';
import { LIVE_FORMS, liveFormOf, liveParameters } from './live.ts';

it.each([
  ['clean.zarr', { variant: 'clean' }],
  ['strict-mean-3600s.zarr', { variant: 'strict', step: 3600 }],
  ['whole-mean-60s.dap.dds', { variant: 'whole', step: 60 }],
] as const)('the name %s is read', (name, read) => {
  expect(ARRAY_ANSWER.test(name)).toBe(true);
  expect(ARRAY_STORE.test(name)).toBe(name.endsWith('.zarr'));
  expect(readArrayName(name)).toEqual(read);
});

it.each([
  'clean',
  'raw.zarr',
  'clean-mean-0s.zarr',
  'clean-mean-3600.zarr',
  'clean.zarr/x',
  'clean.dap.exe',
])('the name %s is of no array', (name) => {
  expect(ARRAY_ANSWER.test(name)).toBe(false);
});

it('an address on a time grid names its step and is read back', () => {
  expect(onGrid('/a/clean.zarr', 900)).toBe('/a/clean-mean-900s.zarr');
  expect(onGrid('/a/strict.dap', 60)).toBe('/a/strict-mean-60s.dap');
  expect(onGrid('/a/clean.zarr/temp', 900)).toBe('/a/clean.zarr/temp');
});

it('a variant of a state has an address by Zarr and one by DAP', () => {
  const of = { datastream: 'sgpmetE13.b1', state: '0123456789' };
  const at = 'https://data.example.org/services/arrays/sgpmetE13.b1/0123456789';
  expect(arrayAddresses('https://data.example.org', of, 'clean')).toEqual({
    ...{ zarr: `${at}/clean.zarr`, dap: `${at}/clean.dap` },
  });
});

it('a line of what changed says what, its value, its days and where it is', () => {
  const change = {
    ...{ subject: 'pressure', aspect: 'units', value: 'hPa', variable: 'pressure__to_20200104' },
    ...{ from: '2020-01-01T00:00:00Z', to: '2020-01-04T23:00:00Z' },
  } as const;
  expect(changeText(change)).toBe(
    'pressure: units hPa from 2020-01-01 to 2020-01-04, in pressure__to_20200104',
  );
  expect(
    changeText({
      ...change,
      subject: '',
      aspect: 'gap',
      value: '4 days without files',
      variable: '',
    }),
  ).toBe('all files: gap 4 days without files from 2020-01-01 to 2020-01-04');
  expect(changedValue({ aspect: 'packing', value: '' })).toBe('none');
  expect(changedValue({ aspect: 'units', value: '' })).toBe('not stated');
  expect(changedValue({ aspect: 'packing', value: 'scale_factor 2' })).toBe('scale_factor 2');
});

it('files that are left out are named, one by its name and several by the first and last', () => {
  const reason = 'its times are missing';
  expect(leftOutText({ reason, files: 1, first: 'a.nc', last: 'a.nc' })).toBe(
    'a.nc is left out: its times are missing',
  );
  expect(leftOutText({ reason, files: 1200, first: 'a.nc', last: 'z.nc' })).toBe(
    '1,200 files from a.nc to z.nc are left out: its times are missing',
  );
});

it('cells of a time grid hold the first and the last time', () => {
  const cells = (start: string, end: string, step = 3600) =>
    cellsOf({ start: `2020-01-01T${start}Z`, end: `2020-01-01T${end}Z` }, step);
  expect(cells('00:00:00', '23:59:59')).toBe(24);
  expect(cells('00:59:59', '01:00:00')).toBe(2);
  expect(cells('05:00:00', '05:59:59')).toBe(1);
  expect(cells('00:00:00', '00:02:00', 60)).toBe(3);
});

it('a day of a form is a day that there is, or empty', () => {
  const read = (text: unknown) => z.safeParse(dayOfForm, text).data;
  expect(['2020-02-29', '', undefined].map(read)).toEqual(['2020-02-29', '', '']);
  expect(['2019-02-29', '2020-2-1', '20200201', 'today', 7].map(read)).toEqual(
    [...Array(5)].map(() => undefined),
  );
});

it('what masking takes of a variable is that of the chosen classes, together with the checks of files where these are chosen', () => {
  const share = {
    ...{ variable: 'temp', dimensions: 1, values: 100, missing: 0 },
    ...{ incorrect: 1, suspect: 2, either: 3, checks: 10 },
    ...{ incorrectAndChecks: 11, suspectAndChecks: 12, eitherAndChecks: 13 },
  };
  const masked = (qcFilter: boolean) =>
    ([[], ['incorrect'], ['suspect'], ['incorrect', 'suspect']] as const).map((dqrFilter) =>
      maskedValues(share, { dqrFilter, qcFilter }),
    );
  expect(masked(false)).toEqual([0, 1, 2, 3]);
  expect(masked(true)).toEqual([10, 11, 12, 13]);
});

it('forms of live files are found by each of their words', () => {
  for (const form of LIVE_FORMS) expect(liveFormOf(form)).toBe(form);
  expect(['netcdf4', 'ascii', 'ict'].map(liveFormOf)).toEqual(['nc4', 'csv', 'icartt']);
  expect(liveFormOf('xml')).toBeUndefined();
  expect(liveParameters('saveData')).toEqual(['user', 'file']);
});

const call = {
  method: 'GET',
  path: '/x',
  summary: 'X',
  session: 'none',
  answer: z.string(),
} as const;
const errors = (more: object, method: 'GET' | 'POST' = 'GET') =>
  errorsOf(defineCall({ ...call, ...more }), method);

it('what a call may fail with follows from its body, its path, its session and its ranges, each once, in the order of statuses', () => {
  const plain = errors({});
  for (const code of ['bad-request', 'timeout', 'too-many-requests', 'unexpected'] as const)
    expect(plain).toContain(code);
  const added = (more: object, method?: 'POST') =>
    errors(more, method)
      .filter((code) => !plain.includes(code))
      .toSorted();
  expect(added({}, 'POST')).toEqual(['forbidden', 'too-large', 'unsupported-type']);
  expect(added({ path: '/x/:id' })).toEqual(['not-found']);
  expect(added({ session: 'required' })).toEqual(['account-expired', 'forbidden', 'no-session']);
  expect(added({ ranges: true })).toEqual(['precondition-failed', 'range-not-satisfiable']);
  expect(added({ errors: ['gone', 'timeout'] })).toEqual(['gone']);
  const lenient = (reading: 'text' | 'parsed') =>
    errorsOf(defineLenientCall({ ...call, lenient: reading }), 'GET').includes('too-large');
  expect([lenient('text'), lenient('parsed')]).toEqual([true, false]);
  const all = errors({ path: '/:id', session: 'required', ranges: true, errors: ['gone'] }, 'POST');
  expect(new Set(all).size).toBe(all.length);
  const statuses = all.map((code) => PROBLEMS[code]);
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
});

it('answers that are no JSON, or not always, state their media types and statuses', () => {
  const json = z.string();
  expect(isSchema(json)).toBe(true);
  const others = [
    bytes('image/png', 'image/svg+xml'),
    jsonOr(json, 'text/csv'),
    inPieces(json),
    events(json),
    accepted(json),
    nothing,
    redirect(),
    redirect(308),
  ];
  expect(others.map(isSchema)).toEqual(others.map(() => false));
  expect(others).toEqual([
    { types: ['image/png', 'image/svg+xml'] },
    { types: ['text/csv'], json },
    { types: ['application/json'], json },
    { types: ['text/event-stream'], json },
    { types: [], json, status: 202 },
    { types: [], status: 204 },
    { types: [], status: 302 },
    { types: [], status: 308 },
  ]);
});

it('the path of a call distinguishes services from pages', () => {
  expect(['/services/order/status/1', '/datastream/a', '/servicesx'].map(isOfService)).toEqual([
    true,
    false,
    false,
  ]);
});
