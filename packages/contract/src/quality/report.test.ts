// Quality reports as both sides know them: open ends, whole days, what a span touches, variables as they are sent.
import { describe, expect, it } from 'vitest';
import {
  type AffectedSpan,
  ANY_REPORT_ID,
  ASSESSMENTS,
  isOpen,
  REPORT_CLASSES,
  reportClass,
  secondsOf,
  shownVariable,
  touchedVariables,
  touches,
  wireVariable,
} from './report.ts';

const JANUARY_1 = Date.UTC(2020, 0, 1) / 1000;
const DAY = 86_400;

describe('ids', () => {
  it('may be those of other archives, but no paths', () => {
    expect(['A', 'DQR-7_x.2', `a${'b'.repeat(59)}`].every((id) => ANY_REPORT_ID.test(id))).toBe(
      true,
    );
    expect(
      ['', '.a', '../a', 'a/b', 'a b', 'b'.repeat(61)].some((id) => ANY_REPORT_ID.test(id)),
    ).toBe(false);
  });
});

it('every word of the service is the word of one class', () => {
  const words = REPORT_CLASSES.flatMap(({ assessment }) =>
    assessment === null ? [] : [assessment],
  );
  expect(words.toSorted()).toEqual([...ASSESSMENTS].sort());
  expect(REPORT_CLASSES.map(({ code }) => reportClass(code)?.name)).toEqual([
    'Incorrect',
    'Suspect',
    'Missing',
    'Note',
    'Routine',
    'Reprocessed',
    'Limited access',
  ]);
  expect(reportClass(1)).toBeUndefined();
});

it.each([
  ['', true],
  ['nonsense', true],
  ['2999-12-31', false],
  ['3000-01-01', true],
  ['3001-01-01 00:00:00', true],
  ['2020-01-01', false],
])('an end of "%s" is open: %s', (end, open) => expect(isOpen(end)).toBe(open));

it.each([
  ['2020-01-01', '2020-01-02', JANUARY_1, JANUARY_1 + 2 * DAY - 1],
  ['2020-01-01 00:00:01', '2020-01-02 00:00:00', JANUARY_1 + 1, JANUARY_1 + DAY],
  ['', '', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ['2020-01-01', '3001-01-01', JANUARY_1, Number.POSITIVE_INFINITY],
])('%s to %s, both ends included', (start, end, from, to) =>
  expect(secondsOf({ start, end })).toEqual({ start: from, end: to }),
);

describe('a span', () => {
  const span: AffectedSpan = {
    datastream: 'sgpmetE13.b1',
    start: '2020-01-01',
    end: '2020-01-01',
    code: 4,
    variables: ['temp_mean', 'rh_mean'],
  };
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
  ])('touches %s', (_, held, touched) => expect(touches(span, held)).toBe(touched));

  it('is about the variables that both name; who names none means all', () => {
    expect(touchedVariables(span, { variables: [] })).toEqual(['temp_mean', 'rh_mean']);
    expect(touchedVariables({ variables: [] }, { variables: ['a'] })).toEqual(['a']);
    expect(touchedVariables(span, { variables: ['x', 'rh_mean'] })).toEqual(['rh_mean']);
    expect(touchedVariables(span, { variables: ['x'] })).toBeNull();
    expect(touchedVariables({ variables: [] }, { variables: [] })).toEqual([]);
  });
});

it('a variable is written with its datastream, and shown without', () => {
  expect(wireVariable('sgpmetE13.b1', 'temp_mean')).toBe('sgpmetE13.b1&&temp_mean');
  expect(shownVariable('sgpmetE13.b1&&temp_mean')).toBe('temp_mean');
  expect(shownVariable('&&temp_mean')).toBe('temp_mean');
  expect(shownVariable('temp_mean')).toBe('temp_mean');
});
