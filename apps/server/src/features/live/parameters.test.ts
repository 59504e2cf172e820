// The list of files that comes with a call: accepted in each form in which scripts and shells send
// it, and in no other.

import { LIVE_FORMS, liveRowOf } from '@isobar/contract/calls/live.ts';
import { EXTRACT_TYPES } from '@isobar/contract/calls/live-calls.ts';
import { OUTPUT_FORMATS } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { namesOf, rangeOf } from './parameters.ts';

const ONE = 'sgpmetE13.b1.20190101.000000.cdf';
const TWO = 'folder/sgpmetE13.b1.20190102.000000.cdf';

it.each([
  ['a JSON list', JSON.stringify([ONE, TWO, ONE])],
  ['a JSON object', JSON.stringify({ files: [ONE, TWO] })],
  [
    'a form',
    new URLSearchParams([
      ['files', ONE],
      ['files', TWO],
    ]).toString(),
  ],
  ['a form with a list', new URLSearchParams({ files: JSON.stringify([ONE, TWO]) }).toString()],
  ['lines', `${ONE}\r\n${TWO}\n`],
  ['a comma-separated list', `${ONE}, ${TWO}`],
])('[P120] %s names files', (_, body) => {
  expect(namesOf(body)).toEqual([ONE, TWO]);
});

it.each([
  ['nothing', ''],
  ['a word', 'nonsense'],
  ['half a list', `["${ONE}"`],
  ['numbers', '[1, 2]'],
  ['an empty list', '[]'],
  ['one text', JSON.stringify(ONE)],
  ['a form without files', `names=${ONE}`],
  ['parts of a form', `--x\r\nContent-Disposition: form-data; name="files"\r\n\r\n${ONE}\r\n--x--`],
  ['a page', `<html>${ONE}</html>`],
])('%s is refused with what would be right', (_, body) => {
  expect(() => namesOf(body)).toThrow(/JSON list of file names/);
});

it('more than a call joins is refused, whatever its form', () => {
  const names = Array.from({ length: 2001 }, (_, n) => `sgpmetE13.b1.${n}.cdf`);
  for (const body of [
    JSON.stringify(names),
    names.join('\n'),
    names.map((n) => `files=${n}`).join('&'),
  ])
    expect(() => namesOf(body)).toThrow(/at most 2000/);
});

const at = (text: string) => Date.parse(text) / 1000;

it.each([
  [
    'a day to its last second',
    '2019-01-02',
    '2019-01-03',
    '2019-01-02T00:00:00Z',
    '2019-01-03T23:59:59Z',
  ],
  ['compact days', '20190102', '20190102', '2019-01-02T00:00:00Z', '2019-01-02T23:59:59Z'],
  [
    'instants',
    '2019-01-02T03:04:05Z',
    '2019-01-02T06:00:00Z',
    '2019-01-02T03:04:05Z',
    '2019-01-02T06:00:00Z',
  ],
  [
    'small letters, no Z',
    '2019-01-02t03:04:05',
    '2019-01-02 06:00:00',
    '2019-01-02T03:04:05Z',
    '2019-01-02T06:00:00Z',
  ],
  [
    'minutes',
    '2019-01-02T03:04',
    '2019-01-02T0304',
    '2019-01-02T03:04:00Z',
    '2019-01-02T03:04:00Z',
  ],
  [
    'UTC as an offset',
    '2019-01-02T03:00:00+00:00',
    '2019-01-02T03:00:00 00:00',
    '2019-01-02T03:00:00Z',
    '2019-01-02T03:00:00Z',
  ],
])('[P110] start and end are read: %s', (_, start, end, first, last) => {
  expect(rangeOf({ start, end })).toEqual({ start: at(first), end: at(last) });
});

it('the description lists the media type of every form of an extract, and no other', () => {
  const types = LIVE_FORMS.filter((form) => form !== 'json').map(
    (form) => OUTPUT_FORMATS[liveRowOf(form).maker].mediaType,
  );
  expect([...EXTRACT_TYPES].sort()).toEqual([...new Set(types)].sort());
});
