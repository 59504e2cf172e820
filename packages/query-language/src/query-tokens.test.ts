// The tokens of a query string, with where each begins; and what cannot be one.
import { expect, it } from 'vitest';
import { type Token, tokens } from './query-tokens.ts';

/** Without the end, which is always there. */
const read = (text: string): Token[] => {
  const all = tokens(text);
  expect(all.at(-1)).toEqual({ kind: 'end', at: text.length });
  return all.slice(0, -1);
};
const term = (text: string, at = 0): Token => ({ kind: 'term', text, at });
const plain = (
  kind: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close' | 'colon',
  at: number,
): Token => ({
  ...{ kind, at },
});
const range = (
  from: string | null,
  to: string | null,
  includesFrom = true,
  includesTo = true,
): Token => ({ kind: 'range', from, to, includesFrom, includesTo, at: 0 });

it.each<[string, Token[]]>([
  ['', []],
  [' \t\n\r\u3000', []],
  ['a b', [term('a'), term('b', 2)]],
  ['a\u3000b', [term('a'), term('b', 2)]],
  ['a AND b', [term('a'), plain('and', 2), term('b', 6)]],
  ['a && b', [term('a'), plain('and', 2), term('b', 5)]],
  ['a OR b', [term('a'), plain('or', 2), term('b', 5)]],
  ['a || b', [term('a'), plain('or', 2), term('b', 5)]],
  ['NOT a', [plain('not', 0), term('a', 4)]],
  ['!a', [plain('not', 0), term('a', 1)]],
  ['\\AND and', [term('AND'), term('and', 5)]],
  ['+a -b', [plain('plus', 0), term('a', 1), plain('minus', 3), term('b', 4)]],
  ['a-b+c', [term('a-b+c')]],
  ['a!b', [term('a'), plain('not', 1), term('b', 2)]],
  ['- a', [{ kind: 'bare-operator', text: '-', at: 0 }, term('a', 2)]],
  ['a -', [term('a'), plain('minus', 2)]],
  ['f:(a)', [term('f'), plain('colon', 1), plain('open', 2), term('a', 3), plain('close', 4)]],
  ['"a b"', [{ kind: 'quoted', text: 'a b', at: 0 }]],
  ['"a\\"b"', [{ kind: 'quoted', text: 'a"b', at: 0 }]],
  ['""', [{ kind: 'quoted', text: '', at: 0 }]],
  ['a^2.5', [term('a'), { kind: 'boost', boost: 2.5, at: 1 }]],
  ['a^ 2', [term('a'), { kind: 'boost', boost: 2, at: 1 }]],
  ['a^2.', [term('a'), { kind: 'boost', boost: 2, at: 1 }, term('.', 3)]],
  ['a~', [term('a'), { kind: 'tilde', number: null, at: 1 }]],
  ['a~1', [term('a'), { kind: 'tilde', number: 1, at: 1 }]],
  ['a~0.8 b', [term('a'), { kind: 'tilde', number: 0.8, at: 1 }, term('b', 6)]],
  ['*', [{ kind: 'star', at: 0 }]],
  ['**', [{ kind: 'wildcard', pattern: ['*', '*'], at: 0 }]],
  ['?', [{ kind: 'wildcard', pattern: ['?'], at: 0 }]],
  ['a*b?', [{ kind: 'wildcard', pattern: [{ text: 'a' }, '*', { text: 'b' }, '?'], at: 0 }]],
  ['*ab', [{ kind: 'wildcard', pattern: ['*', { text: 'ab' }], at: 0 }]],
  ['a\\*b', [term('a*b')]],
  ['\\u0041\\:\\ b', [term('A: b')]],
  ['[a TO b]', [range('a', 'b')]],
  ['{a TO b}', [range('a', 'b', false, false)]],
  ['[a TO b}', [range('a', 'b', true, false)]],
  ['{a TO b]', [range('a', 'b', false, true)]],
  ['[ * TO\t* ]', [range(null, null)]],
  ['["a b" TO "*"]', [range('a b', '*')]],
  ['[2001-01-01 TO now-1d/d]', [range('2001-01-01', 'now-1d/d')]],
])('%j is read as its tokens', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it.each<[string, number, RegExp]>([
  ['a "b', 2, /not closed/],
  ['"a\\"', 0, /not closed/],
  ['a/b', 1, /regular expressions/],
  ['a]', 1, /^\] without its opening bracket/],
  ['}', 0, /^\} without its opening bracket/],
  ['a^x', 1, /expected a number after \^/],
  ['a\\', 1, /lone backslash/],
  ['a\\u00g1', 1, /four hexadecimal digits/],
  ['ab "c\\u1"', 5, /four hexadecimal digits/],
  ['[a b]', 0, /expected TO/],
  ['[a TOb]', 0, /expected TO/],
  ['[a TO]', 0, /expected TO/],
  ['[a TO ]', 0, /lacks an end/],
  ['[ TO b', 0, /expected TO|lacks an end|not closed/],
  ['[]', 0, /lacks an end/],
  ['x [a TO b', 2, /not closed/],
  ['[a TO b)', 0, /not closed/],
])('%j is not understood, at %i', (text, at, reason) => {
  expect(() => tokens(text)).toThrow(
    expect.objectContaining({ at, message: expect.stringMatching(reason) }),
  );
});
