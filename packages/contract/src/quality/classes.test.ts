// The classes of reports: one table of codes, names and words, in the order of their weight.
import { expect, it } from 'vitest';
import {
  ASSESSMENTS,
  CODES,
  classNameOf,
  REPORT_CLASSES,
  reportClass,
  weightiest,
  weightOf,
} from './classes.ts';
import { QUALITY_CLASSES, qualityName } from './timeline.ts';

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

it('every code of the specification is in the table once, and in the legend of timelines but for reprocessed data', () => {
  expect(REPORT_CLASSES.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    0, 2, 3, 4, 5, 6, 99,
  ]);
  expect(REPORT_CLASSES.every(({ key, code }) => CODES[key] === code)).toBe(true);
  expect(QUALITY_CLASSES.map(({ code }) => code)).toEqual([2, 4, 3, 0, 5, 99]);
  expect([4, 99, 1, 6].map(qualityName)).toEqual(['incorrect', 'limited', 'note', 'note']);
});

it('the worst class of spans is the first in the table; codes that no class has come last', () => {
  expect(weightiest([{ code: 5 }, { code: 3 }, { code: 77 }])).toBe(3);
  expect(weightiest([{ code: 77 }])).toBe(77);
  expect(weightiest([])).toBe(5);
  expect([99, 77, 4, 0].toSorted((a, b) => weightOf(a) - weightOf(b))).toEqual([4, 0, 99, 77]);
  expect([classNameOf(3), classNameOf(77)]).toEqual(['Suspect', 'Code 77']);
});
