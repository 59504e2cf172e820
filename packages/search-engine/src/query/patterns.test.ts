// Wildcard patterns against the same written as regular expressions of JavaScript.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowerCasePattern, matches, parsePattern, patternOf } from './patterns.ts';

it.each<[string, readonly string[], readonly string[]]>([
  ['', [''], ['a']],
  ['a', ['a'], ['', 'ab', 'A']],
  ['*', ['', 'abc'], []],
  ['?', ['a', '☂', '🌧'], ['', 'ab']],
  ['sgp*', ['sgp', 'sgpmet'], ['sg', 'xsgp']],
  ['*met', ['met', 'sgpmet'], ['mets']],
  ['s*m*t', ['smt', 'sgpmet', 'smmtt'], ['sgpme', 'xsmt']],
  ['a?c', ['abc', 'aéc'], ['ac', 'abbc']],
  ['**a**', ['a', 'bab'], ['b']],
  ['*ab', ['aab', 'abab'], ['aba']],
  ['a\\*b', ['a*b'], ['ab', 'axb']],
  ['a\\\\', ['a\\'], ['a']],
  ['a\\', ['a\\'], ['a']],
])('%j fits %j and not %j', (text, fitting, others) => {
  const pattern = parsePattern(text);
  expect(fitting.filter((one) => matches(pattern, one))).toEqual(fitting);
  expect(others.filter((one) => matches(pattern, one))).toEqual([]);
});

it('a pattern fits what a regular expression of the same meaning fits', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 8 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
  fc.assert(
    fc.property(letters, text, (parts, value) => {
      const signs: Readonly<Record<string, string>> = { '*': '.*', '?': '.' };
      const expression = new RegExp(`^${parts.map((part) => signs[part] ?? part).join('')}$`);
      expect(matches(parsePattern(parts.join('')), value)).toBe(expression.test(value));
    }),
  );
});

it('case counts unless it is to be ignored, and every match has the prefix that is known', () => {
  expect(matches(parsePattern('Sgp*', true), 'SGPMET')).toBe(true);
  expect(matches(parsePattern('Sgp*'), 'SGPMET')).toBe(false);
  expect([parsePattern('Sgp*').prefix, parsePattern('Sgp*', true).prefix]).toEqual(['Sgp', '']);
  expect([parsePattern('*a').prefix, parsePattern('').prefix]).toEqual(['', '']);
  const lower = lowerCasePattern(patternOf([{ text: 'SGP' }, '*', { text: 'É' }]));
  expect([lower.prefix, matches(lower, 'sgpxé'), matches(lower, 'SGPxÉ')]).toEqual([
    ...['sgp', true, false],
  ]);
});
