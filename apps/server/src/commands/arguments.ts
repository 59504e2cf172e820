// What an operator typed after a command's name, checked against what the command takes.
import { parseArgs } from 'node:util';
import type { Command, CommandInput } from './command.ts';
import type { Usage } from './usage.ts';

/** The arguments of a command, or in one line what is wrong with them. */
export function parsedArguments(
  command: Pick<Command, 'options'> & Pick<Usage, 'arguments'>,
  args: string[],
): CommandInput | string {
  try {
    const { options } = command;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const extra = positionals[wordsOf(command.arguments)];
    return extra === undefined ? { values, positionals } : `Unexpected argument: ${extra}.`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message.split('. ')[0] ?? error.message; // the rest is about positional arguments
  }
}

/**
 * How many words a usage takes besides its options, which are in brackets and begin with dashes;
 * '…': any number.
 */
const wordsOf = (usage: string): number => {
  const words = usage.replaceAll(/\[--[^\]]*\]/g, '').match(/[a-zA-Z][^\s\]]*/g) ?? [];
  return usage.includes('…') ? Number.POSITIVE_INFINITY : words.length;
};
