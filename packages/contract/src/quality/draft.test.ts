// Drafts of reports: what has to be corrected before one is submitted, and what is too long to be
// stored.
import { expect, it } from 'vitest';
import {
  DRAFT_LIMITS,
  draftProblems,
  EMPTY_DRAFT,
  type ReportDraft,
  reportDraft,
} from './draft.ts';

const span = {
  datastreams: ['sgpmetE13.b1'],
  start: '2020-01-01',
  end: '2020-01-02',
  code: 4,
  variables: [],
};
const whole: ReportDraft = {
  subject: 'Sensor iced',
  description: 'Values are too low.',
  format: 'markdown',
  suggestions: '',
  supersedes: ['D200101.1'],
  spans: [span],
  withdraw: '',
};
const pathsOf = (draft: Partial<ReportDraft>) =>
  draftProblems({ ...whole, ...draft }).map(({ path }) => path);
const ofSpan = (changed: Partial<typeof span>) => pathsOf({ spans: [{ ...span, ...changed }] });

it('a complete draft has no problems', () => {
  expect(draftProblems(whole)).toEqual([]);
  expect(ofSpan({ end: '' })).toEqual([]);
  expect(ofSpan({ end: '3001-01-01' })).toEqual([]);
  expect(ofSpan({ end: '2020-01-01' })).toEqual([]); // that day, to its last second
  expect(ofSpan({ start: '2020-01-01 10:00:00', end: '2020-01-01 10:00:00' })).toEqual([]);
});

it('an empty one lacks words, a datastream and a start', () => {
  expect(draftProblems(EMPTY_DRAFT)).toEqual([
    { path: 'subject', reason: 'A subject is needed.' },
    { path: 'description', reason: 'A description is needed.' },
    { path: 'spans.0.datastreams', reason: 'Name at least one datastream.' },
    {
      path: 'spans.0.start',
      reason: 'The start has the form YYYY-MM-DD or YYYY-MM-DD HH:mm:ss.',
    },
  ]);
  expect(EMPTY_DRAFT.spans[0]?.variables).toEqual([]);
});

it.each([
  ['blanks for a subject', { subject: ' \t' }, ['subject']],
  ['blanks for a description', { description: '\n' }, ['description']],
  ['no span', { spans: [] }, ['spans']],
  ['ids that are none', { supersedes: ['D200101.1', '../x', ''] }, ['supersedes', 'supersedes']],
])('%s', (_, changed, paths) => expect(pathsOf(changed)).toEqual(paths));

it.each([
  ['no datastream', { datastreams: [] }, 'datastreams'],
  ['a class that is none', { code: 1 }, 'code'],
  ['a start that is no date', { start: '2020-13-01' }, 'start'],
  ['no start', { start: '' }, 'start'],
  ['an end that is no date', { end: 'soon' }, 'end'],
  ['an end before the start', { end: '2019-12-31' }, 'end'],
])('a span with %s, by its place', (_, changed, part) => {
  expect(ofSpan(changed)).toEqual([`spans.0.${part}`]);
  expect(pathsOf({ spans: [span, { ...span, ...changed }] })).toEqual([`spans.1.${part}`]);
});

it('one that is taken back needs nothing but the reason', () => {
  const taken = { ...EMPTY_DRAFT, withdraw: 'It was another sensor.' };
  expect(draftProblems(taken)).toEqual([]);
  expect(draftProblems({ ...taken, withdraw: '  ' })).not.toEqual([]);
});

const takes = (changed: object) => reportDraft.safeParse({ ...whole, ...changed }).success;
const many = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`);

it('a draft that is kept is taken up to its limits, and no further', () => {
  expect(reportDraft.safeParse(EMPTY_DRAFT).success).toBe(true);
  for (const [name, most] of [
    ['subject', DRAFT_LIMITS.subject],
    ['description', DRAFT_LIMITS.description],
    ['suggestions', DRAFT_LIMITS.suggestions],
    ['withdraw', 2000],
  ] as const) {
    expect([name, takes({ [name]: 'x'.repeat(most) })]).toEqual([name, true]);
    expect([name, takes({ [name]: 'x'.repeat(most + 1) })]).toEqual([name, false]);
  }
  expect(takes({ supersedes: many(DRAFT_LIMITS.supersedes) })).toBe(true);
  expect(takes({ supersedes: many(DRAFT_LIMITS.supersedes + 1) })).toBe(false);
  expect(takes({ supersedes: ['x'.repeat(61)] })).toBe(false);
  expect(takes({ spans: Array.from({ length: DRAFT_LIMITS.spans + 1 }, () => span) })).toBe(false);
  expect(takes({ spans: Array.from({ length: DRAFT_LIMITS.spans }, () => span) })).toBe(true);
});

it.each(['datastreams', 'variables'] as const)(
  'a draft that is kept has so many %s in a span',
  (name) => {
    const some = (count: number) => takes({ spans: [{ ...span, [name]: many(count) }] });
    expect([some(DRAFT_LIMITS[name]), some(DRAFT_LIMITS[name] + 1)]).toEqual([true, false]);
    expect(takes({ spans: [{ ...span, [name]: ['x'.repeat(201)] }] })).toBe(false);
  },
);

it('a draft that is kept has a form of text and a whole class', () => {
  expect(takes({ format: 'html' })).toBe(true);
  expect(takes({ format: 'word' })).toBe(false);
  expect(takes({ spans: [{ ...span, code: 4.5 }] })).toBe(false);
  expect(takes({ spans: [{ ...span, start: 'x'.repeat(41) }] })).toBe(false);
});
