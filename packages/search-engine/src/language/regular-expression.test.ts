// Regular expressions of searches: what fits as a whole, and what cannot be read.
import { expect, it } from 'vitest';
import { Budget } from './refusal.ts';
import { compileExpression } from './regular-expression.ts';

it.each<[string, readonly string[], readonly string[]]>([
  ['abc', ['abc'], ['ab', 'abcd', '']],
  ['', [''], ['a']],
  ['a.c', ['abc', 'a☂c', 'a🌧c'], ['ac', 'abbc']],
  ['ab*', ['a', 'ab', 'abbb'], ['b', 'abc']],
  ['ab+', ['ab', 'abbb'], ['a']],
  ['ab?c', ['ac', 'abc'], ['abbc']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,3}', ['aa', 'aaa'], ['a', 'aaaa']],
  ['a{2,}', ['aa', 'aaaaa'], ['a']],
  ['a{0,1}b', ['b', 'ab'], ['aab']],
  ['(ab){2}', ['abab'], ['ab', 'ababab']],
  ['a|bc|d', ['a', 'bc', 'd'], ['b', 'ab', 'bd']],
  ['(a|b)c', ['ac', 'bc'], ['abc', 'c']],
  ['[a-c]', ['a', 'b', 'c'], ['d', '-', '']],
  ['[^a-c]', ['d', '-'], ['a', 'c', '']],
  ['[a-]', ['a', '-'], ['b']],
  ['[]a]', [']', 'a'], ['b']],
  ['[\\]b]', [']', 'b'], ['\\']],
  ['[a-\\c]', ['b', 'c'], ['\\']],
  ['a\\.b', ['a.b'], ['axb']],
  ['\\*+', ['*', '***'], ['']],
  ['(a*)*', ['', 'aaa'], ['b']],
])('%s fits %j and not %j', (expression, fitting, others) => {
  const fits = compileExpression(expression);
  const isFitting = (text: string) => fits(text, new Budget(60_000));
  expect(fitting.filter(isFitting)).toEqual(fitting);
  expect(others.filter(isFitting)).toEqual([]);
});

it.each([
  ...['(a', 'a)', '*a', '+', '?', '{2}', 'a{', 'a{x}', 'a{2', 'a{1000}', '[', '[a', '[a-', 'a\\'],
  ...['(a{100}){100}', `${'('.repeat(60)}a${')'.repeat(60)}`],
])('%s cannot be read', (expression) => {
  expect(() => compileExpression(expression)).toThrow(/cannot understand the regular expression/);
});

it('fifty groups in each other can be read', () => {
  const fits = compileExpression(`${'('.repeat(50)}a${')'.repeat(50)}`);
  expect(fits('a', new Budget(60_000))).toBe(true);
});

it('a long text is charged to the budget of its search', () => {
  const fits = compileExpression('(a|aa)*b');
  const cancelled = new Int32Array(new SharedArrayBuffer(4)).fill(1);
  expect(() => fits('a'.repeat(100_000), new Budget(60_000, cancelled))).toThrow(/stopped/);
});
