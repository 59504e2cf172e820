// Every rule of section 5 with its words, and what is true of any order.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CheckedOrder, type CheckedSelection, checkOrder, refusals } from './check.ts';
import { DEFAULT_HOLD_BYTES, DEFAULT_MAXIMUM_FILES } from './limits.ts';

const one: CheckedSelection = {
  datastream: 'sgpmetE13.b1',
  fileCount: 3,
  bytes: 3e6,
  dates: [{ start: 0, end: 86_399 }],
  available: { start: 0, end: 1e9 },
  defaultRange: false,
};
const none = { ...one, datastream: 'nsametC1.b1', fileCount: 0, bytes: 0 };
const order = (selections: CheckedSelection[], more: Partial<CheckedOrder> = {}): CheckedOrder => ({
  selections,
  formatCount: 1,
  delivery: [],
  maxOrderBytes: DEFAULT_HOLD_BYTES,
  maxFiles: DEFAULT_MAXIMUM_FILES,
  ...more,
});
const messages = (checked: CheckedOrder) => checkOrder(checked).map((finding) => finding.message);
const codes = (checked: CheckedOrder) => checkOrder(checked).map((finding) => finding.code);

it('rules of an order accept an order without special choices', () => {
  expect(checkOrder(order([one]))).toEqual([]);
});

it('rules of an order refuse an empty cart', () => {
  expect(messages(order([]))).toEqual(['Your Cart is Empty!']);
});

it('[C076] [C077] rules of an order refuse an order without a file format', () => {
  expect(messages(order([one], { formatCount: 0 }))).toEqual([
    'At least one file format needs to be selected.',
  ]);
});

it('[O049] rules of an order refuse when no selection has any files', () => {
  const text =
    'None of your selections contain any files. Please update your selections and try again.';
  expect(messages(order([none]))).toEqual([text]);
  expect(messages(order([none, none]))).toEqual([text]);
});

it('[O050] [O051] rules of an order ask when some of several selections have no files', () => {
  expect(checkOrder(order([one, none]))).toEqual([
    {
      code: 'some-without-files',
      kind: 'question',
      message:
        'One or more of your selections have no files available for the specified date range.',
      proceed: 'Proceed to order',
    },
  ]);
});

it('[O052] rules of an order refuse more than 20000 files in all', () => {
  const half = { ...one, fileCount: 10_000 };
  expect(messages(order([half, half]))).toEqual([]);
  expect(messages(order([half, { ...half, fileCount: 10_001 }]))).toEqual([
    'Your order request exceeds the maximum file limit of 20000 files. Please update your selections and try again.',
  ]);
});

it('[O053] [O054] [O055] rules of an order ask above the size that the server supplies, and name the size', () => {
  const large = { ...one, bytes: 1.234e12 };
  expect(checkOrder(order([large]))[0]).toEqual({
    code: 'over-maximum-size',
    kind: 'question',
    message:
      'Orders greater than 1 TB are automatically held for review. This may add a short delay in the delivery of your 1.23 TB order.',
    proceed: 'Proceed',
  });
  expect(codes(order([large], { maxOrderBytes: 2e12 }))).not.toContain('over-maximum-size');
  expect(messages(order([one], { maxOrderBytes: 1e6 }))[0]).toMatch(
    /^Orders greater than 1 MB are/,
  );
  expect(messages(order([large], { maxOrderBytes: 2.5e11 }))[0]).toMatch(/than 250 GB are/);
  expect(codes(order([one], { maxOrderBytes: 1e6 }))).toEqual(['over-maximum-size']);
});

it('[C078] [C079] rules of an order warn of a default time range and of 500 GB', () => {
  const text = messages(order([{ ...one, bytes: 501e9, defaultRange: true }]));
  expect(text).toEqual([
    'You have selected data streams with a default time range, which may result in significant data size.',
    'You have selected data streams which exceeds the maximum order limit of 500GB.',
  ]);
  expect(messages(order([{ ...one, bytes: 500e9 }]))).toEqual([]);
  expect(messages(order([one, { ...none, defaultRange: true }]))).toHaveLength(1);
});

it('[C082] [C083] rules of an order refuse drop box delivery above 1024 MB', () => {
  expect(messages(order([{ ...one, bytes: 1024e6 }], { delivery: ['base', 'dropBox'] }))).toEqual(
    [],
  );
  const over = { ...one, bytes: 1024e6 + 1 };
  expect(messages(order([over], { delivery: ['base', 'dropBox'] }))).toEqual([
    'Max order size for Drop Box is 1GB',
  ]);
  expect(messages(order([over]))).toEqual([]);
});

it('[C084] [C086] rules of an order refuse dates outside the available days, and a start after its end', () => {
  const reversed = { ...one, dates: [{ start: 5, end: 4 }] };
  expect(codes(order([reversed]))).toEqual(['dates-out-of-range']);
  expect(codes(order([{ ...reversed, available: null }]))).toEqual(['dates-out-of-range']);
  expect(messages(order([{ ...one, dates: [{ start: 0, end: 2e9 }] }]))).toEqual([
    'The dates of sgpmetE13.b1 must lie between 1970-01-01 00:00:00 and 2001-09-09 01:46:40 UTC, the start not after the end.',
  ]);
  expect(codes(order([{ ...one, available: { start: 9, end: 50 } }]))).toEqual([]);
});

it('rules of an order never refuse for order of the selections, and report each rule once', () => {
  const selections = fc.array(
    fc.record({
      datastream: fc.constantFrom('a', 'b'),
      fileCount: fc.nat(15_000),
      bytes: fc.nat(2 ** 31).map((n) => n * 1000),
      dates: fc.constant(one.dates),
      available: fc.constant(one.available),
      defaultRange: fc.boolean(),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(selections, fc.boolean(), (all, toBox) => {
      const delivery = toBox ? (['base', 'dropBox'] as const) : [];
      const found = codes(order(all, { delivery }));
      expect(new Set(found).size).toBe(found.length);
      expect(codes(order([...all].reverse(), { delivery }))).toEqual(found);
    }),
  );
});

it('rules of an order tell refusals from questions and warnings', () => {
  const findings = checkOrder(order([one, none], { formatCount: 0 }));
  expect(refusals(findings).map((finding) => finding.code)).toEqual(['no-format']);
});
