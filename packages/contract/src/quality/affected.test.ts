// What a report is about: whole days, open ends, names of variables, and which data it touches.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AffectedSpan,
  aboutVariable,
  countSeconds,
  firstSecond,
  lastSecond,
  namedVariables,
  sentSpan,
  touchedVariables,
  touches,
  variablesTogether,
  within,
  writtenSecond,
} from './affected.ts';

const JANUARY_1 = Date.UTC(2020, 0, 1) / 1000;
const DAY = 86_400;
const NEVER = Number.POSITIVE_INFINITY;

it.each([
  ['2020-01-01', JANUARY_1, JANUARY_1 + DAY - 1],
  ['2020-01-01 00:00:00', JANUARY_1, JANUARY_1],
  ['2020-01-01T00:00:01Z', JANUARY_1 + 1, JANUARY_1 + 1],
  ['2020-01-01 12:30', JANUARY_1 + 45_000, JANUARY_1 + 45_000],
  ['', Number.NEGATIVE_INFINITY, NEVER],
  ['nonsense', Number.NEGATIVE_INFINITY, NEVER],
  ['2999-12-31', 32_503_593_600, 32_503_679_999],
  ['3000-01-01', 32_503_680_000, NEVER],
  ['3001-01-01 00:00:00', 32_535_216_000, NEVER],
])('"%s" as a start and as an end', (written, first, last) => {
  expect([firstSecond(written), lastSecond(written)]).toEqual([first, last]);
});

it('a second is written as an instant that reads back as the same second, and an open side as nothing', () => {
  expect(writtenSecond(JANUARY_1)).toBe('2020-01-01T00:00:00Z');
  expect([writtenSecond(NEVER), writtenSecond(-NEVER)]).toEqual(['', '']);
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 3e10 }), (second) => {
      const written = writtenSecond(second);
      expect([firstSecond(written), lastSecond(written)]).toEqual([second, second]);
    }),
  );
});

it.each([
  [
    ['temp', ' rh ', 'temp'],
    ['temp', 'rh'],
  ],
  [['temp', 'ALL'], []],
  [[' All '], []],
  [['', '  '], []],
  [['overall'], ['overall']],
])('variables written as %j are %j; none means all', (written, names) => {
  expect(namedVariables(written)).toEqual(names);
});

const span: AffectedSpan = sentSpan({
  datastream: 'sgpmetE13.b1',
  startDateTime: '2020-01-01T00:00:00Z',
  endDateTime: '2020-01-01T23:59:59Z',
  code: 4,
  variables: ['temp_mean', 'rh_mean'],
});
const holding = { datastream: 'sgpmetE13.b1', ranges: [], variables: [] };
const at = (start: number, end: number) => ({ ...holding, ranges: [{ start, end }] });

it.each([
  ['all of the datastream', holding, true],
  ['another datastream', { ...holding, datastream: 'sgpmetE15.b1' }, false],
  ['what ends at its first second', at(0, JANUARY_1), true],
  ['what ends before it', at(0, JANUARY_1 - 1), false],
  ['what begins at its last second', at(JANUARY_1 + DAY - 1, 2e9), true],
  ['what begins after it', at(JANUARY_1 + DAY, 2e9), false],
  [
    'one range of several',
    { ...holding, ranges: [...at(0, 1).ranges, ...at(JANUARY_1, JANUARY_1).ranges] },
    true,
  ],
  ['one of its variables', { ...holding, variables: ['rh_mean', 'other'] }, true],
  ['none of its variables', { ...holding, variables: ['other'] }, false],
])('a span touches %s', (_, held, touched) => expect(touches(span, held)).toBe(touched));

it('a span that ends before it begins affects no data, not even all times', () => {
  expect(touches({ ...span, end: span.start - 1 }, holding)).toBe(false);
  expect(touches({ ...span, end: span.start - 1 }, at(0, 4e9))).toBe(false);
});

it('a span is about the variables that both name; who names none means all', () => {
  expect(touchedVariables(span, { variables: [] })).toEqual(['temp_mean', 'rh_mean']);
  expect(touchedVariables({ variables: [] }, { variables: ['a'] })).toEqual(['a']);
  expect(touchedVariables(span, { variables: ['x', 'rh_mean'] })).toEqual(['rh_mean']);
  expect(touchedVariables(span, { variables: ['x'] })).toBeNull();
  expect(touchedVariables({ variables: [] }, { variables: [] })).toEqual([]);
});

it('a span is about the variables that it names, and about all where it names none', () => {
  const about = (...variables: string[]) => ['temp', 'rh'].map(aboutVariable({ variables }));
  expect([about('rh', 'wind'), about()]).toEqual([
    [false, true],
    [true, true],
  ]);
});

it('several spans are together about each variable once, and about all where one of them is', () => {
  const together = (...spans: string[][]) =>
    variablesTogether(
      spans.map((variables) => ({ variables })),
      { variables: ['temp', 'rh', 'wind'] },
    );
  expect(together(['temp', 'dew'], ['rh', 'temp'])).toEqual(['temp', 'rh']);
  expect(together(['temp'], [])).toEqual(['temp', 'rh', 'wind']);
  expect(
    variablesTogether([{ variables: ['temp'] }, { variables: [] }], { variables: [] }),
  ).toEqual([]);
});

it('spans within bounds are the moments that belong to both, each once and in order', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: -3, max: 60 }))
    .map(([start, length]) => ({ start, end: start + length }));
  const spans = fc.array(span, { maxLength: 12 });
  fc.assert(
    fc.property(spans, spans, fc.boolean(), (some, bounds, open) => {
      const all = open ? [...some, { start: 290, end: NEVER }] : some;
      const inside = (list: typeof all, at: number) =>
        list.some(({ start, end }) => start <= at && at <= end);
      const moments = Array.from({ length: 400 }, (_, at) => at).filter(
        (at) => inside(all, at) && inside(bounds, at),
      );
      const shared = within(
        all,
        bounds.filter(({ start, end }) => start <= end),
      );
      expect(
        shared.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, n) => start + n),
        ),
      ).toEqual(moments);
      expect(countSeconds(shared)).toBe(moments.length);
    }),
  );
});
