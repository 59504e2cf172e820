// Which bytes of a file a request is answered with.
import { expect, it } from 'vitest';
import { type ByteRange, wantedRange } from './byte-range.ts';

const SIZE = 100;
const MODIFIED = Date.UTC(2019, 0, 1) / 1000;
const validators = { etag: '"a"', modified: MODIFIED };
const wanted = (range: string | undefined, ifRange?: string, size = SIZE) =>
  wantedRange(size, { range, ifRange }, validators);

const whole: ByteRange = { kind: 'whole' };
const none: ByteRange = { kind: 'unsatisfiable' };
const part = (start: number, end: number): ByteRange => ({ kind: 'part', start, end });

it.each([
  ['bytes=0-0', part(0, 1)],
  ['bytes=10-19', part(10, 20)],
  [' bytes=10-19 ', part(10, 20)],
  ['bytes=99-', part(99, 100)],
  ['bytes=90-1000', part(90, 100)],
  ['bytes=-1', part(99, 100)],
  ['bytes=-1000', part(0, 100)],
  ['bytes=5-5', part(5, 6)],
])('the range %s is a part', (range, expected) => {
  expect(wanted(range)).toEqual(expected);
});

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('the range %s has no byte', (range) => {
  expect(wanted(range)).toEqual(none);
});

it.each([
  undefined,
  '',
  'bytes=-',
  'bytes=20-10',
  'bytes=0-1,5-6',
  'lines=0-1',
  'bytes=a-b',
  'bytes=1234567890123456-',
  'bytes=0-1;',
])('the range %j means the whole file', (range) => {
  expect(wanted(range)).toEqual(whole);
});

it('an empty file has no part', () => {
  expect([wanted('bytes=0-', undefined, 0), wanted('bytes=-5', undefined, 0)]).toEqual([
    none,
    none,
  ]);
});

it.each(['"a"', '"a" ', new Date(MODIFIED * 1000).toUTCString()])(
  'a part is answered where %j still names the file',
  (ifRange) => {
    expect(wanted('bytes=1-1', ifRange)).toEqual(part(1, 2));
  },
);

it.each(['"b"', 'W/"a"', 'never', '', new Date((MODIFIED + 1) * 1000).toUTCString()])(
  'the whole file is answered where %j does not name it',
  (ifRange) => {
    expect(wanted('bytes=1-1', ifRange)).toEqual(whole);
  },
);
