// Suggesters as requests write them: what is taken up to each limit, and what is refused beyond it,
// at its place.
import { expect, it } from 'vitest';
import { suggesters } from './suggest.ts';

const problem = (input: unknown) => {
  const [issue] = suggesters.safeParse(input).error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
};
const term = (options: object = {}) => ({
  one: { text: 'rian', term: { field: 'f', ...options } },
});
const phrase = (options: object = {}) => ({
  one: { text: 'rian', phrase: { field: 'f', ...options } },
});
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, { term: { field: 'f' } }]));

it.each<unknown>([
  {},
  { text: 'rian' },
  { text: 'x'.repeat(1024), one: { term: { field: 'f' } } },
  term(),
  term({ size: 1, sort: 'score', suggest_mode: 'missing', max_edits: 1, prefix_length: 0 }),
  term({ size: 50, sort: 'frequency', suggest_mode: 'popular', max_edits: 2, prefix_length: 32 }),
  term({ suggest_mode: 'always', min_word_length: 1, max_term_freq: 0 }),
  term({ min_word_length: 32, max_term_freq: 0.01 }),
  phrase(),
  phrase({ size: 1, max_errors: 0, confidence: 0, highlight: { pre_tag: '', post_tag: '' } }),
  phrase({ size: 50, max_errors: 32, confidence: 2 }),
  many(16),
  { text: 'a', ...many(16) },
])('%j is taken as it is', (input) => {
  expect(problem(input)).toBeNull();
  expect(suggesters.parse(input)).toEqual(input);
});

it.each<[unknown, RegExp]>([
  [{ text: 'x'.repeat(1025) }, /^text: /],
  [{ text: 5 }, /^text: /],
  [{ one: 'x' }, /^one: /],
  [{ one: { text: 'a' } }, /^one: expected either term or phrase$/],
  [
    { one: { term: { field: 'f' }, phrase: { field: 'f' } } },
    /^one: expected either term or phrase$/,
  ],
  [{ one: { term: { field: 'f' }, other: 1 } }, /^one: /],
  [{ one: { text: 'x'.repeat(1025), term: { field: 'f' } } }, /^one\.text: /],
  [term({ field: '' }), /^one\.term\.field: /],
  [term({ field: 'x'.repeat(257) }), /^one\.term\.field: /],
  [term({ size: 0 }), /^one\.term\.size: /],
  [term({ size: 51 }), /^one\.term\.size: /],
  [term({ size: 1.5 }), /^one\.term\.size: /],
  [term({ sort: 'size' }), /^one\.term\.sort: /],
  [term({ suggest_mode: 'never' }), /^one\.term\.suggest_mode: /],
  [term({ max_edits: 3 }), /^one\.term\.max_edits: /],
  [term({ max_edits: 0 }), /^one\.term\.max_edits: /],
  [term({ prefix_length: -1 }), /^one\.term\.prefix_length: /],
  [term({ prefix_length: 33 }), /^one\.term\.prefix_length: /],
  [term({ min_word_length: 0 }), /^one\.term\.min_word_length: /],
  [term({ min_word_length: 33 }), /^one\.term\.min_word_length: /],
  [term({ max_term_freq: -1 }), /^one\.term\.max_term_freq: /],
  [term({ other: 1 }), /^one\.term: /],
  [phrase({ size: 0 }), /^one\.phrase\.size: /],
  [phrase({ size: 51 }), /^one\.phrase\.size: /],
  [phrase({ max_errors: -1 }), /^one\.phrase\.max_errors: /],
  [phrase({ max_errors: 33 }), /^one\.phrase\.max_errors: /],
  [phrase({ confidence: -0.1 }), /^one\.phrase\.confidence: /],
  [phrase({ highlight: { pre_tag: 'a' } }), /^one\.phrase\.highlight\.post_tag: /],
  [
    phrase({ highlight: { pre_tag: 'x'.repeat(65), post_tag: '' } }),
    /^one\.phrase\.highlight\.pre_tag: /,
  ],
  [phrase({ other: 1 }), /^one\.phrase: /],
  [many(18), /^: has more than 16 suggesters$/],
])('suggesters beyond a limit are refused at their place: case %#', (input, expected) => {
  expect(problem(input)).toMatch(expected);
});
