// Arguments are read as the usage of a command states, or the operator gets an error that names
// what is wrong.
import { expect, it } from 'vitest';
import { parsedArguments } from './arguments.ts';

const HARVEST = {
  arguments: 'DIR [--watch] [--report FILE]',
  options: { watch: { type: 'boolean' }, report: { type: 'string' } },
} as const;

it('words and options come in any order', () => {
  expect(parsedArguments(HARVEST, ['--report', 'f.csv', 'folder', '--watch'])).toEqual({
    values: { watch: true, report: 'f.csv' },
    positionals: ['folder'],
  });
});

it.each([
  [['folder', '--wach'], "Unknown option '--wach'"],
  [['folder', 'another'], 'Unexpected argument: another.'],
  [['folder', '--report'], "Option '--report <value>' argument missing"],
  [['folder', '--watch=yes'], "Option '--watch' does not take an argument"],
])('%j is refused', (args, why) => {
  expect(parsedArguments(HARVEST, args)).toBe(why);
});

it('a verb and a name are two words of a command', () => {
  const user = { arguments: 'add|list NAME', options: {} };
  expect(parsedArguments(user, ['add', 'ada'])).toMatchObject({ positionals: ['add', 'ada'] });
  expect(parsedArguments(user, ['add', 'ada', 'eve'])).toBe('Unexpected argument: eve.');
});

it('a command takes any number of names, and optional ones', () => {
  const many = { arguments: '[DATASTREAM …] [--from DAY]', options: {} };
  expect(parsedArguments(many, ['a', 'b', 'c'])).toMatchObject({ positionals: ['a', 'b', 'c'] });
  const one = { arguments: '[TEXT] [--clear]', options: {} };
  expect(parsedArguments(one, ['hello'])).toMatchObject({ positionals: ['hello'] });
  expect(parsedArguments(one, ['hello', 'you'])).toBe('Unexpected argument: you.');
});
